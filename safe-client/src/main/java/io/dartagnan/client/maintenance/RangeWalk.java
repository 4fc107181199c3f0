package io.dartagnan.client.maintenance;

import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.RetryPolicy;
import io.dartagnan.client.scan.RangePlanner;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.client.scan.SessionFailure;
import java.io.IOException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;

/**
 * A walk over rows, range after range, each inside one region on every cloud. Where a region has
 * moved, or a cloud fails for a reason that may pass, the regions are looked up anew and the walk
 * goes on behind the last row that was covered.
 */
final class RangeWalk {
  private final RangePlanner planner;
  private final QuerySettings settings;
  private RowInterval rest;
  private boolean progressed;

  /** The work on a part of a range. */
  @FunctionalInterface
  interface Step {

    /**
     * Does it.
     *
     * @param range where the rows are
     * @param rows those of the range that are left
     * @param walk told of rows that are {@linkplain #covered covered} before the end
     * @throws SessionFailure if the walk may go on after the last covered row
     */
    void on(ScanRange range, RowInterval rows, RangeWalk walk) throws IOException;
  }

  RangeWalk(RangePlanner planner, QuerySettings settings) {
    this.planner = planner;
    this.settings = settings;
  }

  /** Takes note that the rows up to this one need no further look. */
  void covered(byte[] row) {
    rest = rest.beyond(row, false);
    progressed = true;
  }

  /** Walks over rows. */
  void over(RowInterval rows, Step step) throws IOException {
    rest = rows;
    RetryPolicy retryPolicy = new RetryPolicy(settings);
    boolean anew = false;
    while (!rest.isEmpty()) {
      progressed = false;
      try {
        ScanRange range = planner.first(rest, anew);
        step.on(range, range.rows(), this);
        rest = rest.beyond(range.rows(), false);
        retryPolicy.progress();
        anew = false;
      } catch (SessionFailure e) {
        if (progressed) {
          retryPolicy.progress();
        }
        giveUpOrPause(e, retryPolicy);
        anew = e.mayHaveMovedRegions();
      }
    }
  }

  private static void giveUpOrPause(SessionFailure failure, RetryPolicy retryPolicy)
      throws IOException {
    if (!failure.mayPass()) {
      throw new DoNotRetryIOException(
          "the clouds could not be compared: " + failure.getMessage(), failure);
    }
    retryPolicy.failed();
    if (retryPolicy.isOver()) {
      throw new RetriesExhaustedException(
          "the clouds could not be compared, which %s, the last time: %s"
              .formatted(retryPolicy.tried(), failure.getMessage()),
          failure);
    }
    RetryPolicy.sleep(retryPolicy.pauseMs(), "interrupted while the clouds were compared");
  }
}
