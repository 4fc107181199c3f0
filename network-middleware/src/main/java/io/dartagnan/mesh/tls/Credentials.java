package io.dartagnan.mesh.tls;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Key and certificates that a party's two files held at one time.
 *
 * @param key this party's private key
 * @param certificate that of the key, and one of the pinned
 * @param pinned those of all parties
 */
record Credentials(PrivateKey key, X509Certificate certificate, PinnedCertificates pinned) {

  /**
   * Reads both.
   *
   * @param keystore bytes of the file {@code identity.keystore()}
   * @param truststore bytes of the file {@code identity.truststore()}
   * @throws IOException naming the file, and what is wrong with it
   */
  static Credentials of(Party self, TlsIdentity identity, byte[] keystore, byte[] truststore)
      throws IOException {
    Path keyFile = identity.keystore().path();
    Path trustFile = identity.truststore().path();
    try {
      PinnedCertificates pinned =
          PinnedCertificates.in(identity.truststore().open(truststore), trustFile);
      KeyStore keys = identity.keystore().open(keystore);
      String alias = onlyKey(self, keys, keyFile);
      Key key = keys.getKey(alias, identity.keystore().password());
      if (!(key instanceof PrivateKey own)
          || !(keys.getCertificate(alias) instanceof X509Certificate certificate)) {
        throw new IOException(
            "the keystore "
                + keyFile
                + " has no private key with an X.509 certificate in "
                + alias);
      }
      if (!pinned.of(self).contains(certificate)) {
        throw new IOException(
            "the certificate %s in %s is not pinned for %s in %s, add it there first"
                .formatted(alias, keyFile, self, trustFile));
      }
      return new Credentials(own, certificate, pinned);
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "the key and certificates of %s and %s cannot be used: %s"
              .formatted(keyFile, trustFile, e.getMessage()),
          e);
    }
  }

  /**
   * Refuses an own certificate that is over or has not begun.
   *
   * @param file names it in errors
   */
  void requireValid(Instant now, Path file) throws IOException {
    Instant begin = certificate.getNotBefore().toInstant();
    Instant end = certificate.getNotAfter().toInstant();
    if (now.isAfter(end)) {
      throw new IOException(
          "the certificate in %s ended on %s, put a key with a valid one there"
              .formatted(file, end));
    }
    if (now.isBefore(begin)) {
      throw new IOException(
          "the certificate in %s begins on %s, wait until then or set the clock right"
              .formatted(file, begin));
    }
  }

  private static String onlyKey(Party self, KeyStore keys, Path file)
      throws IOException, GeneralSecurityException {
    List<String> found = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String alias : Collections.list(keys.aliases())) {
      Optional<Party> party = PinnedCertificates.partyOf(alias);
      if (keys.isKeyEntry(alias) && party.isPresent()) {
        (party.get() == self ? found : others).add(alias);
      }
    }
    if (found.isEmpty()) {
      throw new IOException(
          "the keystore %s has no key party-%d, it needs the one of %s%s"
              .formatted(
                  file,
                  self.index(),
                  self,
                  others.isEmpty()
                      ? ""
                      : "; it has the key %s, so either this server is wrongly set to be %s or the keystore is another cloud's"
                          .formatted(String.join(" and ", others), self)));
    }
    Collections.sort(found);
    if (found.size() > 1) {
      throw new IOException(
          "the keystore %s has the keys %s of %s, leave the one to use"
              .formatted(file, found, self));
    }
    return found.get(0);
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "Credentials[" + certificate.getSubjectX500Principal() + "]";
  }
}
