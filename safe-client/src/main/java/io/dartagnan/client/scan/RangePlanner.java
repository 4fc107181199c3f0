package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The ranges into which rows are cut, one after the other: at the union of the three clusters'
 * region boundaries, since the clusters split and balance on their own and each range must lie
 * inside one region everywhere. A range is found from the regions at its beginning alone.
 */
public final class RangePlanner {
  /** Bytes that follow a row and come behind nearly every row that begins with it. */
  private static final byte[] BEHIND = new byte[9];

  static {
    Arrays.fill(BEHIND, (byte) 0xff);
  }

  private final RegionDirectory directory;
  private final ExecutorService pool;
  private final long timeoutMs;

  /**
   * Rows that lie inside one region on every cloud.
   *
   * @param rows the rows
   * @param servers the region servers that hold them at party 0, 1 and 2, as HBase names them
   */
  public record ScanRange(RowInterval rows, List<String> servers) {}

  /**
   * Creates a planner.
   *
   * @param pool runs the questions whose answers are not known
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
  Lookup lookUp(RowInterval rows, boolean reversed, boolean anew) {
    return new Lookup(rows, reversed, anew);
  }

  /**
   * Returns the range with which rows begin.
   *
   * @param rows not empty
   * @param anew whether the clouds are asked, since what is remembered has turned out to be wrong
   * @throws SessionFailure naming the cloud that did not say where its regions are, or that shows a
   *     gap, as it does while a region splits or moves
   */
  public ScanRange first(RowInterval rows, boolean anew) throws IOException {
    Lookup lookup = lookUp(rows, false, anew);
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

  /**
   * A lookup of the range with which rows begin, on the three clouds at the same time: from the
   * region of the first row, or of a reversed scan the last. It costs as much for a table of ten
   * thousand regions as for one of two.
   */
  final class Lookup {
    private final RowInterval rows;
    private final boolean reversed;
    private final boolean anew;
    private final List<CompletableFuture<HRegionLocation>> regions = new ArrayList<>();
    private final List<Future<?>> tasks = new ArrayList<>();
    private final CompletableFuture<ScanRange> range = new CompletableFuture<>();

    private Lookup(RowInterval rows, boolean reversed, boolean anew) {
      this.rows = rows;
      this.reversed = reversed;
      this.anew = anew;
      for (Party party : Party.ALL) {
        regions.add(ask(party));
      }
      CompletableFuture.allOf(regions.toArray(CompletableFuture<?>[]::new))
          .thenApply(answered -> cut())
          .whenComplete(this::complete);
    }

    private CompletableFuture<HRegionLocation> ask(Party party) {
      CompletableFuture<HRegionLocation> region = new CompletableFuture<>();
      // That of a reversed scan is asked for.
      Optional<HRegionLocation> known =
          anew || reversed ? Optional.empty() : directory.known(party, rows.start());
      if (known.isPresent()) {
        region.complete(known.get());
        return region;
      }
      try {
        tasks.add(
            pool.submit(
                () -> {
                  try {
                    region.complete(
                        reversed ? last(party, rows.stop()) : holding(party, rows.start()));
                  } catch (IOException | RuntimeException | Error e) {
                    range.completeExceptionally(SessionFailure.of(party, e));
                  }
                }));
      } catch (RejectedExecutionException e) {
        range.completeExceptionally(
            new DoNotRetryIOException("the connection was closed during a filtered scan", e));
      }
      return region;
    }

    /**
     * Returns the region that ends with {@code stop}, or holds it and rows before it. There is no
     * row just before another one, so a row shortly before it is looked for, and the regions from
     * there on.
     */
    private HRegionLocation last(Party party, byte[] stop) throws IOException {
      HRegionLocation region = holding(party, shortlyBefore(stop));
      while (!reaches(region.getRegion().getEndKey(), stop)) {
        region = holding(party, region.getRegion().getEndKey());
      }
      return region;
    }

    private HRegionLocation holding(Party party, byte[] row) throws IOException {
      HRegionLocation location = directory.region(party, row, anew);
      RegionInfo region = location == null ? null : location.getRegion();
      if (region == null || !region.containsRow(row)) {
        throw new IOException("its table shows a gap between regions, as while one splits");
      }
      if (location.getServerName() == null) {
        throw new IOException("region " + region.getEncodedName() + " is on no region server");
      }
      return location;
    }

    private void complete(ScanRange found, Throwable failure) {
      if (failure == null) {
        range.complete(found);
      } else {
        range.completeExceptionally(
            new DoNotRetryIOException(
                "the regions that the clouds name cannot be cut into a range", failure));
      }
    }

    /** Returns the part of the rows that lies inside all three regions. */
    private ScanRange cut() {
      byte[] start = rows.start();
      byte[] stop = rows.stop();
      List<String> servers = new ArrayList<>();
      for (CompletableFuture<HRegionLocation> found : regions) {
        HRegionLocation region = found.join();
        byte[] regionStart = region.getRegion().getStartKey();
        byte[] regionEnd = region.getRegion().getEndKey();
        start = Bytes.compareTo(regionStart, start) > 0 ? regionStart : start;
        stop = reaches(regionEnd, stop) ? stop : regionEnd;
        servers.add(region.getServerName().toString());
      }
      return new ScanRange(new RowInterval(start, stop), List.copyOf(servers));
    }

    /**
     * Returns the range; a {@link SessionFailure} that names the cloud which did not say where its
     * regions are, or shows a gap between them, or another {@code IOException} if nobody could be
     * asked or no range can be cut.
     */
    CompletableFuture<ScanRange> range() {
      return range;
    }

    /**
     * Returns the range, once {@link #range} is complete.
     *
     * @throws IOException the failure that it is complete with
     */
    ScanRange found() throws IOException {
      try {
        return range.join();
      } catch (CompletionException e) {
        throw (IOException) e.getCause();
      }
    }

    /** Returns the parties that have not answered. */
    List<Party> silent() {
      return Party.ALL.stream().filter(party -> !regions.get(party.index()).isDone()).toList();
    }

    /** Ends the questions that are still asked. */
    void cancel() {
      tasks.forEach(task -> task.cancel(true));
    }
  }

  /** Returns a row before another; behind all short ones for the end of the table. */
  private static byte[] shortlyBefore(byte[] stop) {
    if (stop.length == 0) {
      return BEHIND.clone();
    }
    byte[] head = Arrays.copyOf(stop, stop.length - 1);
    byte last = stop[stop.length - 1];
    return last == 0 ? head : Bytes.add(head, new byte[] {(byte) (last - 1)}, BEHIND);
  }

  /** Returns whether rows up to one end reach another; an empty one is the end of the table. */
  private static boolean reaches(byte[] end, byte[] stop) {
    return end.length == 0 || (stop.length > 0 && Bytes.compareTo(end, stop) >= 0);
  }
}
