package io.dartagnan.client.rpc;

import java.io.IOException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/** An operation that needs all three clouds, and what its error says when one cannot be reached. */
public enum AllThree {
  /** A put, a delete, or an atomic operation. */
  WRITE("a write needs all three clouds"),

  /** A filter or an aggregate that the clouds evaluate. */
  QUERY("filters and aggregates that the clouds evaluate need all three clouds"),

  /**
   * A read that selects other than {@code replicated} and {@code plain} columns, or is of a table
   * of which one cloud may lie and nothing shows it.
   */
  READ(
      "additive and xor columns need all three clouds, and so do tables of suite verified without tags; only other replicated and plain columns are read with one down");

  private final String sentence;

  AllThree(String sentence) {
    this.sentence = sentence;
  }

  /** Returns the sentence. */
  public String sentence() {
    return sentence;
  }

  /** Returns the failure, with the sentence if it is one of a cloud that cannot be reached. */
  public IOException explain(IOException failure) {
    return CloudFailures.isAnswer(failure)
            // A copy of it would have lost its details.
            || failure instanceof RetriesExhaustedWithDetailsException
            || failure.getMessage() == null
            || failure.getMessage().contains(sentence)
        ? failure
        : CloudFailures.withFate(failure, sentence);
  }

  /** Runs a step; its failure is explained. */
  public <T> T explaining(IOSupplier<T> step) throws IOException {
    try {
      return step.get();
    } catch (IOException e) {
      throw explain(e);
    }
  }
}
