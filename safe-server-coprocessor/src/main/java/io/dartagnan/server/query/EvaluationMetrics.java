package io.dartagnan.server.query;

import io.dartagnan.server.query.EvaluationRecord.EndReason;
import io.dartagnan.server.query.EvaluationRecord.OperationKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Sums over all evaluations of a server since it started. An evaluation is added when it ends. Safe
 * for use by several threads.
 */
public final class EvaluationMetrics {
  private static final LongConsumer NOWHERE = micros -> {};

  private final LongAdder judged = new LongAdder();
  private final LongAdder returned = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();
  private final LongAdder differed = new LongAdder();
  private final Map<EndReason, LongAdder> aborted = new EnumMap<>(EndReason.class);
  private final ColumnCounters columns = new ColumnCounters();
  private volatile Map<OperationKind, LongConsumer> took = Map.of();
  private volatile LongConsumer waited = NOWHERE;
  private volatile String lastDeviation = "";
  private volatile Tracing tracing = Tracing.NONE;

  /** Sums at zero. */
  public EvaluationMetrics() {
    for (EndReason reason : EndReason.values()) {
      aborted.put(reason, new LongAdder());
    }
  }

  /**
   * Puts durations into histograms from now on, in microseconds.
   *
   * @param tookOf the histogram of how long evaluations of a kind took that were answered
   * @param waitedIn the histogram of how long evaluations waited to be admitted, and for further
   *     turns
   */
  public void report(Function<OperationKind, LongConsumer> tookOf, LongConsumer waitedIn) {
    Map<OperationKind, LongConsumer> of = new EnumMap<>(OperationKind.class);
    for (OperationKind kind : OperationKind.values()) {
      of.put(kind, tookOf.apply(kind));
    }
    took = of;
    waited = waitedIn;
  }

  /** Traces evaluations from now on. */
  public void trace(Tracing spans) {
    tracing = spans;
  }

  Tracing tracing() {
    return tracing;
  }

  void differed() {
    differed.increment();
  }

  /** Counts an evaluation in which a party deviated, and keeps what it did. */
  void deviated(String what) {
    lastDeviation = what;
    aborted(EndReason.DEVIATION);
  }

  /** Counts an evaluation that ended early, or a query that was refused. */
  public void aborted(EndReason reason) {
    aborted.get(reason).increment();
  }

  void took(OperationKind kind, long micros) {
    took.getOrDefault(kind, NOWHERE).accept(micros);
  }

  void waited(long micros) {
    waited.accept(micros);
  }

  void moved(long rowsJudged, long rowsReturned, long bytes) {
    judged.add(rowsJudged);
    returned.add(rowsReturned);
    bytesSent.add(bytes);
  }

  /** Rows that were judged. */
  public long rowsJudged() {
    return judged.sum();
  }

  /** Rows that were put into pages. */
  public long rowsReturned() {
    return returned.sum();
  }

  /** Bytes of payload sent to the peers. */
  public long bytesSent() {
    return bytesSent.sum();
  }

  /** Batches on which the three parties did not agree at once. */
  public long batchesDiffered() {
    return differed.sum();
  }

  /** Evaluations that ended early for this reason. */
  public long aborts(EndReason reason) {
    return aborted.get(reason).sum();
  }

  /** The last deviation of a party that was found; empty if there is none. */
  public String lastDeviation() {
    return lastDeviation;
  }

  /** Counters of share columns. */
  public ColumnCounters columns() {
    return columns;
  }
}
