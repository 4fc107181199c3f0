package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** The contract on a real Redis, and what happens when that Redis goes away or is tampered with. */
class RedisDiscoveryTest extends DiscoveryContractTest {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(900);
  private static RedisProcess redis;

  private Duration lease = LONG;

  @BeforeAll
  static void startRedis() throws Exception {
    redis = new RedisProcess();
  }

  @AfterAll
  static void stopRedis() throws Exception {
    redis.close();
  }

  @BeforeEach
  void wipe() throws Exception {
    redis.stop();
    redis.start();
  }

  @Override
  Discovery newDiscovery() {
    return new RedisDiscovery(new RedisSettings(redis.uri(), lease));
  }

  private RedisDiscovery openWith(Duration shortOrLong) {
    lease = shortOrLong;
    return (RedisDiscovery) open();
  }

  @Test
  void aRecordExpiresWhenItsOwnerVanishes() throws Exception {
    RedisDiscovery owner = openWith(SHORT);
    owner.register(RS0);
    Discovery reader = open();
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    owner.vanish();
    await("nobody finds the record")
        .atMost(DEADLINE)
        .until(() -> fails(reader, "has no live record"));
  }

  @Test
  void aRecordOutlivesItsLeaseWhileItsOwnerLives() throws Exception {
    openWith(SHORT).register(RS0);
    String key = RecordFormat.key(RS0);
    try (Jedis connection = redis.connect()) {
      for (int renewals = 0; renewals < 4; renewals++) {
        long before = connection.pttl(key);
        long[] last = {before};
        await("the lease is renewed")
            .atMost(DEADLINE)
            .until(
                () -> {
                  long now = connection.pttl(key);
                  boolean renewed = now > last[0];
                  last[0] = now;
                  return renewed;
                });
      }
    }
    assertThat(open().lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void aWipedRedisHasTheRecordBackByItself() throws Exception {
    openWith(SHORT).register(RS0);
    try (Jedis connection = redis.connect()) {
      connection.flushAll();
      await("the record is back")
          .atMost(DEADLINE)
          .until(() -> connection.exists(RecordFormat.key(RS0)));
    }
    assertThat(open().lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void aRestartedRedisHasTheRecordBackAndOneWarningWasLogged() throws Exception {
    PrintStream console = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      openWith(SHORT).register(RS0);
      redis.stop();
      await("the outage is noticed")
          .atMost(DEADLINE)
          .until(() -> text(log).contains("cannot be reached"));
      redis.start();
      Discovery reader = open();
      await("the record is back").atMost(DEADLINE).until(() -> !reader.all().isEmpty());
      await("the recovery is logged")
          .atMost(DEADLINE)
          .until(() -> text(log).contains("answers again"));
    } finally {
      System.setErr(console);
    }
    assertThat(text(log)).containsOnlyOnce("WARN").containsOnlyOnce("INFO");
    assertThat(open().lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void registeringWhileRedisIsDownSucceedsOnceItIsUp() throws Exception {
    redis.stop();
    openWith(SHORT).register(RS0);
    redis.start();
    Discovery reader = open();
    await("the record appears").atMost(DEADLINE).until(() -> reader.all().contains(RS0));
  }

  @Test
  void anOutageShorterThanTheLeaseGoesUnnoticedByWhoLookedUpBefore() throws Exception {
    openWith(LONG).register(RS0);
    Discovery reader = open();
    reader.lookup(0, RS0.server());
    redis.stop();
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    redis.start();
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void anOutageLongerThanTheLeaseIsToldWithRedisAddressAndTheReason() throws Exception {
    openWith(SHORT).register(RS0);
    Discovery reader = open();
    reader.lookup(0, RS0.server());
    redis.stop();
    await("the cached lease runs out")
        .atMost(DEADLINE)
        .until(() -> fails(reader, "cannot be reached"));
    assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageStartingWith("Redis at " + redis.address() + " cannot be reached: ")
        .hasMessageContaining("refused");
    assertThatThrownBy(reader::all).hasMessageContaining("Redis at " + redis.address());
  }

  @Test
  void aRecordIsReadAnewFromAThirdOfItsLeaseOn() throws Exception {
    openWith(SHORT).register(RS0);
    Discovery reader = open();
    reader.lookup(0, RS0.server());
    ServerRecord moved = new ServerRecord(0, RS0.server(), "moved", 1);
    try (Jedis connection = redis.connect()) {
      await("the reader follows")
          .atMost(DEADLINE)
          .until(
              () -> {
                connection.set(
                    RecordFormat.key(RS0), RecordFormat.write(moved), new SetParams().px(60_000));
                return reader.lookup(0, RS0.server()).equals(moved);
              });
    }
  }

  @Test
  void aMalformedRecordIsRefusedAndNamed() {
    String key = RecordFormat.key(RS0);
    try (Jedis connection = redis.connect()) {
      connection.set(key, "v9 whatever");
    }
    Discovery reader = open();
    assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageContaining(key)
        .hasMessageContaining("malformed");
    assertThatThrownBy(reader::all).hasMessageContaining(key);
  }

  @Test
  void aKeyThatHoldsNoStringIsRefused() {
    try (Jedis connection = redis.connect()) {
      connection.lpush(RecordFormat.key(RS0), "a", "b");
    }
    assertThatThrownBy(() -> open().lookup(0, RS0.server()))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageContaining(redis.address());
  }

  @Test
  void aRecordWithoutExpiryIsNotTrustedForLongerThanOneAnswer() throws Exception {
    Discovery reader = openWith(LONG);
    try (Jedis connection = redis.connect()) {
      connection.set(RecordFormat.key(RS0), RecordFormat.write(RS0));
      assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
      connection.del(RecordFormat.key(RS0));
    }
    assertThatThrownBy(() -> reader.lookup(0, RS0.server())).hasMessageContaining("no live record");
  }

  @Test
  void closeRemovesTheKeyAndLeavesNoThread() throws Exception {
    RedisDiscovery owner = openWith(SHORT);
    owner.register(RS0);
    assertThat(heartbeatThreads()).isEqualTo(1);
    owner.close();
    try (Jedis connection = redis.connect()) {
      assertThat(connection.exists(RecordFormat.key(RS0))).isFalse();
    }
    await("the heartbeat thread has ended").atMost(DEADLINE).until(() -> heartbeatThreads() == 0);
  }

  @Test
  void closeWhileRedisIsDownEndsWithoutAnError() throws Exception {
    RedisDiscovery owner = openWith(SHORT);
    owner.register(RS0);
    redis.stop();
    owner.close();
    await("the heartbeat thread has ended").atMost(DEADLINE).until(() -> heartbeatThreads() == 0);
  }

  private static boolean fails(Discovery reader, String reason) {
    try {
      reader.lookup(0, RS0.server());
      return false;
    } catch (DiscoveryException e) {
      return e.getMessage().contains(reason);
    }
  }

  private static String text(ByteArrayOutputStream log) {
    return log.toString(StandardCharsets.UTF_8);
  }

  private static long heartbeatThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("dartagnan-discovery-heartbeat"))
        .count();
  }
}
