package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Mutual TLS 1.3 with pinned certificates, in both directions, by the JDK's provider. */
final class MeshTls {
  private static final Duration LONGEST_HANDSHAKE = Duration.ofSeconds(10);

  private final Map<Party, X509Certificate> pinned;
  private final SslContext accepting;
  private final Map<Party, SslContext> dialling;
  private final long handshakeMs;

  private MeshTls(
      Map<Party, X509Certificate> pinned,
      SslContext accepting,
      Map<Party, SslContext> dialling,
      long handshakeMs) {
    this.pinned = pinned;
    this.accepting = accepting;
    this.dialling = dialling;
    this.handshakeMs = handshakeMs;
  }

  /**
   * Reads the key and the certificates.
   *
   * @throws IOException naming the file, and what is wrong with it
   */
  static MeshTls load(MeshSettings settings) throws IOException {
    Party self = settings.self();
    TlsIdentity identity = settings.tls();
    KeyStore truststore = open("truststore", identity.truststore(), identity.truststorePassword());
    KeyStore keystore = open("keystore", identity.keystore(), identity.keystorePassword());
    try {
      Map<Party, X509Certificate> pinned = pinned(identity.truststore(), truststore);
      KeyManagerFactory keys = keyOf(self, identity, keystore, pinned.get(self));
      Map<Party, X509Certificate> peers = new EnumMap<>(pinned);
      peers.remove(self);
      Map<Party, SslContext> dialling = new EnumMap<>(Party.class);
      for (Party peer : peers.keySet()) {
        PinnedTrust onlyPeer = new PinnedTrust(pinned, Map.of(peer, pinned.get(peer)));
        dialling.put(
            peer, tls13(SslContextBuilder.forClient().keyManager(keys).trustManager(onlyPeer)));
      }
      SslContext accepting =
          tls13(
              SslContextBuilder.forServer(keys)
                  .trustManager(new PinnedTrust(pinned, peers))
                  .clientAuth(ClientAuth.REQUIRE));
      long handshakeMs = Math.min(settings.timeout().toMillis(), LONGEST_HANDSHAKE.toMillis());
      return new MeshTls(pinned, accepting, dialling, handshakeMs);
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "the key and certificates of " + identity + " cannot be used: " + e.getMessage(), e);
    }
  }

  private static SslContext tls13(SslContextBuilder builder) throws IOException {
    return builder.sslProvider(SslProvider.JDK).protocols("TLSv1.3").build();
  }

  private static KeyStore open(String what, Path file, char[] password) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, password);
      return store;
    } catch (NoSuchFileException e) {
      throw new IOException("the " + what + " " + file + " does not exist", e);
    } catch (IOException | GeneralSecurityException e) {
      throw new IOException(
          "the " + what + " " + file + " cannot be read as PKCS12: " + e.getMessage(), e);
    }
  }

  private static Map<Party, X509Certificate> pinned(Path file, KeyStore truststore)
      throws IOException, GeneralSecurityException {
    Map<Party, X509Certificate> pinned = new EnumMap<>(Party.class);
    for (Party party : Party.ALL) {
      if (!(truststore.getCertificate(alias(party)) instanceof X509Certificate certificate)) {
        throw new IOException("the truststore " + file + " has no certificate " + alias(party));
      }
      Party twin = PinnedTrust.partyOf(pinned, certificate);
      if (twin != null) {
        throw new IOException(
            "the truststore "
                + file
                + " has the same certificate for "
                + twin
                + " and "
                + party
                + ", each party needs its own");
      }
      pinned.put(party, certificate);
    }
    return pinned;
  }

  private static KeyManagerFactory keyOf(
      Party self, TlsIdentity identity, KeyStore keystore, X509Certificate pinned)
      throws IOException, GeneralSecurityException {
    String alias = alias(self);
    char[] password = identity.keystorePassword();
    Key key = keystore.getKey(alias, password);
    Certificate own = keystore.getCertificate(alias);
    if (key == null || own == null) {
      throw new IOException("the keystore " + identity.keystore() + " has no key " + alias);
    }
    if (!own.equals(pinned)) {
      throw new IOException(
          "the certificate "
              + alias
              + " in "
              + identity.keystore()
              + " is not the one pinned in "
              + identity.truststore());
    }
    pinned.checkValidity();
    // Only this key, whatever else the file holds.
    KeyStore single = KeyStore.getInstance("PKCS12");
    single.load(null, password);
    single.setKeyEntry(alias, key, password, new Certificate[] {own});
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(single, password);
    return keys;
  }

  private static String alias(Party party) {
    return "party-" + party.index();
  }

  /** For a connection that a peer dialled: either of the two may be there. */
  SslHandler accepting(ByteBufAllocator allocator) {
    return bounded(accepting.newHandler(allocator));
  }

  /** For a connection dialled to this peer: no one else may be there. */
  SslHandler dialling(Party peer, ByteBufAllocator allocator) {
    return bounded(dialling.get(peer).newHandler(allocator));
  }

  private SslHandler bounded(SslHandler handler) {
    handler.setHandshakeTimeoutMillis(handshakeMs);
    return handler;
  }

  /** Which party's certificate the other end holds. */
  Party peerOf(SSLSession session) throws SSLPeerUnverifiedException {
    Party party =
        session.getPeerCertificates()[0] instanceof X509Certificate certificate
            ? PinnedTrust.partyOf(pinned, certificate)
            : null;
    if (party == null) {
      throw new SSLPeerUnverifiedException("the certificate presented is no party's");
    }
    return party;
  }
}
