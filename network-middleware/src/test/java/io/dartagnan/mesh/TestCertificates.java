package io.dartagnan.mesh;

import io.dartagnan.mesh.tls.TlsIdentity;
import io.dartagnan.mpc.Party;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
import java.util.HashMap;
import java.util.Map;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Keys and certificates for tests: three parties that trust each other, a stranger, and three more
 * of party 1: one over, one to come, and one to change to.
 */
public final class TestCertificates {
  private static final String PASSWORD = "only-for-tests";
  private static final String STRANGER = "stranger";
  private static final String EXPIRED = "party-1-expired";
  private static final String FUTURE = "party-1-future";
  private static final String NEXT = "party-1-next";

  private static final String KIND = "EC secp256r1";

  /** So many that nobody is told of the end. */
  private static final int DAYS = 90;

  private final Path folder;

  private TestCertificates(Path folder) {
    this.folder = folder;
  }

  /** Makes them in this folder. */
  public static TestCertificates in(Path folder) throws IOException {
    TestCertificates made = new TestCertificates(folder);
    Map<String, Path> parties = new HashMap<>();
    for (Party party : Party.ALL) {
      parties.put(alias(party), made.make(alias(party), KIND));
    }
    made.make(STRANGER, KIND);
    made.make(EXPIRED, KIND, -9, 2);
    made.make(FUTURE, KIND, 9, DAYS);
    made.make(NEXT, KIND);
    made.writeTruststore(made.truststore(), parties);
    return made;
  }

  /**
   * Makes one more key.
   *
   * @param kind of it: its algorithm and, except for Ed25519, its curve or bits
   * @return its keystore
   */
  public Path make(String alias, String kind) throws IOException {
    return make(alias, kind, -1, DAYS);
  }

  /**
   * Makes a key with a self-signed certificate.
   *
   * @param start when it begins, in days from now
   * @param days for how many days it is valid
   */
  private Path make(String alias, String kind, int start, int days) throws IOException {
    Instant begin = Instant.now().plus(Duration.ofDays(start));
    X500Name name = new X500Name("CN=" + alias);
    try {
      KeyPair pair = keyPair(kind);
      X509CertificateHolder signed =
          new JcaX509v3CertificateBuilder(
                  name,
                  BigInteger.valueOf(1 + new SecureRandom().nextInt(Integer.MAX_VALUE)),
                  Date.from(begin),
                  Date.from(begin.plus(Duration.ofDays(days))),
                  name,
                  pair.getPublic())
              .build(new JcaContentSignerBuilder(signature(kind)).build(pair.getPrivate()));
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          alias,
          pair.getPrivate(),
          password(),
          new Certificate[] {new JcaX509CertificateConverter().getCertificate(signed)});
      try (OutputStream out = Files.newOutputStream(file(alias))) {
        store.store(out, password());
      }
      return file(alias);
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IOException("cannot make a key of kind " + kind, e);
    }
  }

  private static KeyPair keyPair(String kind) throws GeneralSecurityException {
    String[] words = kind.split(" ");
    KeyPairGenerator generator = KeyPairGenerator.getInstance(words[0]);
    if (words[0].equals("EC")) {
      generator.initialize(new ECGenParameterSpec(words[1]));
    } else if (words.length > 1) {
      generator.initialize(Integer.parseInt(words[1]));
    }
    return generator.generateKeyPair();
  }

  private static String signature(String kind) {
    return switch (kind.split(" ")[0]) {
      case "EC" -> "SHA256withECDSA";
      case "Ed25519" -> "Ed25519";
      default -> "SHA256with" + kind.split(" ")[0];
    };
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
