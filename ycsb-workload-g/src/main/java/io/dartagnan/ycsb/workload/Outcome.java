package io.dartagnan.ycsb.workload;

import io.dartagnan.ycsb.hbase.Causes;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** Counts of what a workload did, and the first sentence about what went wrong. */
public final class Outcome {
  private final AtomicLong errors = new AtomicLong();
  private final AtomicLong wrong = new AtomicLong();
  private final AtomicLong verified = new AtomicLong();
  private final AtomicLong rowsLoaded = new AtomicLong();
  private final LongAdder done = new LongAdder();
  private final AtomicReference<String> firstError = new AtomicReference<>();
  private final AtomicReference<String> firstWrong = new AtomicReference<>();

  void done() {
    done.increment();
  }

  void failed(String operation, Throwable failure) {
    errors.incrementAndGet();
    firstError.compareAndSet(null, operation + " failed: " + Causes.of(failure));
  }

  void wrong(String sentence) {
    verified.incrementAndGet();
    wrong.incrementAndGet();
    firstWrong.compareAndSet(null, sentence);
  }

  void right() {
    verified.incrementAndGet();
  }

  void loaded(long rows) {
    rowsLoaded.addAndGet(rows);
  }

  /** Operations of a run that succeeded, also while nothing is measured. */
  public long operations() {
    return done.sum();
  }

  /** Operations that failed. */
  public long errors() {
    return errors.get();
  }

  /** Answers that were not those that they should have been. */
  public long wrong() {
    return wrong.get();
  }

  /** Answers that were compared with what they should be, right or wrong. */
  public long verified() {
    return verified.get();
  }

  /** Rows that a load has written. */
  public long rowsLoaded() {
    return rowsLoaded.get();
  }

  /** One sentence on what went wrong, wrong answers before failures; empty if nothing did. */
  public Optional<String> complaint() {
    if (wrong() > 0) {
      return Optional.of(
          "%s wrong; the first: %s"
              .formatted(wrong() == 1 ? "an answer was" : wrong() + " answers were", firstWrong));
    }
    if (errors() > 0) {
      return Optional.of(
          errors() == 1
              ? firstError.get()
              : "%d operations failed; the first: %s".formatted(errors(), firstError));
    }
    return Optional.empty();
  }
}
