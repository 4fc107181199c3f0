package io.dartagnan.client.scan;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.util.Bytes;

/** A lookup of the range with which rows begin, on the three clouds at the same time. */
final class RangeLookup {
  private final RowInterval rows;
  private final boolean reversed;
  private final List<CompletableFuture<HRegionLocation>> regions = new ArrayList<>();
  private final List<Future<?>> tasks = new ArrayList<>();
  private final CompletableFuture<ScanRange> range = new CompletableFuture<>();

  /**
   * Begins.
   *
   * @param pool runs the questions whose answers are not known
   */
  RangeLookup(
      RegionDirectory directory,
      ExecutorService pool,
      RowInterval rows,
      boolean reversed,
      boolean anew) {
    this.rows = rows;
    this.reversed = reversed;
    for (Party party : Party.ALL) {
      regions.add(ask(new RegionOfRows(directory, party, anew), pool));
    }
    CompletableFuture.allOf(regions.toArray(CompletableFuture<?>[]::new))
        .thenApply(answered -> cut())
        .whenComplete(this::complete);
  }

  private CompletableFuture<HRegionLocation> ask(RegionOfRows question, ExecutorService pool) {
    CompletableFuture<HRegionLocation> region = new CompletableFuture<>();
    Optional<HRegionLocation> known = question.known(rows, reversed);
    if (known.isPresent()) {
      region.complete(known.get());
      return region;
    }
    try {
      tasks.add(
          pool.submit(
              () -> {
                try {
                  region.complete(question.of(rows, reversed));
                } catch (IOException | RuntimeException | Error e) {
                  range.completeExceptionally(SessionFailure.of(question.party(), e));
                }
              }));
    } catch (RejectedExecutionException e) {
      range.completeExceptionally(
          new DoNotRetryIOException("the connection was closed during a filtered scan", e));
    }
    return region;
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

  /** The part of the rows that lies inside all three regions. */
  private ScanRange cut() {
    byte[] start = rows.start();
    byte[] stop = rows.stop();
    List<String> servers = new ArrayList<>();
    for (CompletableFuture<HRegionLocation> found : regions) {
      HRegionLocation region = found.join();
      byte[] regionStart = region.getRegion().getStartKey();
      byte[] regionEnd = region.getRegion().getEndKey();
      start = Bytes.compareTo(regionStart, start) > 0 ? regionStart : start;
      stop = RegionOfRows.reaches(regionEnd, stop) ? stop : regionEnd;
      servers.add(region.getServerName().toString());
    }
    return new ScanRange(new RowInterval(start, stop), List.copyOf(servers));
  }

  /**
   * The range; a {@link SessionFailure} that names the cloud which did not say where its regions
   * are, or shows a gap between them, or another {@code IOException} if nobody could be asked or no
   * range can be cut.
   */
  CompletableFuture<ScanRange> range() {
    return range;
  }

  /**
   * The range, once {@link #range} is complete.
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

  /** The parties that have not answered. */
  List<Party> silent() {
    return Party.ALL.stream().filter(party -> !regions.get(party.index()).isDone()).toList();
  }

  /** Ends the questions that are still asked. */
  void cancel() {
    tasks.forEach(task -> task.cancel(true));
  }
}
