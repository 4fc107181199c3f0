package io.dartagnan.testcontainers;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Fresh EC P-256 key with a self-signed certificate.
 *
 * @param name common name of the certificate, and what it is called in a store
 * @param key the private key
 * @param certificate of its public key
 */
record SelfSignedKey(String name, PrivateKey key, X509Certificate certificate) {
  private static final String CURVE = "secp256r1";
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final String ORGANISATION = "d'Artagnan tests";
  private static final int SERIAL_BITS = 127;

  /** The beginning lies back, since the clock of a Docker host may be behind. */
  private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);

  /** The containers do not outlive the tests. */
  private static final Duration VALID = Duration.ofDays(30);

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

  /**
   * Makes one.
   *
   * @param hosts names and addresses for which the certificate stands
   */
  static SelfSignedKey make(String name, List<String> hosts) {
    Instant now = Instant.now();
    X500Name subject =
        new X500NameBuilder().addRDN(BCStyle.CN, name).addRDN(BCStyle.O, ORGANISATION).build();
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      KeyPair pair = generator.generateKeyPair();
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              subject,
              new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0),
              Date.from(now.minus(CLOCKS_DIFFER)),
              Date.from(now.plus(VALID)),
              subject,
              pair.getPublic());
      if (!hosts.isEmpty()) {
        GeneralName[] names =
            hosts.stream().map(SelfSignedKey::generalName).toArray(GeneralName[]::new);
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
      }
      return new SelfSignedKey(
          name,
          pair.getPrivate(),
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(new JcaContentSignerBuilder(SIGNATURE).build(pair.getPrivate()))));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("every JDK has " + CURVE + " and " + SIGNATURE, e);
    }
  }

  private static GeneralName generalName(String host) {
    boolean address = ADDRESS.matcher(host).matches();
    return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, host);
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "key of " + name;
  }
}
