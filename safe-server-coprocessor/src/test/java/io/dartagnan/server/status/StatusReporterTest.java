package io.dartagnan.server.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mpc.Party;
import io.dartagnan.status.DiscoveryStatus;
import io.dartagnan.status.ServerStatus;
import io.dartagnan.status.StatusAnswer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Askers never wait, and share one report. */
@Timeout(60)
class StatusReporterTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final StatusAnswer PENDING = new StatusAnswer.Pending();

  private final AtomicInteger surveys = new AtomicInteger();

  private ServerStatus status() {
    surveys.incrementAndGet();
    return new ServerStatus(
        Party.P0,
        "rs0,16020,1",
        "1",
        2,
        3,
        "mesh",
        1,
        surveys.get(),
        0,
        "",
        List.of(),
        new DiscoveryStatus("list", "", List.of(), 0),
        List.of());
  }

  @Test
  void whoAsksWhileItIsFoundOutHearsSoAndOneReportServesAll() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    try (StatusReporter reporter =
        new StatusReporter(
            () -> {
              try {
                go.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return status();
            },
            "status")) {
      for (int asked = 0; asked < 100; asked++) {
        assertThat(reporter.answer()).isEqualTo(PENDING);
      }
      go.countDown();
      await().atMost(DEADLINE).until(() -> !reporter.answer().equals(PENDING));
      assertThat(reporter.answer()).isInstanceOf(StatusAnswer.Ready.class);
      assertThat(surveys).hasValue(1);
    }
  }

  @Test
  void anOldReportIsMadeAnew() {
    try (StatusReporter reporter = new StatusReporter(this::status, "status")) {
      await()
          .atMost(DEADLINE)
          .until(
              () ->
                  reporter.answer() instanceof StatusAnswer.Ready ready
                      && ready.status().now() == 2);
    }
  }

  @Test
  void aDefectIsAnAnswerThatTellsNothingOfIt() {
    try (StatusReporter reporter =
        new StatusReporter(
            () -> {
              throw new IllegalStateException("something of its own to say");
            },
            "status")) {
      await().atMost(DEADLINE).until(() -> !reporter.answer().equals(PENDING));
      assertThat(reporter.answer())
          .isEqualTo(
              new StatusAnswer.Unavailable("its status could not be found out; its log says why"));
    }
  }

  @Test
  void oneThatIsClosedSaysSo() {
    StatusReporter reporter = new StatusReporter(this::status, "status");
    reporter.close();
    assertThat(reporter.answer())
        .isEqualTo(new StatusAnswer.Unavailable("the region server is stopping"));
  }
}
