package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.CloudFailures;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The ranges into which rows are cut, one after the other: at the union of the three clusters'
 * region boundaries, since the clusters split and balance on their own and each range must lie
 * inside one region everywhere. A range is found from the regions at its beginning alone.
 */
public final class RangePlanner {
  private final RegionDirectory directory;
  private final ExecutorService pool;
  private final long timeoutMs;

  /**
   * A planner.
   *
   * @param timeoutMs longest wait for the three directories
   */
  public RangePlanner(RegionDirectory directory, ExecutorService pool, long timeoutMs) {
    this.directory = directory;
    this.pool = pool;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Begins to look for the range with which rows begin, or with which a reversed scan of them does.
   *
   * @param rows not empty
   * @param anew whether the clouds are asked, since what is remembered has turned out to be wrong
   */
  RangeLookup lookUp(RowInterval rows, boolean reversed, boolean anew) {
    return new RangeLookup(directory, pool, rows, reversed, anew);
  }

  /**
   * The range with which rows begin.
   *
   * @param rows not empty
   * @param anew whether the clouds are asked, since what is remembered has turned out to be wrong
   * @throws SessionFailure naming the cloud that did not say where its regions are, or that shows a
   *     gap, as it does while a region splits or moves
   */
  public ScanRange first(RowInterval rows, boolean anew) throws IOException {
    RangeLookup lookup = lookUp(rows, false, anew);
    try {
      return lookup.range().get(timeoutMs, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw (IOException) e.getCause();
    } catch (TimeoutException e) {
      throw new IOException(
          "%s did not say for %d ms where the regions are; if the clouds are only slow, set %s higher"
              .formatted(
                  SessionFailure.clouds(lookup.silent()), timeoutMs, ClientKeys.QUERY_TIMEOUT_MS),
          e);
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted("interrupted while asking where the regions are", e);
    } finally {
      lookup.cancel();
    }
  }
}
