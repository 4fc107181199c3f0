package io.dartagnan.mesh.tls;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pinned certificates of the parties: one or several of each, and none of two.
 *
 * @param byParty those of every party, never empty
 */
record PinnedCertificates(Map<Party, Set<X509Certificate>> byParty) {
  private static final Set<Integer> EC_BITS = Set.of(256, 384);
  private static final int LEAST_RSA_BITS = 2048;
  private static final Pattern ALIAS = Pattern.compile("party-([0-2])(-.+)?");

  /**
   * Those of a truststore.
   *
   * @param file names it in errors
   */
  static PinnedCertificates in(KeyStore truststore, Path file)
      throws IOException, KeyStoreException {
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
    return new PinnedCertificates(Map.copyOf(byParty));
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
