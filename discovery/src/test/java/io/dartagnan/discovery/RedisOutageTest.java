package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Redis restarts, is wiped, is away or freezes; servers die and come back. */
class RedisOutageTest extends RedisTest {

  @Test
  void aKilledServerDisappearsWithinItsLease() throws Exception {
    RedisDiscovery owner = open(SHORT);
    owner.register(RS0);
    Discovery reader = open(LONG);
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    owner.vanish();
    try (Jedis connection = redis.connect()) {
      await("Redis lets the record go")
          .atMost(DEADLINE)
          .until(() -> !connection.exists(RecordFormat.key(RS0)));
    }
    assertThat(fails(reader, RS0, "has no live record")).as("nobody finds it any more").isTrue();
  }

  @Test
  void aRestartedServerIsFoundAtOnceByItsNewName() throws Exception {
    RedisDiscovery owner = open(LONG);
    owner.register(RS0);
    Discovery reader = open(LONG);
    reader.lookup(0, RS0.server());
    owner.vanish();
    ServerRecord restarted = new ServerRecord(0, "rs0.example,16020,1763676009999", "a", 7009);
    assertThat(fails(reader, restarted, "has no live record")).isTrue();
    open(LONG).register(restarted);
    assertThat(reader.lookup(0, restarted.server())).isEqualTo(restarted);
  }

  @Test
  void aRecordOutlivesItsLeaseWhileItsOwnerLives() throws Exception {
    open(SHORT).register(RS0);
    String key = RecordFormat.key(RS0);
    try (Jedis connection = redis.connect()) {
      for (int renewals = 0; renewals < 4; renewals++) {
        String before = connection.get(key);
        await("the record is issued anew")
            .atMost(DEADLINE)
            .until(
                () -> {
                  String now = connection.get(key);
                  return now != null && !now.equals(before);
                });
      }
    }
    assertThat(open(LONG).lookup(0, RS0.server())).isEqualTo(RS0);
  }

  /** A schedule ends with the first thing that its task throws. */
  @Test
  void whateverKeepsARecordFromBeingIssuedItIsIssuedAgainAfterwards() throws Exception {
    AtomicInteger signatures = new AtomicInteger();
    RecordSigner signer =
        new RecordSigner(
            () -> {
              if (signatures.incrementAndGet() == 3) { // the first are made while it registers
                throw new NoClassDefFoundError("as the test wants it");
              }
              return PARTIES.keyOf(0).getPrivate();
            });
    RedisSettings settings = new RedisSettings(redis.uri(), SHORT);
    try (RedisDiscovery owner = new RedisDiscovery(settings, signer, PARTIES)) {
      owner.register(RS0);
      await("it is issued again").atMost(DEADLINE).until(() -> signatures.get() > 3);
      assertThat(owner.metrics().heartbeatsFailed()).isEqualTo(1);
      await("and found").atMost(DEADLINE).until(() -> owner.all().contains(RS0));
    }
  }

  @Test
  void aWipedRedisHasTheRecordBackAndWhoKnewItDidNotNotice() throws Exception {
    open(SHORT).register(RS0);
    Discovery reader = open(LONG);
    reader.lookup(0, RS0.server());
    try (Jedis connection = redis.connect()) {
      connection.flushAll();
      await("the record is back, and found all the while")
          .atMost(DEADLINE)
          .until(
              () -> {
                assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
                return connection.exists(RecordFormat.key(RS0));
              });
    }
  }

  @Test
  void aRestartedRedisHasTheRecordBackAndOneWarningWasLogged() throws Exception {
    String log =
        logOf(
            logged -> {
              open(SHORT).register(RS0);
              redis.stop();
              await("the outage is noticed")
                  .atMost(DEADLINE)
                  .until(() -> logged.text().contains("cannot be reached"));
              redis.start();
              Discovery reader = open(LONG);
              await("the record is back").atMost(DEADLINE).until(() -> !reader.all().isEmpty());
              await("the recovery is logged")
                  .atMost(DEADLINE)
                  .until(() -> logged.text().contains("is registered again"));
            });
    assertThat(log)
        .containsOnlyOnce("WARN")
        .containsOnlyOnce("registered party 0 server " + RS0.server() + " as a:7000 in Redis")
        .containsOnlyOnce("is registered again");
    assertThat(open(LONG).lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void registeringWhileRedisIsDownSucceedsOnceItIsUp() throws Exception {
    redis.stop();
    RedisDiscovery owner = open(SHORT);
    owner.register(RS0);
    assertThat(owner.metrics().heartbeatsFailed()).isPositive();
    assertThat(owner.metrics().redisFailures()).isPositive();
    redis.start();
    Discovery reader = open(LONG);
    await("the record appears").atMost(DEADLINE).until(() -> reader.all().contains(RS0));
  }

  @Test
  void anOutageShorterThanTheLeaseGoesUnnoticedByWhoLookedUpBefore() throws Exception {
    open(LONG).register(RS0);
    Discovery reader = open(LONG);
    reader.lookup(0, RS0.server());
    redis.stop();
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    redis.start();
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
  }

  @Test
  void anOutageLongerThanTheLeaseIsToldWithRedisAddressAndTheReason() throws Exception {
    open(SHORT).register(RS0);
    Discovery reader = open(LONG);
    reader.lookup(0, RS0.server());
    redis.stop();
    await("the cached lease runs out")
        .atMost(DEADLINE)
        .until(() -> fails(reader, RS0, "cannot be reached"));
    assertThatThrownBy(() -> reader.lookup(0, RS0.server()))
        .isInstanceOf(DiscoveryException.class)
        .hasMessageStartingWith("Redis at " + redis.address() + " cannot be reached: ")
        .hasMessageContaining("refused");
    assertThatThrownBy(reader::all).hasMessageContaining("Redis at " + redis.address());
  }

  /** A lookup that asked Redis would wait for it: that it answers shows that it did not. */
  @Test
  void whileRedisHangsALiveRecordIsAnsweredFromMemoryThoughItIsDueToBeReadAnew() throws Exception {
    plant(RecordFormat.key(RS0), PARTIES.issue(RS0, 9_000));
    RedisDiscovery reader = open(LONG);
    reader.lookup(0, RS0.server());
    awaitSubscribers(1);
    redis.freeze();
    try {
      await("a read in the background has failed")
          .atMost(DEADLINE)
          .until(
              () -> {
                assertThat(answered(reader)).isEqualTo(RS0);
                return reader.metrics().redisFailures() > 0;
              });
      assertThat(answered(reader)).as("and after it").isEqualTo(RS0);
      assertThat(reader.metrics().cacheHits()).isEqualTo(reader.metrics().lookups() - 1);
    } finally {
      redis.thaw();
    }
  }

  private static ServerRecord answered(Discovery reader) throws Exception {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return reader.lookup(0, RS0.server());
              } catch (DiscoveryException e) {
                throw new IllegalStateException(e);
              }
            })
        .get(RedisConnector.TIMEOUT_MS / 2, TimeUnit.MILLISECONDS);
  }

  @Test
  void whileRedisHangsAnUnknownServerIsAnErrorWithinTheTimeOfAnExchange() throws Exception {
    RedisDiscovery reader = open(LONG);
    redis.freeze();
    try {
      CompletableFuture<Boolean> failed =
          CompletableFuture.supplyAsync(() -> fails(reader, RS0, "Redis at " + redis.address()));
      assertThat(failed.get(2L * RedisConnector.EXCHANGE_MS, TimeUnit.MILLISECONDS)).isTrue();
    } finally {
      redis.thaw();
    }
  }

  @Test
  void closeWhileRedisHangsEnds() throws Exception {
    RedisDiscovery owner = open(LONG);
    owner.register(RS0);
    owner.lookup(0, RS0.server());
    awaitSubscribers(1);
    redis.freeze();
    try {
      CompletableFuture.runAsync(owner::close)
          .get(4L * RedisConnector.EXCHANGE_MS, TimeUnit.MILLISECONDS);
      awaitNoThreads();
    } finally {
      redis.thaw();
    }
  }
}
