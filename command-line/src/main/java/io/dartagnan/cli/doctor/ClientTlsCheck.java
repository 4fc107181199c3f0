package io.dartagnan.cli.doctor;

import io.dartagnan.client.configuration.CloudConfiguration;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * Judges the stores of HBase's own TLS between this client and a cloud, where it is switched on.
 * The keys are those of HBase's X509Util, which hbase-client 2.5 lacks.
 */
final class ClientTlsCheck implements Check {

  private static final String ENABLED = "hbase.client.netty.tls.enabled";
  private static final String STORE = "hbase.rpc.tls.";
  private static final List<String> STORES = List.of("truststore", "keystore");

  @Override
  public String name() {
    return "client-tls";
  }

  @Override
  public String looksAt() {
    return "this client's stores for TLS with the clouds, where %s is true".formatted(ENABLED);
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<Finding> findings = new ArrayList<>();
    for (Party party : Party.ALL) {
      Configuration cloud;
      try {
        cloud = CloudConfiguration.of(facts.configuration(), party);
      } catch (IllegalArgumentException e) {
        // The check of the configuration has found it.
        continue;
      }
      if (cloud.getBoolean(ENABLED, false)) {
        for (String store : STORES) {
          look(party, cloud, STORE + store, facts.at(), findings);
        }
      }
    }
    return findings;
  }

  private void look(
      Party party, Configuration cloud, String key, Instant now, List<Finding> findings) {
    String location = cloud.getTrimmed(key + ".location", "");
    if (location.isEmpty()) {
      // The JDK's authorities, or no certificate of the client's own.
      return;
    }
    try {
      KeyStore store = open(cloud, key, Path.of(location));
      for (String alias : Collections.list(store.aliases())) {
        if (store.getCertificate(alias) instanceof X509Certificate certificate) {
          dates(party, location, alias, certificate, now, findings);
        }
      }
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      findings.add(
          finding(
              party,
              "the store %s of %s.location cannot be used: %s"
                  .formatted(location, key, e.toString()),
              "correct %s.location, .password and .type".formatted(key)));
    }
  }

  private static KeyStore open(Configuration cloud, String key, Path file)
      throws IOException, GeneralSecurityException {
    String type = cloud.getTrimmed(key + ".type", "");
    char[] password = cloud.getPassword(key + ".password");
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store =
          KeyStore.getInstance(type.isEmpty() ? typeOf(file) : type.toUpperCase(Locale.ROOT));
      store.load(in, password);
      return store;
    }
  }

  private static String typeOf(Path file) {
    return file.toString().endsWith(".jks") ? "JKS" : "PKCS12";
  }

  private void dates(
      Party party,
      String location,
      String alias,
      X509Certificate certificate,
      Instant now,
      List<Finding> findings) {
    Instant end = certificate.getNotAfter().toInstant();
    if (now.isAfter(end.minus(CertificateCheck.SOON))) {
      findings.add(
          finding(
              party,
              "the certificate %s in %s %s on %s"
                  .formatted(alias, location, now.isAfter(end) ? "ended" : "ends", end),
              "put the next one there"));
    }
  }

  private Finding finding(Party party, String wrong, String mend) {
    return new Finding(name(), CloudFacts.nameOf(party) + ", the way to it", wrong, mend);
  }
}
