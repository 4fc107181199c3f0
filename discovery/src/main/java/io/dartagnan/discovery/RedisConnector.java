package io.dartagnan.discovery;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Connector to Redis: runs one exchange at a time and turns its failures into one sentence.
 *
 * <p>Each exchange has its own connection: there are a few per lease, and a restarted Redis leaves
 * no dead connection to stumble over. An exchange ends within {@value #EXCHANGE_MS} ms, also when
 * Redis answers a byte at a time.
 */
final class RedisConnector {
  static final int TIMEOUT_MS = 2000;
  static final int EXCHANGE_MS = 4000;

  /** Bytes of one exchange at most: more than the records of the most servers there can be. */
  static final long EXCHANGE_BYTES = 1L << 26;

  private final RedisSettings settings;
  private final DiscoveryMetrics metrics;
  private final SSLContext tls;
  private final int exchangeMs;

  /** Reads the truststore, if there is one; nothing is sent yet. */
  RedisConnector(RedisSettings settings, DiscoveryMetrics metrics) throws DiscoveryException {
    this(settings, metrics, EXCHANGE_MS);
  }

  /** The same with another time for an exchange. */
  RedisConnector(RedisSettings settings, DiscoveryMetrics metrics, int exchangeMs)
      throws DiscoveryException {
    this.exchangeMs = exchangeMs;
    this.settings = settings;
    this.metrics = metrics;
    this.tls = settings.isEncrypted() ? RedisDial.tls(settings) : null;
  }

  /** Conversation over an open connection. */
  @FunctionalInterface
  interface Conversation<T> {
    T with(Jedis redis) throws DiscoveryException;
  }

  /** A conversation within the time of an exchange. */
  <T> T talk(Conversation<T> conversation) throws DiscoveryException {
    RedisDial dial = dial(EXCHANGE_BYTES);
    CompletableFuture<Void> over = new CompletableFuture<>();
    over.orTimeout(exchangeMs, TimeUnit.MILLISECONDS)
        .whenComplete(
            (done, late) -> {
              if (late != null) {
                dial.giveUp();
              }
            });
    try {
      return talk(dial, 0, conversation);
    } catch (DiscoveryException e) {
      if (dial.isGivenUp()) {
        throw new DiscoveryException(
            "Redis at " + settings.address() + " did not answer within " + exchangeMs + " ms", e);
      }
      throw e;
    } finally {
      over.complete(null);
    }
  }

  /**
   * A connection that is yet to be opened, for {@link #talk(RedisDial, int, Conversation)}; without
   * a bound for all that is said on it, which a listener does not keep.
   */
  RedisDial dial() {
    return dial(Long.MAX_VALUE);
  }

  private RedisDial dial(long mostBytes) {
    return new RedisDial(settings, tls, TIMEOUT_MS, mostBytes);
  }

  /**
   * A conversation over one's own dial, for as long as that is not given up.
   *
   * @param silenceMs the longest wait for the next message of a subscription
   */
  <T> T talk(RedisDial dial, int silenceMs, Conversation<T> conversation)
      throws DiscoveryException {
    try (Jedis redis = new Jedis(dial, config(silenceMs))) {
      return conversation.with(redis);
    } catch (JedisAccessControlException e) {
      throw failed("refuses what was asked", e.getMessage(), e);
    } catch (JedisConnectionException e) {
      throw failed("cannot be reached", innermost(e), e);
    } catch (RuntimeException e) {
      // Jedis' own exceptions, and whatever a reply that is not Redis' makes it stumble over.
      throw failed("did not answer as expected", e.getMessage(), e);
    } finally {
      dial.close();
    }
  }

  private DiscoveryException failed(String what, String reason, RuntimeException cause) {
    metrics.redisFailures.increment();
    String failure = "Redis at " + settings.address() + ' ' + what + ": ";
    if (settings.anyLogin().filter(login -> isRepeated(login, cause)).isPresent()) {
      // As one does that knows no AUTH: it repeats the arguments. Nor with its cause, therefore.
      return new DiscoveryException(
          failure
              + "what it answered repeats the password and is left out; maybe it knows no AUTH");
    }
    return new DiscoveryException(failure + DiscoveryException.printable(reason), cause);
  }

  private static boolean isRepeated(RedisSettings.Login login, Throwable in) {
    return in != null
        && (login.isRepeatedIn(String.valueOf(in.getMessage()))
            || isRepeated(login, in.getCause())
            || Arrays.stream(in.getSuppressed()).anyMatch(each -> isRepeated(login, each)));
  }

  private JedisClientConfig config(int silenceMs) {
    DefaultJedisClientConfig.Builder config =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(TIMEOUT_MS)
            .socketTimeoutMillis(TIMEOUT_MS)
            .blockingSocketTimeoutMillis(silenceMs)
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .database(settings.database());
    settings
        .anyLogin()
        .map(login -> new DefaultRedisCredentials(login.username(), login.password()))
        .ifPresent(config::credentials);
    return config.build();
  }

  /** Jedis hides the reason beneath its own exceptions, as a cause or as a suppressed one. */
  private static String innermost(Throwable failure) {
    Throwable reason = failure;
    while (true) {
      if (reason instanceof SSLException) {
        return "TLS failed, see its certificate and the truststore: " + reason.getMessage();
      }
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
