package io.dartagnan.discovery;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Runs one exchange with Redis and turns its failures into one sentence.
 *
 * <p>Each exchange has its own connection: there are a few per lease, and a restarted Redis leaves
 * no dead connection to stumble over.
 */
final class RedisConnector {
  private static final int TIMEOUT_MS = 2000;

  private final RedisSettings settings;
  private final JedisClientConfig config =
      DefaultJedisClientConfig.builder()
          .connectionTimeoutMillis(TIMEOUT_MS)
          .socketTimeoutMillis(TIMEOUT_MS)
          .build();

  RedisConnector(RedisSettings settings) {
    this.settings = settings;
  }

  /** What to do with an open connection. */
  @FunctionalInterface
  interface Conversation<T> {
    T with(Jedis redis) throws DiscoveryException;
  }

  <T> T talk(Conversation<T> conversation) throws DiscoveryException {
    try (Jedis redis = new Jedis(settings.uri(), config)) {
      return conversation.with(redis);
    } catch (JedisConnectionException e) {
      throw new DiscoveryException(
          "Redis at " + settings.address() + " cannot be reached: " + innermost(e), e);
    } catch (RuntimeException e) {
      // Jedis' own exceptions, and whatever a reply that is not Redis' makes it stumble over.
      throw new DiscoveryException(
          "Redis at " + settings.address() + " did not answer as expected: " + e.getMessage(), e);
    }
  }

  /** Jedis hides the reason beneath its own exceptions, as a cause or as a suppressed one. */
  private static String innermost(Throwable failure) {
    Throwable reason = failure;
    while (true) {
      if (reason.getCause() != null) {
        reason = reason.getCause();
      } else if (reason.getSuppressed().length > 0) {
        reason = reason.getSuppressed()[0];
      } else {
        return reason.getMessage() == null
            ? reason.getClass().getSimpleName()
            : reason.getMessage();
      }
    }
  }
}
