package io.dartagnan.mesh;

import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys and certificates made with the JDK's keytool: three parties that trust each other, a
 * stranger, and one whose time is over.
 */
public final class TestCertificates {
  private static final String PASSWORD = "only-for-tests";
  private static final String STRANGER = "stranger";
  private static final String EXPIRED = "expired";

  private final Path folder;

  private TestCertificates(Path folder) {
    this.folder = folder;
  }

  /** Makes them in this folder; takes a few seconds. */
  public static TestCertificates in(Path folder) throws IOException, InterruptedException {
    TestCertificates made = new TestCertificates(folder);
    List<Process> running = new ArrayList<>();
    for (Party party : Party.ALL) {
      running.add(made.keytool(alias(party), "-1d"));
    }
    running.add(made.keytool(STRANGER, "-1d"));
    running.add(made.keytool(EXPIRED, "-9d"));
    for (Process one : running) {
      finish(one);
    }
    made.writeTruststore();
    return made;
  }

  private Process keytool(String alias, String start) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-alias", alias, "-dname", "CN=" + alias, "-validity", "2"));
    command.addAll(List.of("-startdate", start));
    command.addAll(List.of("-keystore", folder.resolve(alias + ".p12").toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static void finish(Process keytool) throws IOException, InterruptedException {
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed: " + said);
    }
  }

  private void writeTruststore() throws IOException {
    try {
      KeyStore truststore = KeyStore.getInstance("PKCS12");
      truststore.load(null, password());
      for (Party party : Party.ALL) {
        KeyStore keystore = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keystore(party))) {
          keystore.load(in, password());
        }
        truststore.setCertificateEntry(alias(party), keystore.getCertificate(alias(party)));
      }
      try (OutputStream out = Files.newOutputStream(truststore())) {
        truststore.store(out, password());
      }
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** The alias that a party's key and certificate have. */
  public static String alias(Party party) {
    return "party-" + party.index();
  }

  /** The one that opens all these files. */
  public char[] password() {
    return PASSWORD.toCharArray();
  }

  /** PKCS12 with the party's key. */
  public Path keystore(Party party) {
    return folder.resolve(alias(party) + ".p12");
  }

  /** PKCS12 with a key that nobody pinned. */
  public Path strangersKeystore() {
    return folder.resolve(STRANGER + ".p12");
  }

  /** PKCS12 with a key whose certificate ended a week ago, as {@code expired}. */
  public Path expiredKeystore() {
    return folder.resolve(EXPIRED + ".p12");
  }

  /** PKCS12 with the three parties' certificates. */
  public Path truststore() {
    return folder.resolve("truststore.p12");
  }

  /** A party's identity as the mesh takes it. */
  public TlsIdentity identity(Party party) {
    return new TlsIdentity(keystore(party), password(), truststore(), password());
  }
}
