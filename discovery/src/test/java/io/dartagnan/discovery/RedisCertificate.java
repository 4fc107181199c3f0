package io.dartagnan.discovery;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** A self-signed certificate for a Redis that speaks TLS, as it wants it and as its readers do. */
final class RedisCertificate {
  private static final char[] PASSWORD = "development".toCharArray();

  private final Path folder;

  /**
   * Makes one in an empty folder.
   *
   * @param subject whom it is for, as keytool writes it: {@code ip:127.0.0.1}
   */
  RedisCertificate(Path folder, String subject) throws Exception {
    this.folder = folder;
    Path keystore = folder.resolve("keystore.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "redis",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=redis",
                "-ext",
                "SAN=" + subject,
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                keystore.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      throw new IOException("keytool failed: " + said);
    }
    KeyStore store = KeyStore.getInstance(keystore.toFile(), PASSWORD);
    Certificate certificate = store.getCertificate("redis");
    writePem("key.pem", "PRIVATE KEY", store.getKey("redis", PASSWORD).getEncoded());
    writePem("certificate.pem", "CERTIFICATE", certificate.getEncoded());
    KeyStore truststore = KeyStore.getInstance("PKCS12");
    truststore.load(null, null);
    truststore.setCertificateEntry("redis", certificate);
    try (OutputStream out = Files.newOutputStream(truststorePath())) {
      truststore.store(out, PASSWORD);
    }
  }

  private void writePem(String file, String kind, byte[] content) throws IOException {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    Files.writeString(
        folder.resolve(file),
        "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
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

  RedisTruststore truststore() {
    return new RedisTruststore(truststorePath(), PASSWORD);
  }

  RedisTruststore truststoreWithWrongPassword() {
    return new RedisTruststore(truststorePath(), "another".toCharArray());
  }
}
