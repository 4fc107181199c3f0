package io.dartagnan.discovery;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** A self-signed certificate for a Redis that speaks TLS, as it wants it and as its readers do. */
final class RedisCertificate {
  private static final char[] PASSWORD = "development".toCharArray();

  private final Path folder;

  /**
   * Makes one in an empty folder.
   *
   * @param subject whom it is for: an IP address or a host's name
   */
  RedisCertificate(Path folder, String subject) throws Exception {
    this(folder, subject, Instant.now().plus(Duration.ofDays(1)));
  }

  /** The same with another end. */
  RedisCertificate(Path folder, String subject, Instant end) throws Exception {
    this.folder = folder;
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    X500Name name = new X500Name("CN=redis");
    JcaX509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name,
            BigInteger.ONE,
            Date.from(end.minus(Duration.ofDays(2))),
            Date.from(end),
            name,
            pair.getPublic());
    int kind = IPAddress.isValid(subject) ? GeneralName.iPAddress : GeneralName.dNSName;
    builder.addExtension(
        Extension.subjectAlternativeName, false, new GeneralNames(new GeneralName(kind, subject)));
    X509CertificateHolder certificate =
        builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()));
    writePem("key.pem", "PRIVATE KEY", pair.getPrivate().getEncoded());
    writePem("certificate.pem", "CERTIFICATE", certificate.getEncoded());
    KeyStore truststore = KeyStore.getInstance("PKCS12");
    truststore.load(null, null);
    truststore.setCertificateEntry(
        "redis", new JcaX509CertificateConverter().getCertificate(certificate));
    try (OutputStream out = Files.newOutputStream(truststorePath())) {
      truststore.store(out, PASSWORD);
    }
  }

  private void writePem(String file, String kind, byte[] content) throws IOException {
    try (PemWriter out = new PemWriter(Files.newBufferedWriter(folder.resolve(file)))) {
      out.writeObject(new PemObject(kind, content));
    }
  }

  private Path truststorePath() {
    return folder.resolve("truststore.p12");
  }

  /** Files that redis-server needs of it. */
  String[] serverSettings() {
    return new String[] {
      "--tls-cert-file", folder.resolve("certificate.pem").toString(),
      "--tls-key-file", folder.resolve("key.pem").toString()
    };
  }

  RedisSettings.Truststore truststore() {
    return new RedisSettings.Truststore(truststorePath(), PASSWORD);
  }

  RedisSettings.Truststore truststoreWithWrongPassword() {
    return new RedisSettings.Truststore(truststorePath(), "another".toCharArray());
  }
}
