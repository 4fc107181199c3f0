package io.dartagnan.server;

import io.dartagnan.discovery.PartyKeys;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/**
 * The keys by which discovery records are signed and believed: those of the mesh's certificates.
 *
 * @param own this party's private key, as it is now
 * @param pinned the public keys of the certificates pinned for each party, as they are now
 */
record RecordKeys(Supplier<PrivateKey> own, PartyKeys pinned) {
  private static final String STORE_TYPE = "PKCS12";

  /**
   * Reads the mesh's keystore and truststore.
   *
   * @throws IOException naming the file, and what is wrong with it
   */
  static RecordKeys load(Configuration conf, Party party) throws IOException {
    Path keystore = ServerKeys.requirePath(conf, ServerKeys.KEYSTORE);
    char[] keyPassword = ServerKeys.requirePassword(conf, ServerKeys.KEYSTORE_PASSWORD);
    Path truststore = ServerKeys.requirePath(conf, ServerKeys.TRUSTSTORE);
    char[] trustPassword = ServerKeys.requirePassword(conf, ServerKeys.TRUSTSTORE_PASSWORD);
    try {
      String alias = alias(party);
      if (!(open("keystore", keystore, keyPassword).getKey(alias, keyPassword)
          instanceof PrivateKey own)) {
        throw new IOException("the keystore " + keystore + " has no key " + alias);
      }
      Map<Integer, List<PublicKey>> pinned = pinned(open("truststore", truststore, trustPassword));
      return new RecordKeys(() -> own, each -> pinned.getOrDefault(each, List.of()));
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "the key and certificates of the keystore "
              + keystore
              + " and the truststore "
              + truststore
              + " cannot be used: "
              + e.getMessage(),
          e);
    }
  }

  private static KeyStore open(String what, Path file, char[] password)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(STORE_TYPE);
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
      return store;
    } catch (NoSuchFileException e) {
      throw new IOException("the " + what + " " + file + " does not exist", e);
    } catch (IOException e) {
      throw new IOException(
          "the " + what + " " + file + " cannot be read as PKCS12: " + e.getMessage(), e);
    }
  }

  /** Every certificate with a party's alias, or with that alias, a hyphen and more. */
  private static Map<Integer, List<PublicKey>> pinned(KeyStore truststore)
      throws GeneralSecurityException {
    Map<Integer, List<PublicKey>> pinned = new HashMap<>();
    for (String alias : Collections.list(truststore.aliases())) {
      Certificate certificate = truststore.getCertificate(alias);
      for (Party party : Party.ALL) {
        boolean its = alias.equals(alias(party)) || alias.startsWith(alias(party) + "-");
        if (its && certificate != null) {
          pinned
              .computeIfAbsent(party.index(), none -> new ArrayList<>())
              .add(certificate.getPublicKey());
        }
      }
    }
    return pinned;
  }

  private static String alias(Party party) {
    return "party-" + party.index();
  }
}
