package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    Await.until("nobody finds the record", () -> fails(reader, "has no live record"));
  }

  @Test
  void aRecordOutlivesItsLeaseWhileItsOwnerLives() throws Exception {
    openWith(SHORT).register(RS0);
    String key = RecordFormat.key(RS0);
    try (Jedis connection = redis.connect()) {
      for (int renewals = 0; renewals < 4; renewals++) {
        long before = connection.pttl(key);
        long[] last = {before};
        Await.until(
            "the lease is renewed",
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
      Await.until("the record is back", () -> connection.exists(RecordFormat.key(RS0)));
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
      Await.until("the outage is noticed", () -> text(log).contains("cannot be reached"));
      redis.start();
      Discovery reader = open();
      Await.until("the record is back", () -> !reader.all().isEmpty());
      Await.until("the recovery is logged", () -> text(log).contains("answers again"));
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
    Await.until("the record appears", () -> reader.all().contains(RS0));
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
    Await.until("the cached lease runs out", () -> fails(reader, "cannot be reached"));
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
      Await.until(
          "the reader follows",
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
    Await.until("the heartbeat thread has ended", () -> heartbeatThreads() == 0);
  }

  @Test
  void closeWhileRedisIsDownEndsWithoutAnError() throws Exception {
    RedisDiscovery owner = openWith(SHORT);
    owner.register(RS0);
    redis.stop();
    owner.close();
    Await.until("the heartbeat thread has ended", () -> heartbeatThreads() == 0);
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
