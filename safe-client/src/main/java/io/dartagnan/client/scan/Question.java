package io.dartagnan.client.scan;

import io.dartagnan.query.Operation;
import io.dartagnan.query.QueryColumn;
import java.security.SecureRandom;
import java.util.List;

/** A question to the three clouds about the rows of a scan, its operands in the clear. */
public interface Question {

  /** The columns that the operation speaks of, in the order of their numbers. */
  List<QueryColumn> columns();

  /** Whether the answer is wanted to its end, as far as the scan says. */
  default boolean isWantedWhole() {
    return true;
  }

  /** Whether the clouds open for each row whether it is in the answer. */
  boolean opensVerdicts();

  /**
   * The operation as each party gets it, with fresh shares of the operands.
   *
   * @return entry i is for party i
   */
  List<Operation> deal(SecureRandom random);
}
