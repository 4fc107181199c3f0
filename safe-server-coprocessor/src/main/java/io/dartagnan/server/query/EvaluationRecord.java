package io.dartagnan.server.query;

import io.dartagnan.server.query.PageQueue.PageCounts;
import io.dartagnan.server.query.agreement.EvaluationCounters;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record of one evaluation: what it has done, where its time went, and how it ended. One that was
 * slow is logged, without what was asked.
 */
public final class EvaluationRecord implements EvaluationCounters {
  private static final Logger LOG = LoggerFactory.getLogger(EvaluationRecord.class);

  private final EvaluationMetrics metrics;
  private final OperationKind kind;
  private final String name;
  private final Duration slow;
  private final Consumer<String> slowLog;
  private final Tracing.Span span;
  private final long begun = System.nanoTime();
  private final LongAdder differed = new LongAdder();
  private final Map<EvaluationCounters.Phase, LongAdder> spent =
      new EnumMap<>(EvaluationCounters.Phase.class);
  private final AtomicReference<EndReason> reason = new AtomicReference<>();

  /**
   * A record of an evaluation whose query has just arrived; made on the thread of the call.
   *
   * @param metrics takes the sums
   * @param name session and region, for the log
   * @param slow from when on it is logged; zero for never
   */
  public EvaluationRecord(
      EvaluationMetrics metrics, OperationKind kind, String name, Duration slow) {
    this(metrics, kind, name, slow, LOG::warn);
  }

  EvaluationRecord(
      EvaluationMetrics metrics,
      OperationKind kind,
      String name,
      Duration slow,
      Consumer<String> slowLog) {
    this.metrics = metrics;
    this.kind = kind;
    this.name = name;
    this.slow = slow;
    this.slowLog = slowLog;
    this.span = metrics.tracing().begin(kind, name);
    for (EvaluationCounters.Phase phase : EvaluationCounters.Phase.values()) {
      spent.put(phase, new LongAdder());
    }
  }

  @Override
  public void differed() {
    differed.increment();
    metrics.differed();
  }

  @Override
  public void spent(EvaluationCounters.Phase phase, long nanos) {
    spent.get(phase).add(nanos);
  }

  /** Notes that it has its turn, and begins. */
  public void admitted() {
    span.admitted();
  }

  /**
   * Notes that a party has deviated from the protocol: this counts whatever else ended it.
   *
   * @param what it did, and which it can be
   */
  public void deviated(String what) {
    if (reason.getAndSet(EndReason.DEVIATION) != EndReason.DEVIATION) {
      metrics.deviated(what);
    }
  }

  /** Notes why it ends early; the first reason counts, and a deviation that is found later too. */
  public void endsEarly(EndReason why) {
    if (reason.compareAndSet(null, why)) {
      metrics.aborted(why);
    }
  }

  /**
   * Notes that it is over. Called once.
   *
   * @param waitedNanos how long it has waited for its turns
   * @param bytesSent payload sent to both peers
   */
  public void over(long waitedNanos, long bytesSent, PageCounts pages) {
    long took = System.nanoTime() - begun;
    metrics.waited(TimeUnit.NANOSECONDS.toMicros(waitedNanos));
    if (reason.get() == null) {
      metrics.took(kind, TimeUnit.NANOSECONDS.toMicros(took));
    }
    span.end(reason.get(), pages, bytesSent);
    metrics.moved(pages.judged(), pages.returned(), bytesSent);
    if (!slow.isZero() && took >= slow.toNanos()) {
      slowLog.accept(line(took, waitedNanos, bytesSent, pages));
    }
  }

  private String line(long took, long waitedNanos, long bytesSent, PageCounts pages) {
    EndReason why = reason.get();
    return ("slow: %s, %s, took %d ms: admission %d, reading %d, agreeing %d, computing %d, client %d ms;"
            + " rows judged %d, returned %d, pages %d, batches that differed %d, bytes sent to peers %d; %s")
        .formatted(
            name,
            kind.name().toLowerCase(Locale.ROOT),
            millis(took),
            millis(waitedNanos),
            millis(spent.get(EvaluationCounters.Phase.READING).sum()),
            millis(spent.get(EvaluationCounters.Phase.AGREEING).sum()),
            millis(spent.get(EvaluationCounters.Phase.COMPUTING).sum()),
            millis(pages.waitedNanos()),
            pages.judged(),
            pages.returned(),
            pages.pages(),
            differed.sum(),
            bytesSent,
            why == null ? "answered" : "ended early: " + why);
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  /** A kind of work that three servers do together. */
  public enum OperationKind {
    /** Rows that satisfy a predicate. */
    SELECT,
    /** Aggregates over such rows. */
    AGGREGATE,
    /** A cloud's shares, rebuilt from those of the two others. */
    REPAIR
  }

  /** A reason why an evaluation ended before its last page. */
  public enum EndReason {
    /** The client closed its scan, or its lease ended. */
    CLIENT_CLOSED,
    /** The client did not fetch a finished page in time. */
    CLIENT_SILENT,
    /** It was refused, or waited for too long to be admitted. */
    NOT_ADMITTED,
    /** A peer ended it, was lost or silent, or sent what it must not. */
    PEER,
    /** A party has deviated from the protocol. */
    DEVIATION,
    /** It cannot be answered over the rows that are stored. */
    UNANSWERABLE,
    /** The region could not be read. */
    ROWS_UNREADABLE,
    /** This server stops. */
    STOPPING,
    /** A defect, or memory that ran out. */
    DEFECT,
    /** Anything else that ends a session. */
    OTHER
  }
}
