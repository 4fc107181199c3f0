package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.EvaluationRecord.OperationKind;
import io.dartagnan.server.query.PageQueue.PageCounts;
import io.dartagnan.server.query.agreement.EvaluationCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of what is counted of an evaluation, and logged of a slow one. */
class EvaluationRecordTest {
  private static final PageCounts PAGES = new PageCounts(2, 300, 7, 9_000_000);
  private static final Duration NEVER = Duration.ZERO;
  private static final Duration ALWAYS = Duration.ofNanos(1);

  private final EvaluationMetrics metrics = new EvaluationMetrics();
  private final List<String> durations = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();

  @BeforeEach
  void report() {
    metrics.report(
        kind -> micros -> durations.add(kind + " took"), micros -> durations.add("waited"));
  }

  private EvaluationRecord record(OperationKind kind, Duration slow) {
    return new EvaluationRecord(
        metrics, kind, "query 12/3 at party 1 on abcd of T", slow, lines::add);
  }

  @Test
  void anEvaluationIsAddedToTheSumsWhenItIsOver() {
    EvaluationRecord record = record(OperationKind.SELECT, NEVER);
    record.differed();
    assertThat(metrics.rowsJudged()).isZero();

    record.over(1, 55, PAGES);

    assertThat(metrics.rowsJudged()).isEqualTo(300);
    assertThat(metrics.rowsReturned()).isEqualTo(7);
    assertThat(metrics.bytesSent()).isEqualTo(55);
    assertThat(metrics.batchesDiffered()).isEqualTo(1);
    assertThat(durations).containsExactly("waited", "SELECT took");
    assertThat(lines).isEmpty();
  }

  /** A party that lies may go away first. */
  @Test
  void aDeviationCountsOnceWhateverEndedItBefore() {
    EvaluationRecord record = record(OperationKind.SELECT, NEVER);
    record.endsEarly(EndReason.PEER);
    record.deviated("party 1 lied");
    record.deviated("party 2 lied");
    record.endsEarly(EndReason.DEVIATION);
    record.over(1, 0, PageCounts.NONE);

    assertThat(metrics.aborts(EndReason.DEVIATION)).isEqualTo(1);
    assertThat(metrics.lastDeviation()).isEqualTo("party 1 lied");
  }

  @Test
  void oneThatEndsEarlyCountsByItsFirstReasonAndNotAsAnswered() {
    EvaluationRecord record = record(OperationKind.AGGREGATE, NEVER);
    record.endsEarly(EndReason.PEER);
    record.endsEarly(EndReason.DEFECT);
    record.over(1, 0, PageCounts.NONE);

    assertThat(metrics.aborts(EndReason.PEER)).isEqualTo(1);
    assertThat(metrics.aborts(EndReason.DEFECT)).isZero();
    assertThat(durations).containsExactly("waited");
  }

  @Test
  void aSlowOneIsLoggedWithWhereItsTimeWent() {
    EvaluationRecord record = record(OperationKind.SELECT, ALWAYS);
    record.spent(EvaluationCounters.Phase.READING, 1_000_000);
    record.spent(EvaluationCounters.Phase.READING, 1_000_000);
    record.spent(EvaluationCounters.Phase.AGREEING, 3_000_000);
    record.spent(EvaluationCounters.Phase.COMPUTING, 4_000_000);
    record.over(5_000_000, 66, PAGES);

    assertThat(lines).hasSize(1);
    assertThat(lines.get(0))
        .startsWith("slow: query 12/3 at party 1 on abcd of T, select, took ")
        .contains("admission 5, reading 2, agreeing 3, computing 4, client 9 ms")
        .contains("rows judged 300, returned 7, pages 2, batches that differed 0")
        .contains("bytes sent to peers 66; answered");
  }

  @Test
  void aSlowOneThatEndsEarlySaysWhy() {
    EvaluationRecord record = record(OperationKind.REPAIR, ALWAYS);
    record.endsEarly(EndReason.CLIENT_SILENT);
    record.over(0, 0, PAGES);
    assertThat(lines.get(0)).contains(", repair, ").endsWith("ended early: CLIENT_SILENT");
  }
}
