package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.wire.QueryFailure;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RunningEvaluationTest {
  private final PageQueue<String> pages = new PageQueue<>(20_000);
  private final AtomicInteger abandoned = new AtomicInteger();
  private final RunningEvaluation<String> running =
      new RunningEvaluation<>(pages, () -> 7, abandoned::incrementAndGet);

  @Test
  void aRefusedOneAnswersWithTheReasonWheneverItIsAsked() throws Exception {
    QueryFailure reason = new QueryFailure(false, "party 0: no");
    RunningEvaluation<String> refused = RunningEvaluation.refused(reason);

    for (int i = 0; i < 2; i++) {
      PageQueue.Entry<String> entry = refused.poll(0);
      assertThat(entry.failure()).isEqualTo(reason);
      assertThat(entry.outcome()).isNull();
    }
    assertThat(refused.meshBytes()).isZero();
    refused.abandon();
    refused.close();
  }

  @Test
  void oneThatIsAbandonedTakesNoPagesAndEndsForAll() {
    running.abandon();

    assertThat(pages.isClosed()).isTrue();
    assertThat(abandoned).hasValue(1);
  }

  @Test
  void oneThatIsClosedTakesNoPagesAndEndsForNobodyElse() {
    running.close();

    assertThat(pages.isClosed()).isTrue();
    assertThat(abandoned).hasValue(0);
    assertThat(running.meshBytes()).isEqualTo(7);
  }
}
