package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests that a clock that was wrong and is set right leaves no trace, without a restart. */
class ClockTest extends RedisTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private volatile Duration ownerAhead = Duration.ZERO;
  private volatile Duration readerAhead = Duration.ZERO;
  private final Clock ownersClock = new TestClock(() -> Instant.now().plus(ownerAhead));
  private final Clock readersClock = new TestClock(() -> Instant.now().plus(readerAhead));

  private RedisDiscovery open(Clock clock) throws DiscoveryException {
    return closeLater(
        new RedisDiscovery(
            new RedisSettings(redis.uri(), SHORT), PARTIES.signer(0), PARTIES, clock));
  }

  @Test
  void aServerWhoseClockWasAheadIsFoundOnceItIsSetRight() throws Exception {
    ownerAhead = HOUR;
    open(ownersClock).register(RS0);
    RedisDiscovery reader = open(readersClock);
    assertThat(fails(reader, RS0, "is from the future")).isTrue();
    ownerAhead = Duration.ZERO;
    await("the reader finds it").atMost(DEADLINE).until(() -> finds(reader, RS0));
  }

  @Test
  void aReaderWhoseClockWasAheadTooFindsItOnceBothAreSetRight() throws Exception {
    ownerAhead = HOUR;
    readerAhead = HOUR;
    open(ownersClock).register(RS0);
    RedisDiscovery reader = open(readersClock);
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    ownerAhead = Duration.ZERO;
    readerAhead = Duration.ZERO;
    await("the reader has a record of now")
        .atMost(DEADLINE)
        .until(() -> finds(reader, RS0) && reader.all().contains(RS0));
  }
}
