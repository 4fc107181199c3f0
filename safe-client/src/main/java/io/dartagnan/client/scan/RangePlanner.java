package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.plan.RowInterval;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The ranges into which rows are cut: at the union of the three clusters' region boundaries, since
 * the clusters split and balance on their own and each range must lie inside one region everywhere.
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
   * The ranges that make up {@code rows}, in order, as the regions lie now.
   *
   * @throws SessionFailure naming the cloud that did not say where its regions are, or that shows a
   *     gap, as it does while a region splits or moves
   */
  public List<ScanRange> plan(RowInterval rows) throws IOException {
    return rows.isEmpty() ? List.of() : cut(rows, regionsByParty());
  }

  private List<List<HRegionLocation>> regionsByParty() throws IOException {
    List<Future<List<HRegionLocation>>> asked = new ArrayList<>();
    try {
      for (Party party : Party.ALL) {
        asked.add(pool.submit(() -> directory.regions(party)));
      }
      long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
      List<List<HRegionLocation>> byParty = new ArrayList<>();
      for (Party party : Party.ALL) {
        byParty.add(answer(party, asked.get(party.index()), deadline));
      }
      return byParty;
    } catch (RejectedExecutionException e) {
      throw new DoNotRetryIOException("the connection was closed during a filtered scan", e);
    } finally {
      asked.forEach(future -> future.cancel(true));
    }
  }

  private List<HRegionLocation> answer(
      Party party, Future<List<HRegionLocation>> asked, long deadline) throws IOException {
    try {
      return asked.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw SessionFailure.of(party, e.getCause());
    } catch (TimeoutException e) {
      throw new IOException(
          "%s did not say for %d ms where its regions are; if it is only slow, set %s higher"
              .formatted(SessionFailure.cloud(party), timeoutMs, ClientKeys.QUERY_TIMEOUT_MS),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while asking where the regions are");
    }
  }

  /** The same without asking anyone: regions of party i are entry i. */
  static List<ScanRange> cut(RowInterval rows, List<List<HRegionLocation>> byParty)
      throws SessionFailure {
    List<NavigableMap<byte[], HRegionLocation>> regions =
        byParty.stream().map(RangePlanner::byStartKey).toList();
    TreeSet<byte[]> starts = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    starts.add(rows.start());
    regions.forEach(
        ofParty -> ofParty.keySet().stream().filter(rows::contains).forEach(starts::add));
    List<ScanRange> ranges = new ArrayList<>();
    for (byte[] start : starts) {
      byte[] next = starts.higher(start);
      RowInterval range = new RowInterval(start, next == null ? rows.stop() : next);
      List<String> servers = new ArrayList<>();
      for (Party party : Party.ALL) {
        servers.add(serverOf(range, party, regions.get(party.index())));
      }
      ranges.add(new ScanRange(range, List.copyOf(servers)));
    }
    return ranges;
  }

  private static NavigableMap<byte[], HRegionLocation> byStartKey(List<HRegionLocation> locations) {
    NavigableMap<byte[], HRegionLocation> regions = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (HRegionLocation location : locations) {
      // A replica without a location comes as null.
      if (location != null && RegionReplicaUtil.isDefaultReplica(location.getRegion())) {
        regions.put(location.getRegion().getStartKey(), location);
      }
    }
    return regions;
  }

  private static String serverOf(
      RowInterval range, Party party, NavigableMap<byte[], HRegionLocation> regions)
      throws SessionFailure {
    var region = regions.floorEntry(range.start());
    if (region == null || !reaches(region.getValue().getRegion().getEndKey(), range.stop())) {
      throw SessionFailure.of(
          party, new IOException("its table shows a gap between regions, as while one splits"));
    }
    if (region.getValue().getServerName() == null) {
      throw SessionFailure.of(
          party,
          new IOException(
              "region "
                  + region.getValue().getRegion().getEncodedName()
                  + " is on no region server"));
    }
    return region.getValue().getServerName().toString();
  }

  private static boolean reaches(byte[] regionEnd, byte[] stop) {
    return regionEnd.length == 0 || (stop.length > 0 && Bytes.compareTo(regionEnd, stop) >= 0);
  }
}
