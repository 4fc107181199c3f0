package io.dartagnan.server.write;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.RowCondition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;

/** Looks for what other writes have put in the place of a write's cells, timestamps included. */
final class OtherWrites {
  private static final CellComparator ORDER = CellComparator.getInstance();
  private static final Comparator<Cell> BY_COLUMN =
      ((Comparator<Cell>) ORDER::compareFamilies).thenComparing(ORDER::compareQualifiers);
  private static final Comparator<Cell> BY_PLACE =
      BY_COLUMN.thenComparing(ORDER::compareTimestamps);

  private final StandingCells region;
  private final TableSchema schema;
  private final Party party;

  OtherWrites(StandingCells region, TableSchema schema, Party party) {
    this.region = region;
    this.schema = schema;
    this.party = party;
  }

  /**
   * The number of versions that a rollback would delete; empty if one of them is of another write
   * than the one it takes back.
   */
  OptionalInt takenBy(Write rollback) throws IOException {
    int taken = 0;
    TreeMap<Cell, Long> expected = new TreeMap<>(BY_PLACE);
    PrimitiveIterator.OfLong ids =
        Arrays.stream(rollback.rollback().orElseThrow().versionIds()).iterator();
    for (Cell cell : rollback.cells()) {
      expected.put(cell, ids.nextLong());
    }
    for (Cell standing : standing(rollback)) {
      Long id = expected.get(standing);
      if (id != null && CellUtil.isPut(standing)) {
        if (!versionId(standing).equals(OptionalLong.of(id))) {
          return OptionalInt.empty();
        }
        taken++;
      }
    }
    return OptionalInt.of(taken);
  }

  /**
   * The share that a confirmation speaks of, as it is stored.
   *
   * @return a copy with its tags; empty if something else is there by now
   */
  Optional<Cell> given(Cell confirmed) throws IOException {
    Protection protection =
        schema
            .protectionOf(CellUtil.cloneFamily(confirmed), CellUtil.cloneQualifier(confirmed))
            .orElse(Protection.PLAIN);
    return region
        .version(confirmed)
        .filter(stored -> ShareCell.isGiven(stored, protection))
        .filter(stored -> CellUtil.matchingValue(stored, confirmed));
  }

  /** Whether there is anything in the place of a write's cells that is not of this very write. */
  boolean are(Write write) throws IOException {
    TreeMap<Cell, Cell> own = new TreeMap<>(ORDER::compareWithoutRow);
    TreeSet<Cell> places = new TreeSet<>(BY_PLACE);
    boolean deletesFamilies = false;
    for (Cell cell : write.cells()) {
      own.put(cell, cell);
      places.add(cell);
      deletesFamilies |= isOfFamily(cell);
    }
    for (Cell standing : standing(write)) {
      Cell same = own.get(standing);
      boolean isOwn =
          same != null && (!CellUtil.isPut(standing) || isVersionOf(write, same, standing));
      if (!isOwn && (deletesFamilies || isOfFamily(standing) || places.contains(standing))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether some of the columns that a write puts have newer versions, and some have none: below
   * them it would be seen in part.
   */
  boolean arePartlyAbove(Write write) throws IOException {
    TreeSet<Cell> put = new TreeSet<>(BY_COLUMN);
    TreeSet<Cell> above = new TreeSet<>(BY_COLUMN);
    for (Mutation mutation : write.mutations()) {
      above.addAll(region.newer(mutation, write.mark().orElseThrow().stamp()));
    }
    write.cells().stream().filter(CellUtil::isPut).forEach(put::add);
    int columns = put.size();
    put.removeAll(above);
    return !put.isEmpty() && put.size() < columns;
  }

  /** Whether a get shows what a condition says that it showed. */
  boolean show(RowCondition condition, Get get) throws IOException {
    return condition.isMetBy(region.shownTo(get), schema, party);
  }

  /** Whether this very write is there already: its first cell, since all come together. */
  boolean isThere(Write write) throws IOException {
    if (write.cells().isEmpty()) {
      return false;
    }
    Cell own = write.cells().get(0);
    for (Cell standing : standing(write)) {
      if (ORDER.compareWithoutRow(own, standing) == 0
          && CellUtil.isPut(own)
          && isVersionOf(write, own, standing)) {
        return true;
      }
    }
    return false;
  }

  private boolean isVersionOf(Write write, Cell own, Cell standing) {
    return WriteTag.in(standing).filter(tag -> !tag.isOfWriteOf(write.tag())).isEmpty()
        && versionId(standing).equals(versionId(own));
  }

  private List<Cell> standing(Write write) throws IOException {
    List<Cell> standing = new ArrayList<>();
    for (Mutation mutation : write.mutations()) {
      standing.addAll(region.around(mutation));
    }
    return standing;
  }

  private OptionalLong versionId(Cell version) {
    return schema
        .protectionOf(CellUtil.cloneFamily(version), CellUtil.cloneQualifier(version))
        .map(protection -> protection.writeId(version, party))
        .orElse(OptionalLong.empty());
  }

  private static boolean isOfFamily(Cell cell) {
    return cell.getType() == Cell.Type.DeleteFamily
        || cell.getType() == Cell.Type.DeleteFamilyVersion;
  }
}
