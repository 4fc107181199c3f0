package io.dartagnan.clusters.operations;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Versions of one row in one family that HBase may show.
 *
 * <p>A version is doubtful if HBase may or may not have it, by what was flushed and compacted when:
 * it was put below a delete, which a major compaction removes, or as many newer ones as the family
 * keeps were there once, or it was too old to be seen once. A version that a later delete covers is
 * gone, unless the delete too was too old once: a flush may have dropped it, and not the version.
 */
final class FamilyLedger {

  private record Version(boolean doubtful, int length) {}

  /** A delete; of all columns if {@code qualifier} is null, of one timestamp if {@code exact}. */
  private record Marker(Bytes qualifier, long timestamp, boolean exact) {
    boolean covers(Bytes column, long version) {
      return (qualifier == null || qualifier.equals(column))
          && (exact ? version == timestamp : version <= timestamp);
    }

    void removeFrom(Map<Bytes, NavigableMap<Long, Version>> some) {
      some.forEach((column, versions) -> versions.keySet().removeIf(time -> covers(column, time)));
      some.values().removeIf(Map::isEmpty);
    }
  }

  /**
   * What a family's settings say of its versions.
   *
   * @param kept how many of a column it keeps
   * @param pastExpires whether those with timestamps of the past are too old to be seen
   */
  record Keeping(int kept, boolean pastExpires) {
    boolean hides(long timestamp) {
      return pastExpires && timestamp < Times.ASSIGNED;
    }
  }

  private Keeping keeping;
  private final List<Marker> markers = new ArrayList<>();
  private final Map<Bytes, NavigableMap<Long, Version>> columns = new HashMap<>();

  /** Versions that are covered by deletes of the past alone. */
  private final Map<Bytes, NavigableMap<Long, Version>> deleted = new HashMap<>();

  /** An empty one. */
  FamilyLedger(Keeping keeping) {
    this.keeping = keeping;
  }

  /** Has other settings from now on: what they drop may come back if they are changed once more. */
  void keep(Keeping other) {
    keeping = other;
    if (keeping.pastExpires()) {
      deleted.forEach(
          (column, versions) ->
              versions.forEach(
                  (time, version) ->
                      versions(column).putIfAbsent(time, new Version(true, version.length()))));
      deleted.clear();
    }
    columns.values().forEach(this::doubt);
  }

  private NavigableMap<Long, Version> versions(Bytes column) {
    return columns.computeIfAbsent(column, key -> new TreeMap<>());
  }

  FamilyLedger copy() {
    FamilyLedger copy = new FamilyLedger(keeping);
    copy.markers.addAll(markers);
    columns.forEach((column, versions) -> copy.columns.put(column, new TreeMap<>(versions)));
    deleted.forEach((column, versions) -> copy.deleted.put(column, new TreeMap<>(versions)));
    return copy;
  }

  void put(Bytes column, long timestamp, int length) {
    NavigableMap<Long, Version> versions = versions(column);
    boolean below = markers.stream().anyMatch(marker -> marker.covers(column, timestamp));
    versions.put(timestamp, new Version(below, length));
    doubt(versions);
  }

  private void doubt(NavigableMap<Long, Version> versions) {
    int newer = versions.size();
    for (Map.Entry<Long, Version> version : versions.entrySet()) {
      newer--;
      if (newer >= keeping.kept() || keeping.hides(version.getKey())) {
        version.setValue(new Version(true, version.getValue().length()));
      }
    }
  }

  /** A delete, of all columns if {@code column} is null, of one timestamp if {@code exact}. */
  void delete(Bytes column, long timestamp, boolean exact) {
    Marker marker = new Marker(column, timestamp, exact);
    markers.add(marker);
    columns.forEach(
        (name, versions) ->
            versions.forEach(
                (time, version) -> {
                  if (marker.covers(name, time)) {
                    deleted.computeIfAbsent(name, key -> new TreeMap<>()).put(time, version);
                  }
                }));
    marker.removeFrom(columns);
    if (timestamp >= Times.ASSIGNED) {
      marker.removeFrom(deleted);
    }
    // Which may take the delete for too old already.
    keep(keeping);
  }

  /** The number of versions that the family keeps. */
  int kept() {
    return keeping.kept();
  }

  /** The newest timestamp of a column, or {@code otherwise}. */
  long newest(Bytes column, long otherwise) {
    Map.Entry<Long, Version> newest = newest(column);
    return newest == null ? otherwise : newest.getKey();
  }

  /** Whether the newest version of any column has a timestamp of the future. */
  boolean isOfTheFuture() {
    return columns.keySet().stream().anyMatch(column -> newest(column, 0) >= Times.FUTURE);
  }

  /** Bytes of a column's newest value, 0 if there is none. */
  int newestLength(Bytes column) {
    Map.Entry<Long, Version> newest = newest(column);
    return newest == null ? 0 : newest.getValue().length();
  }

  private Map.Entry<Long, Version> newest(Bytes column) {
    NavigableMap<Long, Version> versions = columns.get(column);
    return versions == null || keeping.hides(versions.lastKey()) ? null : versions.lastEntry();
  }

  /**
   * Whether a read of the newest versions within a time range may meet a doubtful one.
   *
   * @param selected the columns read, null for all
   * @param most how many versions are read at most
   */
  boolean varies(Set<Bytes> selected, TimeRange time, int most) {
    return columns.entrySet().stream()
        .filter(column -> selected == null || selected.contains(column.getKey()))
        .anyMatch(column -> varies(column.getValue(), time, most));
  }

  private boolean varies(NavigableMap<Long, Version> versions, TimeRange time, int most) {
    int certain = 0;
    for (Map.Entry<Long, Version> version : versions.descendingMap().entrySet()) {
      if (!time.withinTimeRange(version.getKey()) || keeping.hides(version.getKey())) {
        continue;
      }
      if (certain == most) {
        return false;
      }
      if (version.getValue().doubtful()) {
        return true;
      }
      certain++;
    }
    return false;
  }
}
