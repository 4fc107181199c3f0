package io.dartagnan.server.query.agreement;

import io.dartagnan.query.Operation;

/**
 * The sizes of an evaluation's batches, the same at all three parties: small ones first, so that
 * the first rows come soon, then twice as many each time.
 *
 * @param firstRows rows of the first batch
 * @param mostRows rows of any batch
 * @param inFlight batches that may be under way or waiting to be fetched
 */
public record Pace(int firstRows, int mostRows, int inFlight) {
  /** Batches in flight where nothing limits the rows that are wanted. */
  static final int IN_FLIGHT = 4;

  private static final int MOST_ROWS = 8192;
  private static final int FIRST_ROWS = 512;
  private static final int FEWEST_ROWS = 64;

  /**
   * The pace of an operation. Of a selection with a limit, what is evaluated beyond it is opened
   * for nothing: its batches begin small, and none begins before the page of the one before was
   * fetched.
   */
  public static Pace of(Operation operation, int mostRows) {
    int most = Math.min(mostRows, MOST_ROWS);
    int wanted =
        operation instanceof Operation.Select select ? select.limit() : Operation.Select.NO_LIMIT;
    int first = Math.min(Math.max(wanted, FEWEST_ROWS), Math.min(FIRST_ROWS, most));
    return new Pace(first, most, wanted == Operation.Select.NO_LIMIT ? IN_FLIGHT : 1);
  }

  /** Rows of the batch after one of so many. */
  int rowsAfter(int rows) {
    return Math.min(2 * rows, mostRows);
  }
}
