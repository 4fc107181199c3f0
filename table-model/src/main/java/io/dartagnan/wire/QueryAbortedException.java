package io.dartagnan.wire;

import org.apache.hadoop.hbase.DoNotRetryIOException;

/**
 * One evaluation of a filter by the three parties ended without a result, for a reason that may
 * pass: a region moved, a peer was gone or too slow. HBase's own client must not retry it alone,
 * since all three parties have to begin anew; the Safe Client does that. Between the two it travels
 * as a {@link QueryFailure}.
 */
public class QueryAbortedException extends DoNotRetryIOException {
  private static final long serialVersionUID = 1L;

  private final boolean wasComputing;

  /** With the reason, in one sentence that names the party. */
  public QueryAbortedException(String reason) {
    this(reason, false);
  }

  /** The same, and whether the parties had begun to compute. */
  public QueryAbortedException(String reason, boolean wasComputing) {
    super(reason);
    this.wasComputing = wasComputing;
  }

  /** Whether the parties had begun to compute, so that they may have opened something. */
  public boolean wasComputing() {
    return wasComputing;
  }
}
