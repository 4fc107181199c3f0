package io.dartagnan.clusters;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Self-signed certificates for the mesh of three clouds on one machine, made by the JDK's keytool.
 *
 * <p>Each cloud's {@code tls} folder holds its own key ({@code keystore.p12}, alias {@code
 * party-<i>}), the three certificates ({@code truststore.p12}) and the password of both, readable
 * by the owner only. No cloud's folder holds another's key. For development: keys that protect data
 * are made where they are used.
 */
final class DevelopmentCertificates {
  private static final String STORE_TYPE = "PKCS12";
  private static final String PASSWORD_VARIABLE = "DARTAGNAN_TLS_PASSWORD";
  private static final int KEYTOOL_SECONDS = 60;

  private final StateFolder state;

  DevelopmentCertificates(StateFolder state) {
    this.state = state;
  }

  /** Makes the set when a part of it is missing; keeps it otherwise. */
  void ensure() {
    boolean complete =
        Role.CLOUDS.stream()
            .allMatch(
                cloud ->
                    Files.exists(keystore(cloud))
                        && Files.exists(truststore(cloud))
                        && Files.exists(passwordFile(cloud)));
    if (complete) {
      return;
    }
    try {
      Map<Role, Process> keytools = new LinkedHashMap<>();
      for (Role cloud : Role.CLOUDS) {
        OwnerOnly.write(passwordFile(cloud), randomPassword());
        Files.deleteIfExists(truststore(cloud));
        Files.deleteIfExists(keystore(cloud));
        keytools.put(cloud, startKeytool(cloud));
      }
      for (Process keytool : keytools.values()) {
        await(keytool);
      }
      Map<String, Certificate> certificates = new LinkedHashMap<>();
      for (Role cloud : Role.CLOUDS) {
        OwnerOnly.write(keystore(cloud), Files.readAllBytes(keystore(cloud)));
        certificates.put(alias(cloud), certificate(cloud));
      }
      for (Role cloud : Role.CLOUDS) {
        writeTruststore(cloud, certificates);
      }
    } catch (IOException | GeneralSecurityException e) {
      throw LocalException.failure("cannot make the development certificates", e);
    }
  }

  /** The settings by which a cloud's mesh finds its key and the certificates it accepts. */
  Map<String, String> settings(Role cloud) {
    String password;
    try {
      password = Files.readString(passwordFile(cloud));
    } catch (IOException e) {
      throw LocalException.failure("cannot read " + passwordFile(cloud), e);
    }
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("dartagnan.mesh.tls.keystore.location", keystore(cloud).toString());
    settings.put("dartagnan.mesh.tls.keystore.password", password);
    settings.put("dartagnan.mesh.tls.truststore.location", truststore(cloud).toString());
    settings.put("dartagnan.mesh.tls.truststore.password", password);
    return settings;
  }

  private Path keystore(Role cloud) {
    return state.of(cloud).resolve("tls").resolve("keystore.p12");
  }

  private Path truststore(Role cloud) {
    return state.of(cloud).resolve("tls").resolve("truststore.p12");
  }

  private Path passwordFile(Role cloud) {
    return state.of(cloud).resolve("tls").resolve("password");
  }

  private static String alias(Role cloud) {
    return "party-" + cloud.party();
  }

  private static String randomPassword() {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  private Process startKeytool(Role cloud) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-alias",
            alias(cloud),
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-sigalg",
            "SHA256withECDSA",
            "-dname",
            "CN=" + alias(cloud) + ", O=d'Artagnan development",
            "-ext",
            "SAN=dns:localhost,ip:" + Ports.LOOPBACK,
            "-startdate",
            "-1d",
            "-validity",
            "3650",
            "-storetype",
            STORE_TYPE,
            "-keystore",
            keystore(cloud).toString(),
            // Through the environment: a command line can be read by every user of the machine.
            "-storepass:env",
            PASSWORD_VARIABLE);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put(PASSWORD_VARIABLE, Files.readString(passwordFile(cloud)));
    return builder.start();
  }

  private static void await(Process keytool) throws IOException {
    try {
      if (!keytool.waitFor(KEYTOOL_SECONDS, TimeUnit.SECONDS)) {
        throw LocalException.failure("keytool did not end within " + KEYTOOL_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LocalException.failure("interrupted", e);
    } finally {
      keytool.destroy();
    }
    if (keytool.exitValue() != 0) {
      String said =
          new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      throw LocalException.failure("keytool failed: " + said);
    }
  }

  private Certificate certificate(Role cloud) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(STORE_TYPE);
    try (InputStream in = Files.newInputStream(keystore(cloud))) {
      store.load(in, password(cloud));
    }
    return store.getCertificate(alias(cloud));
  }

  private void writeTruststore(Role cloud, Map<String, Certificate> certificates)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(STORE_TYPE);
    store.load(null, null);
    for (Map.Entry<String, Certificate> each : certificates.entrySet()) {
      store.setCertificateEntry(each.getKey(), each.getValue());
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    store.store(bytes, password(cloud));
    OwnerOnly.write(truststore(cloud), bytes.toByteArray());
  }

  private char[] password(Role cloud) throws IOException {
    return Files.readString(passwordFile(cloud)).toCharArray();
  }
}
