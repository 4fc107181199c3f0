package io.dartagnan.clusters.operations;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/**
 * Outcome of a step on one connection.
 *
 * @param lines what the application got, none if the step failed
 * @param failure what the step failed with, or null
 */
public record Outcome(List<String> lines, Throwable failure) {
  private static final int A_SENTENCE = 30;

  static Outcome of(Step step, ComparedTable table) throws InterruptedException {
    try {
      return new Outcome(step.on(table), null);
    } catch (IOException | RuntimeException | AssertionError e) {
      // HBase's own client has assertions, which tests switch on, that some scans break.
      return new Outcome(List.of(), e);
    }
  }

  boolean failed() {
    return failure != null;
  }

  /**
   * Whether this outcome of the Safe Client is as good as that of plain HBase: the same lines, or a
   * failure for the same cause. A filter that fails on a row which the clouds keep back does not
   * fail here.
   */
  boolean isAsGoodAs(Outcome expected, boolean filtered) {
    if (!expected.failed()) {
      return !failed() && lines.equals(expected.lines);
    }
    if (filtered) {
      return !failed()
          || failure instanceof IOException
          || failure instanceof IllegalArgumentException
          || failure instanceof UnsupportedOperationException
          || cause(failure).equals(cause(expected.failure));
    }
    return failed() && cause(failure).equals(cause(expected.failure));
  }

  /** True for a refusal that says in a sentence what is not supported. */
  boolean isRefusal() {
    return failure instanceof UnsupportedOperationException
        && failure.getMessage() != null
        && failure.getMessage().contains("not supported")
        && failure.getMessage().length() > A_SENTENCE;
  }

  /**
   * The exception that names the cause: HBase hands it over as it is, or among those of a batch.
   */
  static String cause(Throwable failure) {
    return failure instanceof RetriesExhaustedWithDetailsException batch
            && batch.getNumExceptions() > 0
        ? batch.getCauses().stream()
            .map(cause -> cause.getClass().getName())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "))
        : failure.getClass().getName();
  }

  @Override
  public String toString() {
    return failed() ? "failed with " + failure : String.join("; ", lines);
  }
}
