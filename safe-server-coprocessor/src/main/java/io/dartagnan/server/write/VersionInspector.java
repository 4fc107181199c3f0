package io.dartagnan.server.write;

import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.State;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Tells what a region has of one version, from a moment on at which no write can bring it any more.
 *
 * <p>That a version is not there does not say that it never was: files may be lost, or the table
 * made anew. So it tells of a delete that hides the version, and of absence only where the region
 * has been there for longer than the version.
 */
final class VersionInspector {
  private final Region region;
  private final StandingCells standing;
  private final WriteGuard guard;

  /** For the versions of a region. */
  VersionInspector(Region region, WriteGuard guard) {
    this.region = region;
    this.standing = new StandingCells(region);
    this.guard = guard;
  }

  /**
   * The standing of a version.
   *
   * @param get of one column at one timestamp
   * @throws DoNotRetryIOException if it is of anything else
   */
  VersionStanding inspect(Get get, TableSchema schema, ServerWrites server) throws IOException {
    requireOne(get);
    long timestamp = get.getTimeRange().getMin();
    long ageMs = server.leftoverAgeMs();
    long newest = EnvironmentEdgeManager.currentTime() - ageMs;
    if (timestamp > newest) {
      return new VersionStanding(State.YOUNG, timestamp - newest);
    }
    guard.fence(get.getRow(), timestamp);
    Optional<Cell> version = standing.version(get);
    if (version.isPresent()) {
      return ofPresent(version.get(), schema, server);
    }
    if (isDeleted(get, timestamp)) {
      return new VersionStanding(State.DELETED);
    }
    boolean wasHere = region.getRegionInfo().getRegionId() < timestamp - ageMs;
    return new VersionStanding(wasHere ? State.ABSENT : State.UNKNOWN);
  }

  private static void requireOne(Get get) throws DoNotRetryIOException {
    Iterator<NavigableSet<byte[]>> qualifiers = get.getFamilyMap().values().iterator();
    NavigableSet<byte[]> first = qualifiers.hasNext() ? qualifiers.next() : null;
    TimeRange time = get.getTimeRange();
    if (qualifiers.hasNext()
        || first == null
        || first.size() != 1
        || time.getMax() - 1 != time.getMin()) {
      throw new DoNotRetryIOException(
          "the standing of a version was asked for by a get that is not of one column at one timestamp");
    }
  }

  private static VersionStanding ofPresent(Cell version, TableSchema schema, ServerWrites server) {
    OptionalLong id =
        schema
            .protectionOf(CellUtil.cloneFamily(version), CellUtil.cloneQualifier(version))
            .map(protection -> protection.writeId(version, server.party()))
            .orElse(OptionalLong.empty());
    if (id.isEmpty()) {
      return new VersionStanding(State.UNKNOWN);
    }
    return new VersionStanding(ofPresent(version, server), id.getAsLong());
  }

  private static State ofPresent(Cell version, ServerWrites server) {
    Optional<WriteTag> tag = WriteTag.in(version);
    // Where another cloud lacks one that was not made durable, it may have lost it: it was on all
    // three, and is to be removed all the same.
    if (tag.isEmpty() || (tag.get().isDurable() && tag.get().isSettledBy(server.settlements()))) {
      return State.SETTLED;
    }
    boolean isStamped = tag.get().known() && tag.get().stamp() == version.getTimestamp();
    return isStamped ? State.UNSETTLED : State.FOREIGN;
  }

  private boolean isDeleted(Get get, long timestamp) throws IOException {
    Map.Entry<byte[], NavigableSet<byte[]>> column =
        get.getFamilyMap().entrySet().iterator().next();
    byte[] qualifier = column.getValue().first();
    return standing.markers(get.getRow(), column.getKey(), timestamp).stream()
        .anyMatch(
            marker ->
                switch (marker.getType()) {
                  case DeleteFamily -> true;
                  case DeleteFamilyVersion -> marker.getTimestamp() == timestamp;
                  case DeleteColumn -> CellUtil.matchingQualifier(marker, qualifier);
                  default ->
                      CellUtil.matchingQualifier(marker, qualifier)
                          && marker.getTimestamp() == timestamp;
                });
  }
}
