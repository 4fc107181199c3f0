package io.dartagnan.provisioning;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;
import org.bouncycastle.util.io.pem.PemObject;

/**
 * Fresh EC P-256 key with a self-signed certificate.
 *
 * @param alias the common name of the certificate, and what it is called in a keystore
 * @param key the private key
 * @param certificate of its public key
 */
public record SelfSignedKey(String alias, PrivateKey key, X509Certificate certificate) {
  private static final String CURVE = "secp256r1";
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final String ORGANISATION = "d'Artagnan development";
  private static final int SERIAL_BITS = 127;

  /** The beginning lies back, since clocks differ. */
  private static final Duration CLOCKS_DIFFER = Duration.ofDays(1);

  /**
   * Makes one.
   *
   * @param validity of the certificate, from now on
   * @param hosts names and addresses of the server; none for whoever is known by the certificate
   */
  public static SelfSignedKey make(String alias, Duration validity, List<String> hosts) {
    Instant now = Instant.now();
    X500Name name =
        new X500NameBuilder().addRDN(BCStyle.CN, alias).addRDN(BCStyle.O, ORGANISATION).build();
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      KeyPair pair = generator.generateKeyPair();
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              name,
              new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(0),
              Date.from(now.minus(CLOCKS_DIFFER)),
              Date.from(now.plus(validity)),
              name,
              pair.getPublic());
      builder.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createSubjectKeyIdentifier(pair.getPublic()));
      if (!hosts.isEmpty()) {
        builder.addExtension(Extension.subjectAlternativeName, false, names(hosts));
      }
      return new SelfSignedKey(
          alias,
          pair.getPrivate(),
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(new JcaContentSignerBuilder(SIGNATURE).build(pair.getPrivate()))));
    } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
      throw new IllegalStateException("every JDK has " + CURVE + " and " + SIGNATURE, e);
    }
  }

  private static GeneralNames names(List<String> hosts) {
    return new GeneralNames(
        hosts.stream()
            .map(
                host ->
                    new GeneralName(
                        IPAddress.isValid(host) ? GeneralName.iPAddress : GeneralName.dNSName,
                        host))
            .toArray(GeneralName[]::new));
  }

  /** Returns the key, unencrypted, as OpenSSL reads it. */
  public String keyAsPem() {
    return pem(new PemObject("PRIVATE KEY", key.getEncoded()));
  }

  /** Returns the certificate, as OpenSSL reads it. */
  public String certificateAsPem() {
    return pem(certificate);
  }

  private static String pem(Object written) {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter pem = new JcaPEMWriter(text)) {
      pem.writeObject(written);
    } catch (IOException e) {
      throw new UncheckedIOException("a key or certificate cannot be encoded", e);
    }
    return text.toString();
  }

  /** Returns a PKCS12 file that holds it alone, and whose password is the key's too. */
  public byte[] keystore(String password) {
    return store(
        password,
        store ->
            store.setKeyEntry(alias, key, password.toCharArray(), new Certificate[] {certificate}));
  }

  /** Returns a PKCS12 file that holds these certificates, by alias, alone. */
  public static byte[] truststore(Map<String, X509Certificate> certificates, String password) {
    return store(
        password,
        store -> {
          for (Map.Entry<String, X509Certificate> each : certificates.entrySet()) {
            store.setCertificateEntry(each.getKey(), each.getValue());
          }
        });
  }

  private interface Filling {
    void fill(KeyStore store) throws GeneralSecurityException;
  }

  private static byte[] store(String password, Filling filling) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      KeyStore store = KeyStore.getInstance(Site.Stores.TYPE);
      store.load(null, null);
      filling.fill(store);
      store.store(bytes, password.toCharArray());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("every JDK has stores of type " + Site.Stores.TYPE, e);
    }
    return bytes.toByteArray();
  }

  /** Without the key. */
  @Override
  public String toString() {
    return "key of " + alias;
  }
}
