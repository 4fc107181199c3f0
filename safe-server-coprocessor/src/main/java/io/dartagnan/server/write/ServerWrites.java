package io.dartagnan.server.write;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import org.apache.hadoop.hbase.Cell;

/**
 * The knowledge that the regions of one RegionServer share about writes.
 *
 * @param party whose cloud it is
 * @param settlements what writers told of their writes
 * @param counts for the operators
 * @param leftoverAgeMs milliseconds after which what a failed write left may be taken back
 * @param removesLeftovers whether it may be at all
 * @param markersKeptMs milliseconds for which delete markers stay
 */
public record ServerWrites(
    Party party,
    Settlements settlements,
    WriteCounts counts,
    long leftoverAgeMs,
    boolean removesLeftovers,
    int markersKeptMs) {

  /**
   * Default of {@link #leftoverAgeMs}: the time for which a write may be on its way, and as much as
   * the clocks of one cluster's servers may differ by, before HBase refuses them.
   */
  public static final long DEFAULT_LEFTOVER_AGE_MS = 60_000;

  /** Default of {@link #markersKeptMs}. */
  public static final int DEFAULT_MARKERS_KEPT_MS = 3_600_000;

  /** A server that knows nothing yet. */
  public ServerWrites(
      Party party, long leftoverAgeMs, boolean removesLeftovers, int markersKeptMs) {
    this(
        party,
        new Settlements(),
        new WriteCounts(),
        leftoverAgeMs,
        removesLeftovers,
        markersKeptMs);
  }

  /** Whether a stored version is known to be of a settled write. */
  public boolean isSettled(Cell version) {
    return WriteTag.in(version).map(tag -> tag.isSettledBy(settlements)).orElse(true);
  }

  /** Whether a stored version was made durable before it was acknowledged. */
  public boolean isDurable(Cell version) {
    return WriteTag.in(version).map(WriteTag::isDurable).orElse(true);
  }

  /** Whether the writer of a stored version has said that it may not be on all three clouds. */
  public boolean isTorn(Cell version) {
    return WriteTag.in(version)
        .filter(tag -> tag.known() && settlements.isTorn(tag.writer(), tag.stamp()))
        .isPresent();
  }

  /** Finds those of the server that hosts a region. */
  @FunctionalInterface
  public interface Lookup {

    /**
     * Those of the server.
     *
     * @throws IOException if it loaded none, or is stopping
     */
    ServerWrites find() throws IOException;
  }
}
