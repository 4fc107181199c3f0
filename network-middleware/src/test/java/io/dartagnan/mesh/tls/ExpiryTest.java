package io.dartagnan.mesh.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the end of a certificate is told in good time. */
class ExpiryTest {
  private static final Instant END = Instant.parse("2026-12-31T12:00:00Z");

  private final PartyCertificates.Expiry own = new PartyCertificates.Expiry(Party.P1, true, END);
  private final PartyCertificates.Expiry peers = new PartyCertificates.Expiry(Party.P2, false, END);

  @ParameterizedTest
  @CsvSource({"P30D, 30", "P1D, 1", "PT23H59M59S, 0", "PT0S, 0", "-PT1S, -1", "-P1D, -1"})
  void daysLeftAreWholeOnesAndNegativeOnceItIsOver(Duration before, long days) {
    assertThat(own.daysLeft(END.minus(before))).isEqualTo(days);
  }

  @Test
  void nothingIsSaidUntilThirtyDaysBefore() {
    assertThat(own.notice(END.minus(Duration.ofDays(30)).minusSeconds(1))).isEmpty();
    assertThat(own.notice(END.minus(Duration.ofDays(30)))).isPresent();
  }

  @Test
  void aNoticeSaysWhoseUntilWhenAndWhatToDo() {
    Instant before = END.minus(Duration.ofDays(10));
    assertThat(own.notice(before))
        .contains(
            "the certificate in use of party 1 ends on 2026-12-31T12:00:00Z, whole days left: 10;"
                + " change its key before, or new connections with it are refused");
    assertThat(peers.notice(before))
        .contains(
            "the last pinned certificate of party 2 ends on 2026-12-31T12:00:00Z, whole days left:"
                + " 10; pin its next one before, or new connections with it are refused");
    assertThat(peers.notice(END.plusSeconds(1)))
        .contains(
            "the last pinned certificate of party 2 ended on 2026-12-31T12:00:00Z; new connections"
                + " with it are refused until you pin its next one");
  }
}
