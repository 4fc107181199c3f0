package io.dartagnan.client.audit;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.plan.RowInterval;
import io.dartagnan.client.scan.RangePlanner;
import io.dartagnan.client.scan.ScanRange;
import io.dartagnan.client.scan.SessionFailure;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
    int failures = 0;
    while (!rest.isEmpty()) {
      progressed = false;
      try {
        onceOver(step);
      } catch (SessionFailure e) {
        failures = progressed ? 1 : failures + 1;
        giveUpOrPause(e, failures);
      }
    }
  }

  private void onceOver(Step step) throws IOException {
    List<ScanRange> ranges = planner.plan(rest);
    for (Iterator<ScanRange> each = ranges.iterator(); each.hasNext(); ) {
      ScanRange range = each.next();
      step.on(range, range.rows(), this);
      rest = rest.beyond(range.rows(), false);
      progressed = true;
    }
  }

  private void giveUpOrPause(SessionFailure failure, int failures) throws IOException {
    if (!failure.mayPass()) {
      throw new DoNotRetryIOException(
          "the clouds could not be compared: " + failure.getMessage(), failure);
    }
    if (failures >= settings.attempts()) {
      throw new RetriesExhaustedException(
          "the clouds could not be compared in %d attempts without progress (%s), the last time: %s"
              .formatted(failures, ClientKeys.QUERY_ATTEMPTS, failure.getMessage()),
          failure);
    }
    try {
      TimeUnit.MILLISECONDS.sleep(settings.pauseMs(failures));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the clouds were compared");
    }
  }
}
