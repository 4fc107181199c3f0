package io.dartagnan.clusters.operations;

import io.dartagnan.client.filter.random.RandomQuery;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;

/** Step of a history: a call of the application, or upkeep of the table. Its text is readable. */
public interface Step {

  /**
   * Does the step.
   *
   * @return lines that say what the application gets
   */
  List<String> on(ComparedTable table) throws IOException, InterruptedException;

  /** Reads that decide on the step's outcome, all done before its writes. */
  default List<Scan> reads() {
    return List.of();
  }

  /** Reads with a filter, which are not among {@link #reads}. */
  default List<RandomQuery> queries() {
    return List.of();
  }

  /** Writes, in the order in which they are done if the step succeeds. */
  default List<? extends Mutation> writes() {
    return List.of();
  }

  /** Writes that are done after all others, and later. */
  default List<? extends Mutation> laterWrites() {
    return List.of();
  }

  /**
   * Writes that were done, but the later ones.
   *
   * @param outcome what the step came to on plain HBase
   */
  default List<? extends Mutation> written(Outcome outcome) {
    return outcome.failed() ? List.of() : writes();
  }

  /** Enters what the step, if it succeeded, has changed of the table itself. */
  default void change(Ledger ledger) {}

  /** True if the step is to fail for one of its parts only, and HBase does the others. */
  default boolean failsInPart() {
    return false;
  }

  /** The gap of the API that the step needs closed. */
  default Optional<Gap> gap() {
    return Optional.empty();
  }

  /** Steps of the same kind with one part less, to make a difference smaller. */
  default List<Step> smaller() {
    return List.of();
  }
}
