package io.dartagnan.testcontainers;

import io.dartagnan.mpc.Party;
import io.dartagnan.provisioning.SelfSignedKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Keys of one set of three clouds and of the application under test, made anew for each set. */
final class Keys {
  /** The containers do not outlive the tests. */
  private static final Duration VALIDITY = Duration.ofDays(30);

  private final List<SelfSignedKey> mesh;
  private final List<SelfSignedKey> rpc;
  private final SelfSignedKey client;

  private Keys(List<SelfSignedKey> mesh, List<SelfSignedKey> rpc, SelfSignedKey client) {
    this.mesh = mesh;
    this.rpc = rpc;
    this.client = client;
  }

  /**
   * Makes all of them.
   *
   * @param host that by which the servers of the clouds are reached
   */
  static Keys make(String host) {
    List<String> hosts = Stream.of(host, "localhost", "127.0.0.1").distinct().toList();
    return new Keys(
        Party.ALL.stream().map(party -> make("party-" + party.index(), List.of())).toList(),
        Party.ALL.stream().map(party -> make("cloud-" + party.index(), hosts)).toList(),
        make("client", List.of()));
  }

  private static SelfSignedKey make(String alias, List<String> hosts) {
    return SelfSignedKey.make(alias, VALIDITY, hosts);
  }

  /** A cloud's for the mesh: it accepts the three parties. */
  PinnedStores mesh(Party party) {
    return PinnedStores.of(mesh.get(party.index()), mesh);
  }

  /** A cloud's for HBase's own TLS: it accepts itself and the application. */
  PinnedStores rpc(Party party) {
    SelfSignedKey own = rpc.get(party.index());
    return PinnedStores.of(own, List.of(own, client));
  }

  /** The application's for one cloud: it accepts that cloud there and no other. */
  PinnedStores client(Party party) {
    return PinnedStores.of(client, List.of(rpc.get(party.index())));
  }

  /** Stores of one end of TLS: its own key, and the certificates that it accepts and no others. */
  static final class PinnedStores {
    private static final int PASSWORD_BYTES = 24;

    private final byte[] keystore;
    private final byte[] truststore;
    private final String password;

    private PinnedStores(byte[] keystore, byte[] truststore, String password) {
      this.keystore = keystore;
      this.truststore = truststore;
      this.password = password;
    }

    /** Stores with a password of their own. */
    static PinnedStores of(SelfSignedKey own, List<SelfSignedKey> accepted) {
      byte[] random = new byte[PASSWORD_BYTES];
      new SecureRandom().nextBytes(random);
      String password = Base64.getEncoder().encodeToString(random);
      Map<String, X509Certificate> certificates = new LinkedHashMap<>();
      accepted.forEach(each -> certificates.put(each.alias(), each.certificate()));
      return new PinnedStores(
          own.keystore(password), SelfSignedKey.truststore(certificates, password), password);
    }

    /** The file with the private key. */
    byte[] keystore() {
      return keystore.clone();
    }

    /** The file with the accepted certificates. */
    byte[] truststore() {
      return truststore.clone();
    }

    /** The password of both, for a configuration that nobody else reads. */
    String revealPassword() {
      return password;
    }
  }
}
