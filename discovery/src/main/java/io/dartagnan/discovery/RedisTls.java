package io.dartagnan.discovery;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** TLS towards Redis, which has to show a trusted certificate for its host. */
final class RedisTls {
  private final SSLContext context;
  private final RedisSettings settings;

  private RedisTls(SSLContext context, RedisSettings settings) {
    this.context = context;
    this.settings = settings;
  }

  /**
   * Reads the truststore.
   *
   * @throws DiscoveryException naming the file, and what is wrong with it
   */
  static RedisTls of(RedisSettings settings) throws DiscoveryException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManager[] trusted = null; // those of the JDK
      if (settings.truststore().isPresent()) {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(read(settings.truststore().get()));
        trusted = factory.getTrustManagers();
      }
      context.init(null, trusted, null);
      return new RedisTls(context, settings);
    } catch (GeneralSecurityException e) {
      throw new DiscoveryException(
          "TLS to Redis at " + settings.address() + " cannot be set up: " + e.getMessage(), e);
    }
  }

  private static KeyStore read(RedisSettings.Truststore truststore) throws DiscoveryException {
    String file = "the truststore " + truststore.location() + " for Redis";
    try (InputStream in = Files.newInputStream(truststore.location())) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, truststore.password());
      if (store.size() == 0) {
        throw new DiscoveryException(file + " holds no certificate");
      }
      return store;
    } catch (NoSuchFileException e) {
      throw new DiscoveryException(file + " does not exist", e);
    } catch (DiscoveryException e) {
      throw e;
    } catch (IOException | GeneralSecurityException e) {
      throw new DiscoveryException(file + " cannot be read as PKCS12: " + e.getMessage(), e);
    }
  }

  /** Shakes hands over an open connection, which the result closes. */
  Socket over(Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(plain, settings.host(), settings.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the check of the host's name
    parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }
}
