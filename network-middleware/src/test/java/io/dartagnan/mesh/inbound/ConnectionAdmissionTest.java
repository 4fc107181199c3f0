package io.dartagnan.mesh.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectionAdmissionTest {
  private final AtomicLong now = new AtomicLong(-7);
  private final ConnectionAdmission reception = new ConnectionAdmission(now::get);

  @Test
  void onePartyLeavesRoomForTheOther() {
    for (int i = 0; i < ConnectionAdmission.MAX_OF_PARTY; i++) {
      assertThat(reception.enter(Party.P1)).isTrue();
    }

    assertThat(reception.enter(Party.P1)).isFalse();
    assertThat(reception.enter(Party.P2)).isTrue();
    assertThat(2 * ConnectionAdmission.MAX_OF_PARTY)
        .isLessThan(ConnectionAdmission.MAX_CONNECTIONS);
  }

  @Test
  void whoLeavesMakesRoom() {
    for (int i = 0; i < ConnectionAdmission.MAX_OF_PARTY; i++) {
      reception.enter(Party.P1);
    }
    reception.left(Party.P1);

    assertThat(reception.enter(Party.P1)).isTrue();
    assertThat(reception.enter(Party.P1)).isFalse();
  }

  @Test
  void refusalsAreToldOnceAMinuteWithTheirNumber() {
    assertThat(reception.warningDue()).isZero();
    for (int i = 0; i < 1000; i++) {
      now.addAndGet(Duration.ofMillis(50).toNanos());
      assertThat(reception.warningDue()).isNegative();
    }
    now.addAndGet(Duration.ofSeconds(10).toNanos());

    assertThat(reception.warningDue()).isEqualTo(1000);

    now.addAndGet(Duration.ofMinutes(1).toNanos());
    assertThat(reception.warningDue()).isZero();
  }
}
