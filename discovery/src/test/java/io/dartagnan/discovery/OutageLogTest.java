package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OutageLogTest {
  private static final long QUIET = TimeUnit.SECONDS.toNanos(OutageLog.QUIET_SECONDS);

  private final OutageLog outage = new OutageLog("consequence", "recovery");

  @Test
  void aLastingOutageIsToldOnceAndItsEndOnce() {
    assertThat(outage.isToBeTold(0)).isTrue();
    assertThat(outage.isToBeTold(1)).isFalse();
    assertThat(outage.isToBeTold(5 * QUIET)).isFalse();
    assertThat(outage.wasTold()).isTrue();
    assertThat(outage.wasTold()).isFalse();
  }

  @Test
  void oneThatComesAndGoesIsToldAgainOnceAWhileHasPassed() {
    assertThat(outage.isToBeTold(0)).isTrue();
    assertThat(outage.wasTold()).isTrue();
    assertThat(outage.isToBeTold(QUIET - 1)).isFalse();
    assertThat(outage.wasTold()).as("nor is the end of what was not told").isFalse();
    assertThat(outage.isToBeTold(QUIET - 1)).isFalse();
    assertThat(outage.isToBeTold(QUIET)).as("it lasts since").isTrue();
    assertThat(outage.wasTold()).isTrue();
  }
}
