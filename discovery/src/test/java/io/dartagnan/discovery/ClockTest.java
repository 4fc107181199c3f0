package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** A clock that was wrong and is set right is forgotten; nobody has to restart for it. */
class ClockTest extends RedisTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final SetClock ownersClock = new SetClock();
  private final SetClock readersClock = new SetClock();

  /** The machine's, ahead by what it is set to. */
  private static final class SetClock extends Clock {
    private volatile Duration ahead = Duration.ZERO;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.now().plus(ahead);
    }
  }

  private RedisDiscovery open(SetClock clock) throws DiscoveryException {
    return closeLater(
        new RedisDiscovery(
            new RedisSettings(redis.uri(), SHORT), PARTIES.signer(0), PARTIES, clock));
  }

  @Test
  void aServerWhoseClockWasAheadIsFoundOnceItIsSetRight() throws Exception {
    ownersClock.ahead = HOUR;
    open(ownersClock).register(RS0);
    RedisDiscovery reader = open(readersClock);
    assertThat(fails(reader, RS0, "is from the future")).isTrue();
    ownersClock.ahead = Duration.ZERO;
    await("the reader finds it").atMost(DEADLINE).until(() -> finds(reader, RS0));
  }

  @Test
  void aReaderWhoseClockWasAheadTooFindsItOnceBothAreSetRight() throws Exception {
    ownersClock.ahead = HOUR;
    readersClock.ahead = HOUR;
    open(ownersClock).register(RS0);
    RedisDiscovery reader = open(readersClock);
    assertThat(reader.lookup(0, RS0.server())).isEqualTo(RS0);
    ownersClock.ahead = Duration.ZERO;
    readersClock.ahead = Duration.ZERO;
    await("the reader has a record of now")
        .atMost(DEADLINE)
        .until(() -> finds(reader, RS0) && reader.all().contains(RS0));
  }
}
