package io.dartagnan.clusters.redis;

import io.dartagnan.provisioning.Site;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import redis.clients.jedis.SslOptions;

/**
 * Files with which Redis speaks TLS, and by which its clients know it.
 *
 * @param key its private key, in PEM
 * @param certificate of that key, in PEM
 * @param truststore PKCS12 with the certificate
 * @param password of the truststore, read when it is needed
 */
public record RedisTls(Path key, Path certificate, Path truststore, Supplier<String> password) {

  /** The settings by which a cloud's region servers know it. */
  public Map<String, String> settings() {
    return new Site().redisTruststore(truststore.toString(), password.get()).settings();
  }

  /** The options of a client that connects to it and to nobody else. */
  SslOptions client() {
    return SslOptions.builder()
        .trustStoreType(Site.Stores.TYPE)
        .truststore(truststore.toFile(), password.get().toCharArray())
        .build();
  }
}
