package io.dartagnan.mesh;

import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys and certificates made with the JDK's keytool: three parties that trust each other, a
 * stranger, and three more of party 1: one over, one to come, and one to change to.
 */
public final class TestCertificates {
  private static final String PASSWORD = "only-for-tests";
  private static final String STRANGER = "stranger";
  private static final String EXPIRED = "party-1-expired";
  private static final String FUTURE = "party-1-future";
  private static final String NEXT = "party-1-next";

  private static final String[] KIND = {"-keyalg", "EC", "-groupname", "secp256r1"};

  /** So many that nobody is told of the end. */
  private static final int DAYS = 90;

  private final Path folder;

  private TestCertificates(Path folder) {
    this.folder = folder;
  }

  /** Makes them in this folder; takes a few seconds. */
  public static TestCertificates in(Path folder) throws IOException, InterruptedException {
    TestCertificates made = new TestCertificates(folder);
    List<Process> running = new ArrayList<>();
    for (Party party : Party.ALL) {
      running.add(made.keytool(alias(party), "-1d", DAYS, KIND));
    }
    running.add(made.keytool(STRANGER, "-1d", DAYS, KIND));
    running.add(made.keytool(EXPIRED, "-9d", 2, KIND));
    running.add(made.keytool(FUTURE, "+9d", DAYS, KIND));
    running.add(made.keytool(NEXT, "-1d", DAYS, KIND));
    for (Process one : running) {
      finish(one);
    }
    Map<String, Path> parties = new HashMap<>();
    for (Party party : Party.ALL) {
      parties.put(alias(party), made.keystore(party));
    }
    made.writeTruststore(made.truststore(), parties);
    return made;
  }

  private Process keytool(String alias, String start, int days, String... kind) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.add("-genkeypair");
    command.addAll(List.of(kind));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    command.addAll(List.of("-alias", alias, "-dname", "CN=" + alias));
    command.addAll(List.of("-startdate", start, "-validity", Integer.toString(days)));
    command.addAll(List.of("-keystore", folder.resolve(alias + ".p12").toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  /**
   * Makes one more key.
   *
   * @param kind of it, in options of keytool
   * @return its keystore
   */
  public Path make(String alias, String... kind) throws IOException, InterruptedException {
    finish(keytool(alias, "-1d", DAYS, kind));
    return file(alias);
  }

  private static void finish(Process keytool) throws IOException, InterruptedException {
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed: " + said);
    }
  }

  /**
   * Writes a truststore of these certificates, in place of the one that may be there, in one step.
   *
   * @param pins by alias, the keystore whose only certificate is meant
   */
  public void writeTruststore(Path file, Map<String, Path> pins) throws IOException {
    try {
      KeyStore truststore = KeyStore.getInstance("PKCS12");
      truststore.load(null, password());
      for (Map.Entry<String, Path> pin : pins.entrySet()) {
        truststore.setCertificateEntry(pin.getKey(), certificate(pin.getValue()));
      }
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      truststore.store(bytes, password());
      replace(file, bytes.toByteArray());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Replaces a file in one step, as an operator should. */
  public static void replace(Path file, byte[] content) throws IOException {
    Path fresh = Files.write(file.resolveSibling(file.getFileName() + ".new"), content);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The only certificate in a keystore. */
  public X509Certificate certificate(Path keystore) throws IOException {
    try {
      KeyStore store = open(keystore);
      return (X509Certificate) store.getCertificate(store.aliases().nextElement());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** The only key in a keystore. */
  public PrivateKey privateKey(Path keystore) throws IOException {
    try {
      KeyStore store = open(keystore);
      return (PrivateKey) store.getKey(store.aliases().nextElement(), password());
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private KeyStore open(Path keystore) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keystore)) {
      store.load(in, password());
    }
    return store;
  }

  /** The alias that a party's key and certificate have. */
  public static String alias(Party party) {
    return "party-" + party.index();
  }

  /** The one that opens all these files. */
  public char[] password() {
    return PASSWORD.toCharArray();
  }

  /** The keystore of the key with this alias. */
  public Path file(String alias) {
    return folder.resolve(alias + ".p12");
  }

  /** PKCS12 with the party's key. */
  public Path keystore(Party party) {
    return folder.resolve(alias(party) + ".p12");
  }

  /** PKCS12 with a key that nobody pinned. */
  public Path strangersKeystore() {
    return folder.resolve(STRANGER + ".p12");
  }

  /** PKCS12 with a key whose certificate ended a week ago. */
  public Path expiredKeystore() {
    return folder.resolve(EXPIRED + ".p12");
  }

  /** PKCS12 with a key whose certificate begins in nine days. */
  public Path futureKeystore() {
    return folder.resolve(FUTURE + ".p12");
  }

  /** PKCS12 with a second key for party 1, as {@code party-1-next}, pinned by no truststore yet. */
  public Path nextKeystore() {
    return folder.resolve(NEXT + ".p12");
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
