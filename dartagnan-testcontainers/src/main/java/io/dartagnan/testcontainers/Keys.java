package io.dartagnan.testcontainers;

import io.dartagnan.mpc.Party;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

/** Keys of one set of three clouds and of the application under test, made anew for each set. */
final class Keys {
  private final List<SelfSignedKey> mesh;
  private final List<SelfSignedKey> rpc;
  private final SelfSignedKey client;

  private Keys(List<SelfSignedKey> mesh, List<SelfSignedKey> rpc, SelfSignedKey client) {
    this.mesh = mesh;
    this.rpc = rpc;
    this.client = client;
  }

  /**
   * Makes all of them.
   *
   * @param host that by which the servers of the clouds are reached
   */
  static Keys make(String host) {
    List<String> hosts = Stream.of(host, "localhost", "127.0.0.1").distinct().toList();
    return new Keys(
        Party.ALL.stream()
            .map(party -> SelfSignedKey.make("party-" + party.index(), List.of()))
            .toList(),
        Party.ALL.stream()
            .map(party -> SelfSignedKey.make("cloud-" + party.index(), hosts))
            .toList(),
        SelfSignedKey.make("client", List.of()));
  }

  /** A cloud's for the mesh: it accepts the three parties. */
  PinnedStores mesh(Party party) {
    return PinnedStores.of(mesh.get(party.index()), mesh);
  }

  /** A cloud's for HBase's own TLS: it accepts itself and the application. */
  PinnedStores rpc(Party party) {
    SelfSignedKey own = rpc.get(party.index());
    return PinnedStores.of(own, List.of(own, client));
  }

  /** The application's for one cloud: it accepts that cloud there and no other. */
  PinnedStores client(Party party) {
    return PinnedStores.of(client, List.of(rpc.get(party.index())));
  }

  /** Stores of one end of TLS: its own key, and the certificates that it accepts and no others. */
  static final class PinnedStores {
    static final String TYPE = "PKCS12";
    private static final int PASSWORD_BYTES = 24;

    private final byte[] keystore;
    private final byte[] truststore;
    private final String password;

    private PinnedStores(byte[] keystore, byte[] truststore, String password) {
      this.keystore = keystore;
      this.truststore = truststore;
      this.password = password;
    }

    /** Stores with a password of their own. */
    static PinnedStores of(SelfSignedKey own, List<SelfSignedKey> accepted) {
      byte[] random = new byte[PASSWORD_BYTES];
      new SecureRandom().nextBytes(random);
      String password = Base64.getEncoder().encodeToString(random);
      try {
        KeyStore key = empty();
        key.setKeyEntry(
            own.name(), own.key(), password.toCharArray(), new Certificate[] {own.certificate()});
        KeyStore trust = empty();
        for (SelfSignedKey each : accepted) {
          trust.setCertificateEntry(each.name(), each.certificate());
        }
        return new PinnedStores(bytes(key, password), bytes(trust, password), password);
      } catch (GeneralSecurityException | IOException e) {
        throw new IllegalStateException("every JDK has stores of type " + TYPE, e);
      }
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
      KeyStore store = KeyStore.getInstance(TYPE);
      store.load(null, null);
      return store;
    }

    private static byte[] bytes(KeyStore store, String password)
        throws GeneralSecurityException, IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      store.store(bytes, password.toCharArray());
      return bytes.toByteArray();
    }

    /** The file with the private key. */
    byte[] keystore() {
      return keystore.clone();
    }

    /** The file with the accepted certificates. */
    byte[] truststore() {
      return truststore.clone();
    }

    /** The password of both, for a configuration that nobody else reads. */
    String revealPassword() {
      return password;
    }
  }

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
                    builder.build(
                        new JcaContentSignerBuilder(SIGNATURE).build(pair.getPrivate()))));
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
}
