package io.dartagnan.server.write;

import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.Age;
import io.dartagnan.write.VersionStanding.Marker;
import io.dartagnan.write.VersionStanding.Purpose;
import io.dartagnan.write.VersionStanding.Question;
import io.dartagnan.write.VersionStanding.Span;
import io.dartagnan.write.VersionStanding.State;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagType;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Tells what a region has of one version. To who wants to remove it, from a moment on at which no
 * write can bring it any more.
 *
 * <p>That a version is not there does not say that it never was: a log or files may be lost, or a
 * backup put back. So it tells of a delete that hides the version, of newer ones that took its
 * place, and of absence only if what was written then cannot be lost ({@link RegionGaps}).
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
   * The standing of a version: as a read of the row would find it, or for who wants to remove it
   * with what is written and not shown yet.
   *
   * @param get of one column at one timestamp
   * @throws DoNotRetryIOException if it is of anything else
   */
  VersionStanding inspect(Get get, Question question, TableSchema schema, ServerWrites server)
      throws IOException {
    requireOne(get);
    long timestamp = get.getTimeRange().getMin();
    long now = EnvironmentEdgeManager.currentTime();
    long margin = VersionStanding.RIGHT_WITHIN_MS;
    if (question.purpose() == Purpose.REMOVE) {
      margin = server.leftoverAgeMs();
      long newest = now - margin;
      if (!server.removesLeftovers()) {
        // What a client of any release understands, and leaves on all clouds.
        return new VersionStanding(State.YOUNG, margin, now, Age.NONE);
      }
      if (timestamp > newest) {
        return new VersionStanding(State.YOUNG, timestamp - newest, now, Age.NONE);
      }
      guard.fence(get.getRow(), timestamp);
      get.setIsolationLevel(IsolationLevel.READ_UNCOMMITTED);
    }
    Optional<Cell> version = standing.version(get);
    if (version.isPresent()) {
      return ofPresent(version.get(), schema, server);
    }
    Span written = question.written().orElse(new Span(timestamp, timestamp));
    byte[] family = get.familySet().iterator().next();
    boolean isKnown = guard.gaps().has(family, written.from(), written.to(), margin);
    return ofAbsent(get, timestamp, isKnown, server, now);
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

  private VersionStanding ofPresent(Cell version, TableSchema schema, ServerWrites server) {
    OptionalLong id =
        schema
            .protectionOf(CellUtil.cloneFamily(version), CellUtil.cloneQualifier(version))
            .map(protection -> protection.writeId(version, server.party()))
            .orElse(OptionalLong.empty());
    long now = EnvironmentEdgeManager.currentTime();
    if (id.isEmpty()) {
      return new VersionStanding(State.UNKNOWN, 0, now, Age.NONE);
    }
    Age age =
        WriteTag.in(version).filter(WriteTag::known).map(tag -> tag.age(now)).orElse(Age.NONE);
    return new VersionStanding(ofPresent(version, server), id.getAsLong(), expiry(version), age);
  }

  private static State ofPresent(Cell version, ServerWrites server) {
    Optional<WriteTag> tag = WriteTag.in(version);
    // Where another cloud lacks one that was not made durable, it may have lost it: it was on all
    // three, and is to be removed all the same.
    if (tag.isEmpty() || (tag.get().isDurable() && tag.get().isSettledBy(server.settlements()))) {
      return State.SETTLED;
    }
    if (tag.get().known() && !tag.get().isDurable()) {
      server.settlements().dispute(tag.get());
    }
    if (server.isTorn(version)) {
      return State.TORN;
    }
    if (!tag.get().known() || tag.get().stamp() != version.getTimestamp()) {
      return State.FOREIGN;
    }
    return tag.get().isDurable() ? State.UNSETTLED : State.NOT_DURABLE;
  }

  private long expiry(Cell version) {
    int seconds =
        region.getTableDescriptor().getColumnFamily(CellUtil.cloneFamily(version)).getTimeToLive();
    long ofFamily =
        seconds == HConstants.FOREVER
            ? Long.MAX_VALUE
            : version.getTimestamp() + TimeUnit.SECONDS.toMillis(seconds);
    return PrivateCellUtil.getTag(version, TagType.TTL_TAG_TYPE)
        .map(ttl -> Math.min(ofFamily, version.getTimestamp() + Tag.getValueAsLong(ttl)))
        .orElse(ofFamily);
  }

  private VersionStanding ofAbsent(
      Get get, long timestamp, boolean isKnown, ServerWrites server, long now) throws IOException {
    Map.Entry<byte[], NavigableSet<byte[]>> column =
        get.getFamilyMap().entrySet().iterator().next();
    byte[] family = column.getKey();
    byte[] qualifier = column.getValue().first();
    List<Cell> hiding =
        standing.markers(get.getRow(), family, timestamp, get.getIsolationLevel()).stream()
            .filter(marker -> hides(marker, qualifier, timestamp))
            .toList();
    if (!hiding.isEmpty()) {
      boolean isOurs = hiding.stream().anyMatch(marker -> WriteTag.in(marker).isPresent());
      Optional<Marker> marker =
          hiding.stream().filter(each -> each.getValueLength() > 0).findFirst().map(Marker::of);
      return new VersionStanding(
          isOurs ? State.DELETED : State.HIDDEN, 0, now, Age.NONE, marker.filter(any -> isOurs));
    }
    Get newer =
        new Get(get.getRow())
            .addColumn(family, qualifier)
            .setTimeRange(timestamp + 1, Long.MAX_VALUE)
            .readAllVersions();
    long replacing =
        standing.shownTo(newer).stream()
            .filter(cell -> server.isSettled(cell) && server.isDurable(cell))
            .count();
    if (replacing >= InnerVersions.declaredVersions(region.getTableDescriptor(), family)) {
      return new VersionStanding(State.REPLACED, 0, now, Age.NONE);
    }
    return new VersionStanding(isKnown ? State.ABSENT : State.UNKNOWN, 0, now, Age.NONE);
  }

  private static boolean hides(Cell marker, byte[] qualifier, long timestamp) {
    return switch (marker.getType()) {
      case DeleteFamily -> true;
      case DeleteFamilyVersion -> marker.getTimestamp() == timestamp;
      case DeleteColumn -> CellUtil.matchingQualifier(marker, qualifier);
      default ->
          CellUtil.matchingQualifier(marker, qualifier) && marker.getTimestamp() == timestamp;
    };
  }
}
