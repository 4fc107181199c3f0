package io.dartagnan.client.scan;

import io.dartagnan.client.plan.WhereClause;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The check that a row which the clouds returned satisfies the clause that they were asked. All
 * three returned it, so if it does not, one of them at least did not follow the protocol. Which one
 * cannot be told from the answer: a false share of the opened verdict looks like any other.
 */
public final class ReturnedRowCheck implements JudgedScanner.Check {
  private final WhereClause where;

  /** The check against a clause. */
  public ReturnedRowCheck(WhereClause where) {
    this.where = where;
  }

  @Override
  public void check(Result row) throws IOException {
    if (!where.holds(row)) {
      throw new DoNotRetryIOException(
          "cloud 0, cloud 1 and cloud 2 returned row %s, which does not satisfy %s: one of them, at least, deviates from the protocol; the row was not returned, and answers of these clouds are not to be relied on"
              .formatted(Bytes.toStringBinary(row.getRow()), where));
    }
  }
}
