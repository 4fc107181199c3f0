package io.dartagnan.clusters.certs;

import io.dartagnan.clusters.files.PasswordFile;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.provisioning.SelfSignedKey;
import io.dartagnan.provisioning.Site;
import io.dartagnan.provisioning.Site.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Certificates for HBase's own TLS between the clusters of {@code clusters/local} and their
 * clients: a key for each cluster, and one for all clients.
 *
 * <p>A cluster accepts its own certificate, since its servers are each other's clients, and the
 * clients'. A client accepts, from each cluster, that cluster's certificate and no other.
 */
public final class RpcCertificates {
  private static final Duration VALIDITY = Duration.ofDays(3650);
  private static final String FOLDER = "rpc";
  private static final String KEYSTORE = "keystore.p12";
  private static final String CLIENT = "client";

  /** Servers register under the name, and are found by either. */
  private static final List<String> HOSTS = List.of("localhost", Ports.LOOPBACK);

  private final StateFolder state;

  public RpcCertificates(StateFolder state) {
    this.state = state;
  }

  /** Makes all of them when any is missing; keeps them otherwise. */
  public void ensure() {
    if (files().stream().allMatch(Files::exists)) {
      return;
    }
    clientPassword().make();
    SelfSignedKey client = SelfSignedKey.make(CLIENT, VALIDITY, List.of());
    for (Role cluster : Role.CLUSTERS) {
      password(cluster).make();
      SelfSignedKey key = SelfSignedKey.make(cluster.id(), VALIDITY, HOSTS);
      keystore(cluster).hold(key);
      truststore(cluster).hold(certificates(key, client));
      clientTruststore(cluster).hold(certificates(key));
    }
    clientKeystore().hold(client);
  }

  private static Map<String, X509Certificate> certificates(SelfSignedKey... keys) {
    Map<String, X509Certificate> certificates = new LinkedHashMap<>();
    for (SelfSignedKey key : keys) {
      certificates.put(key.alias(), key.certificate());
    }
    return certificates;
  }

  private List<Path> files() {
    List<Path> files = new ArrayList<>(List.of(clientPassword().file(), clientKeystore().file()));
    for (Role cluster : Role.CLUSTERS) {
      files.add(password(cluster).file());
      files.add(keystore(cluster).file());
      files.add(truststore(cluster).file());
      files.add(clientTruststore(cluster).file());
    }
    return files;
  }

  /** The settings by which a cluster's servers find their key and whom they accept. */
  public Map<String, String> ofServers(Role cluster) {
    return settings(keystore(cluster), truststore(cluster));
  }

  /** The settings by which a client of a cluster finds its key and accepts that cluster alone. */
  public Map<String, String> ofClients(Role cluster) {
    return settings(clientKeystore(), clientTruststore(cluster));
  }

  private static Map<String, String> settings(StoreFile keystore, StoreFile truststore) {
    return new Site()
        .rpcStores(
            "",
            new Stores(
                keystore.file().toString(),
                truststore.file().toString(),
                keystore.passwordFile().read()))
        .settings();
  }

  private StoreFile keystore(Role cluster) {
    return new StoreFile(folder(cluster).resolve(KEYSTORE), password(cluster));
  }

  private StoreFile truststore(Role cluster) {
    return new StoreFile(folder(cluster).resolve("truststore.p12"), password(cluster));
  }

  private StoreFile clientKeystore() {
    return new StoreFile(clientFolder().resolve(KEYSTORE), clientPassword());
  }

  private StoreFile clientTruststore(Role cluster) {
    return new StoreFile(clientFolder().resolve(cluster.id() + ".p12"), clientPassword());
  }

  private PasswordFile password(Role cluster) {
    return password(folder(cluster));
  }

  private PasswordFile clientPassword() {
    return password(clientFolder());
  }

  private static PasswordFile password(Path folder) {
    return new PasswordFile(folder.resolve("password"), "clusters/local down, then up,");
  }

  private Path folder(Role cluster) {
    return state.of(cluster).resolve(FOLDER);
  }

  private Path clientFolder() {
    return state.client(FOLDER);
  }
}
