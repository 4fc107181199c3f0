package io.dartagnan.discovery;

import java.net.SocketTimeoutException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Subscriber to the channel of changes, with one thread, until it is closed.
 *
 * <p>Messages are hints and nothing more: what is in them decides at most that a record is read
 * anew. A subscription that stays silent for {@value #SILENCE_MS} ms is replaced, since a
 * connection can die without a word; one that fails is tried again after a pause that doubles from
 * {@value #SHORTEST_PAUSE_MS} ms to {@value #LONGEST_PAUSE_MS} ms, and is short again after one
 * that lasted longer than the longest.
 */
final class Subscriber implements AutoCloseable {
  static final int SILENCE_MS = 30_000;
  static final long SHORTEST_PAUSE_MS = 100;
  static final long LONGEST_PAUSE_MS = 10_000;

  /** Longest wait for the thread to end: every exchange that it may be at is shorter. */
  static final long STOP_SECONDS = 10;

  private final RedisConnector redis;
  private final DiscoveryMetrics metrics;
  private final ThreadFactory threads;
  private final Listener listener;
  private final OutageLog outage =
      new OutageLog(
          "changes are found by asking until the subscription is back",
          "changes are heard of again");
  private final CountDownLatch closed = new CountDownLatch(1);
  private Thread thread;
  private RedisDial dial;
  private long pauseMs = SHORTEST_PAUSE_MS;

  /** Listener for changes. Called on the subscriber's thread. */
  interface Listener {
    /** Everything said before may have been missed. */
    void subscribed();

    /** Someone says that this key's record has changed. */
    void changed(String key);
  }

  Subscriber(
      RedisConnector redis, DiscoveryMetrics metrics, ThreadFactory threads, Listener listener) {
    this.redis = redis;
    this.metrics = metrics;
    this.threads = threads;
    this.listener = listener;
  }

  /** Begins to listen, unless it does already or is closed. */
  synchronized void start() {
    if (thread == null && closed.getCount() > 0) {
      Thread starting = threads.newThread(this::listen);
      starting.start();
      thread = starting;
    }
  }

  private void listen() {
    try {
      RedisDial next = dialNext();
      while (next != null) {
        long began = System.nanoTime();
        try {
          redis.talk(next, SILENCE_MS, this::subscribe);
        } catch (DiscoveryException e) {
          pauseAfter(e, began);
        } catch (Error e) {
          // Whatever it is: the thread would end with it, and nobody start another.
          pauseAfter(new DiscoveryException("changes cannot be listened for: " + e, e), began);
        }
        next = dialNext();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pauseAfter(DiscoveryException failure, long began) throws InterruptedException {
    if (closed.getCount() > 0) {
      metrics.subscriberReconnects.increment();
      outage.failed(failure);
    }
    long lastedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    if (lastedMs > LONGEST_PAUSE_MS) {
      pauseMs = SHORTEST_PAUSE_MS;
    }
    closed.await(pauseMs, TimeUnit.MILLISECONDS);
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
  }

  /** Null once closed. */
  private synchronized RedisDial dialNext() {
    dial = closed.getCount() > 0 ? redis.dial() : null;
    return dial;
  }

  /** Returns when the subscription was silent for long enough to be replaced. */
  private Void subscribe(Jedis connection) {
    ChangeListener ears = new ChangeListener();
    try {
      connection.subscribe(ears, RecordFormat.CHANNEL);
    } catch (JedisConnectionException e) {
      if (ears.heard && e.getCause() instanceof SocketTimeoutException) {
        return null;
      }
      throw e;
    }
    throw new JedisDataException("the subscription was not taken up, or taken back");
  }

  private final class ChangeListener extends JedisPubSub {
    private boolean heard;

    @Override
    public void onSubscribe(String channel, int channels) {
      heard = true;
      outage.succeeded();
      listener.subscribed();
    }

    @Override
    public void onMessage(String channel, String message) {
      metrics.hints.increment();
      listener.changed(message);
    }
  }

  @Override
  public void close() {
    Thread running;
    synchronized (this) {
      closed.countDown();
      if (dial != null) {
        dial.giveUp();
      }
      running = thread;
    }
    if (running == null) {
      return;
    }
    try {
      running.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
