package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.discovery.RejectedRecordException.Reason;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class RecordReaderTest extends RedisTest {
  /** More than are read at a time. */
  private static final int KEYS = 600;

  /** Those of them with a record: a busy machine takes long to check so many signatures. */
  private static final int SERVERS = 200;

  private final DiscoveryMetrics metrics = new DiscoveryMetrics();

  /** A reader that waits as long as a busy machine needs for so many answers. */
  private RecordReader reader() throws DiscoveryException {
    RedisConnector connector =
        new RedisConnector(
            new RedisSettings(redis.uri(), LONG.multipliedBy(10)),
            metrics,
            Math.toIntExact(LONG.toMillis()));
    return new RecordReader(
        connector, new RecordVerifier(PARTIES, Clock.systemUTC(), Duration.ofSeconds(10), metrics));
  }

  /** Times that Redis had to wait for what it was sent: a round trip each, when answers are due. */
  private static long arrivals(Jedis connection) {
    Matcher reads =
        Pattern.compile("total_reads_processed:(\\d+)").matcher(connection.info("stats"));
    assertThat(reads.find()).as("this Redis counts what arrives").isTrue();
    return Long.parseLong(reads.group(1));
  }

  @Test
  void manyRecordsTakeFewRoundTripsAndEachHasItsOutcome() throws Exception {
    Map<String, ServerRecord> planted = new LinkedHashMap<>();
    for (int i = 0; i < KEYS; i++) {
      ServerRecord one = new ServerRecord(0, "rs" + i + ".example,16020,1", "host" + i, 1 + i);
      planted.put(RecordFormat.key(one), i < SERVERS ? one : null);
      if (i < SERVERS) {
        plant(RecordFormat.key(one), PARTIES.issue(one, LONG.toMillis()));
      }
    }
    String absent = RecordFormat.key(RS1);
    String forged = RecordFormat.key(RS0);
    planted.put(absent, null);
    planted.put(forged, null);
    plant(forged, "v2 nonsense");

    Map<String, ServerRecord> read = new LinkedHashMap<>();
    Map<String, Reason> refused = new LinkedHashMap<>();
    try (Jedis connection = redis.connect()) {
      long before = arrivals(connection);
      reader()
          .readAll(
              planted.keySet(),
              (key, record, rejection) -> {
                read.put(key, record == null ? null : record.record());
                if (rejection != null) {
                  refused.put(key, rejection.reason());
                }
              });
      assertThat(arrivals(connection) - before).isLessThan(SERVERS / 4);
    }
    assertThat(read).isEqualTo(planted);
    assertThat(refused).containsExactly(Map.entry(forged, Reason.MALFORMED));
  }

  @Test
  void moreKeysThanAnyDeploymentHasAreToldOf() throws Exception {
    try (Jedis connection = redis.connect();
        var together = connection.pipelined()) {
      for (int i = 0; i < 13_000; i++) {
        together.set(RecordFormat.KEY_PREFIX + "0:rs" + i + ",1,1", "x");
      }
    }
    assertThatThrownBy(reader()::inspect)
        .isInstanceOf(DiscoveryException.class)
        .hasMessageContaining("more than 12288 keys");
    open(LONG).register(RS0);
    assertThat(open(LONG).lookup(0, RS0.server())).as("finding is not hindered").isEqualTo(RS0);
  }
}
