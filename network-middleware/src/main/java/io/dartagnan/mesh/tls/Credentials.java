package io.dartagnan.mesh.tls;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Key and certificates that a party's two files held at one time.
 *
 * @param key this party's private key
 * @param certificate that of the key, and one of the pinned
 * @param pinned those of all parties
 */
record Credentials(PrivateKey key, X509Certificate certificate, Pinned pinned) {

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
      Pinned pinned = Pinned.in(identity.truststore().open(truststore), trustFile);
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
      Optional<Party> party = Pinned.partyOf(alias);
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

  /**
   * Pinned certificates of the parties: one or several of each, and none of two.
   *
   * @param byParty those of every party, never empty
   */
  record Pinned(Map<Party, Set<X509Certificate>> byParty) {
    private static final Set<Integer> EC_BITS = Set.of(256, 384);
    private static final int LEAST_RSA_BITS = 2048;
    private static final Pattern ALIAS = Pattern.compile("party-([0-2])(-.+)?");

    /**
     * Those of a truststore.
     *
     * @param file names it in errors
     */
    static Pinned in(KeyStore truststore, Path file) throws IOException, KeyStoreException {
      Map<Party, Set<X509Certificate>> byParty = new EnumMap<>(Party.class);
      Map<X509Certificate, Party> owners = new LinkedHashMap<>();
      for (String alias : new TreeSet<>(Collections.list(truststore.aliases()))) {
        Party party =
            partyOf(alias)
                .orElseThrow(
                    () ->
                        new IOException(
                            "the truststore %s has an entry '%s', allowed are party-0, party-1, party-2 and each followed by -<anything>"
                                .formatted(file, alias)));
        if (!(truststore.getCertificate(alias) instanceof X509Certificate certificate)) {
          throw new IOException("the truststore " + file + " has no X.509 certificate in " + alias);
        }
        if (!isSpokenByAll(certificate.getPublicKey())) {
          throw new IOException(
              "the truststore %s has a key in %s that not every TLS speaks with, allowed are EC keys on P-256 or P-384 and RSA keys of %d bits or more"
                  .formatted(file, alias, LEAST_RSA_BITS));
        }
        for (Map.Entry<X509Certificate, Party> other : owners.entrySet()) {
          if (other.getValue() != party
              && other.getKey().getPublicKey().equals(certificate.getPublicKey())) {
            throw new IOException(
                "the truststore %s has the same key for %s and %s, each party needs its own"
                    .formatted(file, other.getValue(), party));
          }
        }
        owners.put(certificate, party);
        byParty.computeIfAbsent(party, none -> new HashSet<>()).add(certificate);
      }
      for (Party party : Party.ALL) {
        if (!byParty.containsKey(party)) {
          throw new IOException(
              "the truststore %s has no certificate of %s, add it as party-%d"
                  .formatted(file, party, party.index()));
        }
      }
      byParty.replaceAll((party, certificates) -> Set.copyOf(certificates));
      return new Pinned(Map.copyOf(byParty));
    }

    /** Native OpenSSL takes no other kinds of those that the JDK makes. */
    private static boolean isSpokenByAll(PublicKey key) {
      if (key instanceof ECPublicKey curve) {
        return EC_BITS.contains(curve.getParams().getCurve().getField().getFieldSize());
      }
      return key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() >= LEAST_RSA_BITS;
    }

    /** The party that an alias speaks of. */
    static Optional<Party> partyOf(String alias) {
      Matcher matcher = ALIAS.matcher(alias.toLowerCase(Locale.ROOT));
      return matcher.matches()
          ? Optional.of(Party.of(Integer.parseInt(matcher.group(1))))
          : Optional.empty();
    }

    /** The party that a certificate belongs to. */
    Optional<Party> partyOf(X509Certificate certificate) {
      return Party.ALL.stream().filter(party -> of(party).contains(certificate)).findFirst();
    }

    Set<X509Certificate> of(Party party) {
      return byParty.get(party);
    }
  }
}
