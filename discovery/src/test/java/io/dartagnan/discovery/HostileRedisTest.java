package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.discovery.RejectedRecordException.Reason;
import java.security.KeyPair;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** Tests that nobody is led to a wrong peer by a Redis, or a writer to it, that lies. */
class HostileRedisTest extends RedisTest {
  private static final String KEY = RecordFormat.key(RS0);
  private static final ServerRecord EVIL = new ServerRecord(0, RS0.server(), "evil.example", 666);
  private static final long LEASE = LONG.toMillis();

  /** Refused without anything known, and harmless to someone who knows better. */
  private void refusedEverywhere(String value, Reason rejection) throws Exception {
    try (Jedis connection = redis.connect()) {
      connection.flushAll();
      RedisDiscovery knowing = open(LONG);
      connection.set(KEY, PARTIES.issue(RS0, LEASE), new SetParams().px(LEASE));
      assertThat(knowing.lookup(0, RS0.server())).isEqualTo(RS0);
      awaitSubscribers(1);

      connection.set(KEY, value, new SetParams().px(LEASE));
      connection.publish(RecordFormat.CHANNEL, KEY);
      await("it was read and refused")
          .atMost(DEADLINE)
          .until(() -> knowing.metrics().rejected(rejection) > 0);
      assertThat(knowing.lookup(0, RS0.server())).isEqualTo(RS0);
      knowing.close();
    }
    RedisDiscovery newcomer = open(LONG);
    assertThatThrownBy(() -> newcomer.lookup(0, RS0.server()))
        .isInstanceOfSatisfying(
            RejectedRecordException.class, e -> assertThat(e.reason()).isEqualTo(rejection))
        .hasMessageContaining(KEY);
    assertThat(newcomer.all()).isEmpty();
    assertThat(newcomer.metrics().rejected(rejection)).isEqualTo(2);
    newcomer.close();
    awaitSubscribers(0);
  }

  @Test
  void aRecordThatNobodySigned() throws Exception {
    refusedEverywhere("v1 0 " + RS0.server() + " evil.example 666", Reason.UNSIGNED);
  }

  @Test
  void aRecordThatAStrangerSigned() throws Exception {
    KeyPair stranger = Parties.ellipticCurve();
    RecordSigner signer = new RecordSigner(stranger::getPrivate);
    refusedEverywhere(
        Parties.issue(EVIL, System.currentTimeMillis(), LEASE, signer), Reason.FORGED);
  }

  @Test
  void aRecordThatAnotherPartySigned() throws Exception {
    refusedEverywhere(
        Parties.issue(EVIL, System.currentTimeMillis(), LEASE, PARTIES.signer(1)), Reason.FORGED);
  }

  @Test
  void aRecordThatWasAltered() throws Exception {
    refusedEverywhere(
        PARTIES.issue(RS0, LEASE).replace(" a 7000 ", " evil.example 666 "), Reason.FORGED);
  }

  @Test
  void aGenuineRecordOfAnotherServer() throws Exception {
    ServerRecord other = new ServerRecord(0, "rs9.example,16020,9", "a", 7009);
    refusedEverywhere(PARTIES.issue(other, LEASE), Reason.MISPLACED);
  }

  @Test
  void aGenuineRecordOfLongAgo() throws Exception {
    refusedEverywhere(
        PARTIES.issue(EVIL, System.currentTimeMillis() - 2 * LEASE, LEASE), Reason.EXPIRED);
  }

  @Test
  void aRecordOfAPartyWhoseClockIsFarAhead() throws Exception {
    refusedEverywhere(
        PARTIES.issue(EVIL, System.currentTimeMillis() + LEASE, LEASE), Reason.FROM_FUTURE);
  }

  @Test
  void aValueLongerThanAnyRecord() throws Exception {
    refusedEverywhere("v2 0 " + "x".repeat(10_000_000), Reason.MALFORMED);
  }

  @Test
  void aGenuineRecordThatWasSinceReplacedIsNotTakenAgain() throws Exception {
    String old = PARTIES.issue(EVIL, System.currentTimeMillis() - 1000, LEASE);
    RedisDiscovery reader = open(LONG);
    plant(KEY, PARTIES.issue(RS0, LEASE));
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    awaitSubscribers(1);
    try (Jedis connection = redis.connect()) {
      connection.set(KEY, old, new SetParams().px(LEASE));
      connection.publish(RecordFormat.CHANNEL, KEY);
      await("it was read and refused")
          .atMost(DEADLINE)
          .until(() -> reader.metrics().rejected(Reason.REPLAYED) > 0);
      assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
      // Also once nothing is known of it any more but its time.
      connection.del(KEY);
      connection.publish(RecordFormat.CHANNEL, KEY);
      await("it is forgotten").atMost(DEADLINE).until(() -> !finds(reader, RS0));
      connection.set(KEY, old, new SetParams().px(LEASE));
    }
    assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
        .isInstanceOf(RejectedRecordException.class)
        .hasMessageContaining("is replayed");
  }

  @Test
  void aKeyThatHoldsNoStringIsRefusedAndCounted() throws Exception {
    try (Jedis connection = redis.connect()) {
      connection.lpush(KEY, "a", "b");
    }
    RedisDiscovery reader = open(LONG);
    assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
        .isInstanceOf(RejectedRecordException.class)
        .hasMessageContaining("it is not a string");
    assertThat(reader.all()).isEmpty();
    assertThat(reader.metrics().rejected(Reason.MALFORMED)).isEqualTo(2);
  }

  @Test
  void aRecordWithoutExpiryIsNotUsed() throws Exception {
    RedisDiscovery reader = open(LONG);
    try (Jedis connection = redis.connect()) {
      connection.set(KEY, PARTIES.issue(RS0, LEASE));
      assertThat(fails(reader, RS0, "no live record")).isTrue();
      connection.pexpire(KEY, LEASE);
    }
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void aRecordThatIsKeptBeyondItsTimeEndsByItsOwn() throws Exception {
    RedisSettings strict = new RedisSettings(redis.uri(), LONG).withClockSkew(Duration.ZERO);
    RedisDiscovery reader = open(strict, 0);
    plant(KEY, PARTIES.issue(RS0, 2000)); // which Redis is told to keep for a minute
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    await("it is not used any more")
        .atMost(DEADLINE)
        .until(() -> fails(reader, RS0, "has expired"));
  }

  @Test
  void listingLeavesOutWhatIsPlantedAndWarnsOnceOfEachKind() throws Exception {
    String log =
        logOf(
            logged -> {
              plant(KEY, PARTIES.issue(RS0, LEASE));
              for (int i = 0; i < 100; i++) {
                plant(RecordFormat.KEY_PREFIX + "0:rs" + i + ",1,1", "v2 nonsense");
                plant(RecordFormat.KEY_PREFIX + i + "\n[31m ERROR", "v1 x");
              }
              RedisDiscovery reader = open(LONG);
              assertThat(reader.all()).containsExactly(RS0);
              assertThat(reader.metrics().rejected(Reason.MALFORMED)).isEqualTo(100);
              assertThat(reader.metrics().rejected(Reason.UNSIGNED)).isEqualTo(100);
              assertThat(reader.metrics().rejected()).isEqualTo(200);
            });
    assertThat(log.lines().filter(line -> line.contains("WARN"))).hasSize(2);
    assertThat(log.lines()).hasSize(2);
  }
}
