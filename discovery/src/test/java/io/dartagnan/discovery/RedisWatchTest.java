package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** Tests that a change is heard of long before a lease runs out, and is never believed unread. */
class RedisWatchTest extends RedisTest {
  /** Far below the lease of a minute. */
  private static final Duration SOON = Duration.ofSeconds(15);

  /** Long enough for a hundred reads, were they not held back. */
  private static final Duration FLOOD = Duration.ofSeconds(1);

  /** Redis gives up a subscriber that many more are waiting for. */
  private static final int MOST_MESSAGES = 50_000;

  private static final ServerRecord MOVED = new ServerRecord(0, RS0.server(), "moved", 1);

  @Test
  void aRemovedServerIsKnownAtOnce() throws Exception {
    Discovery.Registration registration = open(LONG).register(RS0);
    Discovery reader = watching(RS0);
    registration.close();
    await("the reader knows").atMost(SOON).until(() -> fails(reader, RS0, "has no live record"));
  }

  @Test
  void aServerThatComesBackElsewhereIsFoundThereAtOnce() throws Exception {
    RedisDiscovery owner = open(LONG);
    Discovery.Registration registration = owner.register(RS0);
    Discovery reader = watching(RS0);
    registration.close();
    owner.register(MOVED);
    await("the reader follows").atMost(SOON).until(() -> finds(reader, MOVED));
  }

  @Test
  void aSubscriptionThatIsLostIsTakenUpAgainAndWhatWasMissedIsRead() throws Exception {
    plant(RecordFormat.key(RS0), PARTIES.issue(RS0, LONG.toMillis()));
    RedisDiscovery reader = watching(RS0);
    plant(RecordFormat.key(MOVED), PARTIES.issue(MOVED, LONG.toMillis())); // without a message
    try (Jedis connection = redis.connect()) {
      connection.clientKill(new ClientKillParams().type(ClientType.PUBSUB));
    }
    await("the reader follows").atMost(SOON).until(() -> finds(reader, MOVED));
    assertThat(reader.metrics().subscriberReconnects()).isEqualTo(1);
    awaitSubscribers(1);
  }

  @Test
  void aSubscriptionComesBackWithARestartedRedis() throws Exception {
    open(LONG).register(RS0);
    RedisDiscovery reader = watching(RS0);
    redis.stop();
    await("it is tried again")
        .atMost(DEADLINE)
        .until(() -> reader.metrics().subscriberReconnects() > 1);
    redis.start();
    awaitSubscribers(1);
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void withoutASubscriptionARecordIsReadAnewFromAThirdOfItsLeaseOn() throws Exception {
    plant(RecordFormat.key(RS0), PARTIES.issue(RS0, 3_000));
    Discovery reader = watching(RS0); // what it reads then is still the first
    plant(RecordFormat.key(MOVED), PARTIES.issue(MOVED, 3_000));
    await("the reader follows, and answers all the while")
        .atMost(DEADLINE)
        .until(() -> reader.lookup(0, RS0.server()).equals(MOVED));
  }

  @Test
  void messagesThatLieChangeNothing() throws Exception {
    open(LONG).register(RS0);
    RedisDiscovery reader = watching(RS0);
    try (Jedis connection = redis.connect()) {
      connection.publish(RecordFormat.CHANNEL, RecordFormat.key(RS0));
      connection.publish(RecordFormat.CHANNEL, RecordFormat.key(RS1));
      connection.publish(RecordFormat.CHANNEL, "");
      connection.publish(RecordFormat.CHANNEL, PARTIES.issue(MOVED, LONG.toMillis()));
    }
    await("all were heard").atMost(DEADLINE).until(() -> reader.metrics().hints() >= 4);
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    assertThat(reader.metrics().redisFailures()).isZero();
  }

  @Test
  void aFloodOfMessagesCostsRedisAFewReads() throws Exception {
    open(LONG).register(RS0);
    RedisDiscovery reader = watching(RS0);
    try (Jedis connection = redis.connect()) {
      long before = reads(connection);
      long began = System.nanoTime();
      long sent = 0;
      while (System.nanoTime() - began < FLOOD.toNanos() && sent < MOST_MESSAGES) {
        try (var together = connection.pipelined()) {
          for (int i = 0; i < 100; i++) {
            together.publish(RecordFormat.CHANNEL, RecordFormat.key(RS0));
          }
        }
        sent += 100;
      }
      long flood = sent;
      await("all were heard").atMost(DEADLINE).until(() -> reader.metrics().hints() >= flood);
      await("one was heeded").atMost(DEADLINE).until(() -> reads(connection) > before);
      long reads = reads(connection) - before;
      long elapsedMs = (System.nanoTime() - began) / 1_000_000;
      assertThat(reads)
          .as("reads for %d messages in %d ms", flood, elapsedMs)
          .isLessThanOrEqualTo(2 + elapsedMs / RecordCache.GAP_MS);
    }
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
  }

  private static long reads(Jedis connection) {
    Matcher calls =
        Pattern.compile("cmdstat_getrange:calls=(\\d+)").matcher(connection.info("commandstats"));
    return calls.find() ? Long.parseLong(calls.group(1)) : 0;
  }

  @Test
  void aMessageLargerThanAnyOfOursEndsTheSubscriptionWhichComesBack() throws Exception {
    open(LONG).register(RS0);
    RedisDiscovery reader = watching(RS0);
    try (Jedis connection = redis.connect()) {
      connection.publish(
          RecordFormat.CHANNEL, "x".repeat(RedisDial.BoundedReplies.LONGEST_STRING + 1));
    }
    await("it was refused")
        .atMost(DEADLINE)
        .until(() -> reader.metrics().subscriberReconnects() == 1);
    awaitSubscribers(1);
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
  }
}
