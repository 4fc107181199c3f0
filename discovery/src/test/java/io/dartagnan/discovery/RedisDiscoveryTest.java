package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The contract on a real Redis, each view with the keys of all parties. */
class RedisDiscoveryTest extends LeasedDiscoveryContractTest {
  private static final Parties PARTIES = new Parties();
  private static RedisProcess redis;

  @BeforeAll
  static void startRedis() throws Exception {
    redis = new RedisProcess();
  }

  @AfterAll
  static void stopRedis() throws Exception {
    redis.close();
  }

  @BeforeEach
  void wipe() {
    try (Jedis connection = redis.connect()) {
      connection.flushAll();
    }
  }

  /** The contract registers servers of several parties in one view; so one key stands for all. */
  @Override
  Discovery newDiscovery() throws DiscoveryException {
    return new RedisDiscovery(
        new RedisSettings(redis.uri(), Duration.ofSeconds(60)),
        PARTIES.signer(0),
        party -> PARTIES.of(0));
  }

  @Test
  void whoOnlyReadsFindsAndCannotRegister() throws Exception {
    open().register(RS0);
    RedisSettings settings = new RedisSettings(redis.uri(), Duration.ofSeconds(60));
    Discovery reader = closeLater(RedisDiscovery.reading(settings, PARTIES));
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    assertThat(reader.all()).containsExactly(RS0);
    assertThatThrownBy(() -> reader.register(RS1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("only reads");
  }

  @Test
  void anInspectionTellsTheAgeOfRecordsAndWhatIsNotBelieved() throws Exception {
    Discovery owner = open();
    owner.register(RS0);
    try (Jedis connection = redis.connect()) {
      connection.set(RecordFormat.key(RS1), "nonsense");
    }

    Discovery.Inspection inspection = open().inspect();

    assertThat(inspection.records())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.record()).isEqualTo(RS0);
              assertThat(found.ageMs().orElseThrow()).isBetween(0L, 60_000L);
              assertThat(found.leaseMs().orElseThrow()).isEqualTo(60_000L);
            });
    assertThat(inspection.rejected())
        .singleElement()
        .asString()
        .contains(RS1.server(), "is malformed");
    assertThat(owner.keeper()).isEqualTo("Redis at " + redis.uri().getAuthority() + " without TLS");
  }

  @Test
  void aServerWhoseKeyIsNotPinnedForItsPartyIsToldSoAndNotPublished() throws Exception {
    RedisSettings settings = new RedisSettings(redis.uri(), Duration.ofSeconds(60));
    Discovery wrongKey = closeLater(new RedisDiscovery(settings, PARTIES.signer(2), PARTIES));
    assertThatThrownBy(() -> wrongKey.register(RS0))
        .isInstanceOf(DiscoveryException.class)
        .hasMessage(
            "the key that signs the records of party 0 belongs to no certificate pinned for it;"
                + " see the party's keystore and truststore");
    try (Jedis connection = redis.connect()) {
      assertThat(connection.dbSize()).isZero();
    }
  }
}
