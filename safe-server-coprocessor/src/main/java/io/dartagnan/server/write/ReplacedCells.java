package io.dartagnan.server.write;

import io.dartagnan.server.write.WriteTag.SettledWrites;
import io.dartagnan.write.ReplacedVersions;
import io.dartagnan.write.ReplacedVersions.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.ArrayBackedTag;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.TagUtil;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The versions whose place the writes of a batch take, at the very timestamp.
 *
 * <p>HBase shows the last cell of those at one timestamp and forgets the others. A write whose
 * timestamps are the application's own may be refused, or never sent, at another cloud, after it
 * has taken the place of a version here that is on all three. So its cell carries, in a tag, what
 * it took the place of: back to the first version that is known to be settled, and those below that
 * which are not. They come back when the write is rolled back, are shown to who asks for them, and
 * go with the tag of the write ({@link WriteTag}) when that is settled itself.
 */
final class ReplacedCells {

  /** HBase's own types are small numbers. */
  static final byte TYPE = 'R';

  /** Bytes that the versions below one cell may take: HBase allows 65,535 for all its tags. */
  static final int MOST_BYTES = 32_000;

  private static final CellComparator ORDER = CellComparator.getInstance();
  private static final Comparator<Cell> BY_PLACE =
      ((Comparator<Cell>) ORDER::compareRows)
          .thenComparing(ORDER::compareFamilies)
          .thenComparing(ORDER::compareQualifiers)
          .thenComparing(ORDER::compareTimestamps);

  private final StandingCells region;
  private final Predicate<Cell> settled;
  // What earlier writes of the batch put, which the region does not have yet.
  private final Map<Cell, Cell> put = new TreeMap<>(BY_PLACE);
  private Map<Cell, ReplacedVersions> below = Map.of();
  private Write found;

  /**
   * For a batch.
   *
   * @param settled whether a stored version is known to be of a settled write
   */
  ReplacedCells(StandingCells region, Predicate<Cell> settled) {
    this.region = region;
    this.settled = settled;
  }

  /** Those below a cell; empty if it keeps none. */
  static Optional<ReplacedVersions> under(Cell cell) {
    return PrivateCellUtil.getTag(cell, TYPE).map(Tag::cloneValue).map(ReplacedVersions::decode);
  }

  /**
   * The versions that a reader is shown of a stored one and those below it: none below one whose
   * write is settled, since that one is on all three clouds.
   *
   * @param settledWrites what was known of writes before the cell was read
   */
  static ReplacedVersions shown(Cell cell, SettledWrites settledWrites) {
    List<Version> shown = new ArrayList<>();
    for (Version version : from(cell)) {
      shown.add(version);
      Optional<WriteTag> tag = WriteTag.in(cell(cell, version, List.of()));
      if (tag.isEmpty() || tag.get().isSettledBy(settledWrites)) {
        break;
      }
    }
    return new ReplacedVersions(shown);
  }

  private static List<Version> from(Cell cell) {
    List<Version> versions = new ArrayList<>();
    versions.add(version(cell));
    under(cell).ifPresent(of -> versions.addAll(of.versions()));
    return versions;
  }

  private static Version version(Cell cell) {
    List<Tag> tags = PrivateCellUtil.getTags(cell);
    tags.removeIf(tag -> tag.getType() == TYPE);
    WriteTag tag = WriteTag.in(cell).orElse(WriteTag.UNKNOWN);
    return new Version(
        tag.known(), tag.writer(), tag.stamp(), TagUtil.fromList(tags), CellUtil.cloneValue(cell));
  }

  /** The cell of a version that lies at a stored one's place, with those below it. */
  private static Cell cell(Cell place, Version version, List<Version> below) {
    List<Tag> tags = new ArrayList<>(TagUtil.asList(version.tags(), 0, version.tags().length));
    if (!below.isEmpty()) {
      tags.add(new ArrayBackedTag(TYPE, new ReplacedVersions(below).encode()));
    }
    return new KeyValue(
        CellUtil.cloneRow(place),
        CellUtil.cloneFamily(place),
        CellUtil.cloneQualifier(place),
        place.getTimestamp(),
        KeyValue.Type.Put,
        version.value(),
        tags);
  }

  /**
   * Finds what a write takes the place of.
   *
   * @return false if that is more than is kept, and the write depends on what was read: it is to
   *     come again once some of it is settled
   * @throws DoNotRetryIOException if it does not go with that even then
   */
  boolean find(Write write) throws IOException {
    below = new TreeMap<>(BY_PLACE);
    found = write;
    for (Mutation mutation : write.mutations()) {
      if (mutation instanceof Put of) {
        Map<Cell, Cell> standing = new TreeMap<>(BY_PLACE);
        region.replacedBy(of, write.tag().stamp()).forEach(cell -> standing.put(cell, cell));
        for (List<Cell> cells : of.getFamilyCellMap().values()) {
          for (Cell cell : cells) {
            Cell replaced = put.getOrDefault(cell, standing.get(cell));
            if (replaced != null && !find(write, replaced)) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  private boolean find(Write write, Cell replaced) throws DoNotRetryIOException {
    WriteTag own = write.tag();
    List<Version> kept = new ArrayList<>();
    int bytes = 1;
    boolean hasSettled = false;
    for (Version version : from(replaced)) {
      boolean isSettled = settled.test(cell(replaced, version, List.of()));
      // The same write may come again, from HBase's own client.
      if (!version.isOf(own.writer(), own.stamp()) && !(isSettled && hasSettled)) {
        bytes += new ReplacedVersions(List.of(version)).bytes();
        if (bytes > MOST_BYTES) {
          if (write.condition().isEmpty()) {
            break;
          }
          if (kept.isEmpty()) {
            throw tooLarge(replaced);
          }
          return false;
        }
        kept.add(version);
        hasSettled |= isSettled;
      }
    }
    if (!kept.isEmpty()) {
      below.put(replaced, new ReplacedVersions(kept));
    }
    return true;
  }

  private static DoNotRetryIOException tooLarge(Cell replaced) {
    return new DoNotRetryIOException(
        "row %s, column %s:%s: an atomic operation would take the place of a value of %d bytes at the same timestamp, of %d bytes at most it can; give it another timestamp"
            .formatted(
                Bytes.toStringBinary(CellUtil.cloneRow(replaced)),
                Bytes.toStringBinary(CellUtil.cloneFamily(replaced)),
                Bytes.toStringBinary(CellUtil.cloneQualifier(replaced)),
                replaced.getValueLength(),
                MOST_BYTES));
  }

  /** Has the cells of an admitted write, which have its tag, keep what was found. */
  void keep(Write write) {
    if (write != found) {
      return;
    }
    for (Mutation mutation : write.mutations()) {
      if (mutation instanceof Put) {
        for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
          cells.replaceAll(
              cell ->
                  below.containsKey(cell)
                      ? cell(cell, version(cell), below.get(cell).versions())
                      : cell);
          cells.stream()
              .filter(cell -> cell.getTimestamp() != write.tag().stamp())
              .forEach(cell -> put.put(cell, cell));
        }
      }
    }
  }

  /** What becomes of a version that is to be taken back. */
  record Restored(Optional<Cell> instead, boolean stays) {
    private static final Restored NOTHING = new Restored(Optional.empty(), false);
    private static final Restored STAYS = new Restored(Optional.empty(), true);
  }

  /**
   * Looks for the version of a write at a place, to take it back.
   *
   * @param place a cell there
   * @return the cell that is to be written instead of what is there; if it stays, there is nothing
   *     below it that could come back
   */
  Restored restored(Cell place, long writer, long stamp) throws IOException {
    Optional<Cell> standing = Optional.ofNullable(put.get(place));
    if (standing.isEmpty()) {
      standing = region.version(place);
    }
    if (standing.isEmpty()) {
      return Restored.NOTHING;
    }
    List<Version> versions = from(standing.get());
    if (!versions.removeIf(version -> version.isOf(writer, stamp))) {
      return Restored.NOTHING;
    }
    if (versions.isEmpty()) {
      return Restored.STAYS;
    }
    Cell instead = cell(standing.get(), versions.get(0), versions.subList(1, versions.size()));
    put.put(instead, instead);
    return new Restored(Optional.of(instead), false);
  }
}
