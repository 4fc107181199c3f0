package io.dartagnan.client.read;

import io.dartagnan.client.keys.Place;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.StoredVersion;
import io.dartagnan.schema.UnreadableValueException;
import io.dartagnan.wire.CloudRow;
import io.dartagnan.wire.PackedRow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reconstruction of a table's rows from the newest complete versions of each column.
 *
 * <p>A version is complete when all three clouds have a cell at its coordinates and those belong to
 * one write: well-formed shares with equal write ids, or equal plain values. Any other is a write
 * that is under way, was given up half-done, or is deleted half-way; it is left out, and an older
 * complete version takes its place. A complete version whose shares are of another scheme or type
 * than the schema's is neither: it is an error, since passing over it would hide what was written.
 * What becomes of one whose copies differ, {@link AlteredCopies} says.
 */
public final class Reconciliation implements RowReconciler {
  private static final CellComparator ORDER = CellComparator.getInstance();

  private final ProtectedTable table;
  private final Placement placement;
  private final KnownColumns columns;
  private final int versions;
  private final StoredVersion stored;
  private final AlteredCopies altered;
  private final Consumer<Cell[]> confirmed;
  private boolean isUnjudged;

  /**
   * For one request, and one thread at a time.
   *
   * @param versions how many versions of each cell
   */
  public Reconciliation(ProtectedTable table, int versions) {
    this(table, versions, new AlteredCopies(table, false), version -> {});
  }

  private Reconciliation(
      ProtectedTable table, int versions, AlteredCopies altered, Consumer<Cell[]> confirmed) {
    this.table = table;
    this.placement = table.placement();
    this.columns = new KnownColumns(table);
    this.versions = versions;
    this.stored = new StoredVersion(placement.clouds().size());
    this.altered = altered;
    this.confirmed = confirmed;
  }

  /**
   * The same of all versions that a table keeps, which ends where a cloud returns something else
   * than was written.
   *
   * @param confirmed takes the three cells of a version that was given in a repair, and is right
   */
  public static Reconciliation ofRepaired(ProtectedTable table, Consumer<Cell[]> confirmed) {
    return new Reconciliation(table, Integer.MAX_VALUE, new AlteredCopies(table, true), confirmed);
  }

  /**
   * A row that was put together.
   *
   * @param whole the row; empty when nothing complete is left of it
   * @param isAllComplete whether every cell that a cloud returned is of a complete version, or lies
   *     below as many complete versions of its column as count: nothing can be torn
   * @param isUnjudged whether it has a version with which not all clouds compute, since one was
   *     given its share in a repair, or stores another sealed value
   */
  record Outcome(Result whole, boolean isAllComplete, boolean isUnjudged) {}

  @Override
  public Result reconcile(List<Result> byParty) throws IOException {
    return outcome(byParty).whole();
  }

  /** Reconstructs a row, and says whether anything else was returned of it. */
  Outcome outcome(List<Result> byParty) throws IOException {
    List<Party> clouds = placement.clouds();
    Cell[][] cells = new Cell[clouds.size()][];
    Arrays.setAll(cells, i -> IncompleteCells.cells(byParty.get(clouds.get(i).index())));
    requireOneRow(cells);
    columns.begin();
    isUnjudged = false;
    return new Merge(cells).outcome();
  }

  /**
   * Reconstructs a row of which the clouds returned packets that have the same of it: each column
   * once, at one timestamp, of one write.
   *
   * @return null if that is not so; the row is to be put together of its cells
   */
  Result ofAlike(List<CloudRow> byParty) throws IOException {
    List<Party> clouds = placement.clouds();
    if (!(byParty.get(clouds.get(0).index()) instanceof PackedRow first)) {
      return null;
    }
    for (Party cloud : clouds) {
      if (!(byParty.get(cloud.index()) instanceof PackedRow other)
          || other != first && !first.isAlike(other)) {
        return null;
      }
    }
    columns.begin();
    KnownColumns.Column before = null;
    byte[][] values = new byte[first.size()][];
    for (int i = 0; i < values.length; i++) {
      KnownColumns.Column column = columns.of(first.family(i), first.qualifier(i), before);
      if (column == before) {
        return null;
      }
      before = column;
      values[i] = valueOfAlike(first, byParty, i, column);
      if (values[i] == null) {
        return null;
      }
    }
    return first.with(values);
  }

  private byte[] valueOfAlike(
      PackedRow first, List<CloudRow> byParty, int i, KnownColumns.Column column)
      throws IOException {
    if (column.protection().isEmpty()) {
      return null;
    }
    List<Party> clouds = placement.clouds();
    for (int cloud = 0; cloud < clouds.size(); cloud++) {
      PackedRow row = (PackedRow) byParty.get(clouds.get(cloud).index());
      stored.set(cloud, row.keyArray(), row.valueOffset(i), row.valueLength(i));
    }
    try {
      Optional<byte[]> value = column.protection().get().value(stored);
      Protection protection = column.protection().get();
      boolean restsOnTag = value.isPresent() && altered.restsOnTag(protection, stored);
      boolean isGiven = restsOnTag && protection.isHeldByAnyTwo();
      if (value.isEmpty() || isGiven || (restsOnTag && !altered.hasTag(first, i, value.get()))) {
        return null;
      }
      return protection instanceof SealedProtection sealed
          ? table.requireOpened(sealed, Place.of(first, i), value.get())
          : value.get();
    } catch (UnreadableValueException e) {
      // Said of the cells.
      return null;
    }
  }

  /** The merge of the three clouds' cells of one row, in HBase's order. */
  private final class Merge {
    private final Cell[][] cells;
    private final int[] at;
    private final List<Cell> complete;
    private boolean isAllComplete = true;
    // The last version on all three clouds.
    private final Cell[] version;
    private KnownColumns.Column column;
    private int counting;
    private int counted;

    Merge(Cell[][] cells) {
      this.cells = cells;
      this.at = new int[cells.length];
      this.version = new Cell[cells.length];
      this.complete = new ArrayList<>(cells[0].length);
    }

    Outcome outcome() throws IOException {
      while (alignOnNext()) {
        for (int cloud = 0; cloud < cells.length; cloud++) {
          version[cloud] = cells[cloud][at[cloud]++];
        }
        KnownColumns.Column own = columns.of(version[0], column);
        if (own != column) {
          column = own;
          counting = Math.min(versions, column.versions());
          counted = 0;
        }
        if (counted < counting) {
          take();
        }
      }
      for (int cloud = 0; cloud < cells.length; cloud++) {
        while (at[cloud] < cells[cloud].length) {
          passOver(cells[cloud][at[cloud]++]);
        }
      }
      return new Outcome(Result.create(complete), isAllComplete, isUnjudged);
    }

    private void take() throws IOException {
      Cell whole = combine(version, column);
      if (whole == null) {
        isAllComplete = false;
      } else {
        complete.add(whole);
        counted++;
      }
    }

    /** Moves to the next coordinates that all three have; false when there are none. */
    private boolean alignOnNext() {
      Cell furthest = null;
      int aligned = 0;
      int cloud = 0;
      while (aligned < cells.length) {
        if (at[cloud] == cells[cloud].length) {
          return false;
        }
        Cell own = cells[cloud][at[cloud]];
        int order = furthest == null ? 1 : order(own, furthest);
        if (order < 0) {
          passOver(own);
          at[cloud]++;
        } else {
          furthest = own;
          aligned = order == 0 ? aligned + 1 : 1;
          cloud = (cloud + 1) % cells.length;
        }
      }
      return true;
    }

    /** Hears of a cell whose version is not on all three clouds. */
    private void passOver(Cell cell) {
      isAllComplete &= column != null && column.isOf(cell) && counted >= counting;
    }
  }

  /** The order of two cells of one row; most are at the same coordinates, which is soon seen. */
  private static int order(Cell one, Cell other) {
    boolean haveOneKey =
        one instanceof KeyValue a
            && other instanceof KeyValue b
            && Arrays.equals(
                a.getBuffer(),
                a.getKeyOffset(),
                a.getKeyOffset() + a.getKeyLength(),
                b.getBuffer(),
                b.getKeyOffset(),
                b.getKeyOffset() + b.getKeyLength());
    return haveOneKey ? 0 : ORDER.compareWithoutRow(one, other);
  }

  /** The application's cell, or null when the three do not belong to one write. */
  private Cell combine(Cell[] version, KnownColumns.Column column) throws IOException {
    Protection protection = column.protection().orElse(null);
    if (protection == null) {
      throw new DoNotRetryIOException(
          "%s is stored on all three clouds and the schema does not declare it"
              .formatted(column(version[0])));
    }
    for (int cloud = 0; cloud < version.length; cloud++) {
      stored.set(cloud, version[cloud]);
    }
    try {
      Optional<byte[]> value = protection.value(stored);
      if (value.isPresent() && altered.restsOnTag(protection, stored)) {
        isUnjudged |= protection.isHeldByAnyTwo();
        altered.requireTag(version, value.get());
        confirmed.accept(version);
      }
      if (protection instanceof SealedProtection sealed) {
        if (value.isPresent()) {
          value = Optional.of(table.requireOpened(sealed, Place.of(version[0]), value.get()));
        } else {
          value = altered.sealedValue(version, sealed);
          isUnjudged |= value.isPresent();
        }
      }
      return value.map(whole -> whole(version[0], whole)).orElse(null);
    } catch (UnreadableValueException e) {
      isUnjudged |= protection.isHeldByAnyTwo() && protection.restsOnTag(stored);
      return whole(version[0], altered.value(version, protection, e));
    }
  }

  private static Cell whole(Cell cell, byte[] value) {
    if (cell instanceof KeyValue stored && stored.getTypeByte() == KeyValue.Type.Put.getCode()) {
      int keyLength = stored.getKeyLength();
      byte[] whole = new byte[KeyValue.ROW_OFFSET + keyLength + value.length];
      Bytes.putInt(whole, Bytes.putInt(whole, 0, keyLength), value.length);
      System.arraycopy(
          stored.getBuffer(), stored.getKeyOffset(), whole, KeyValue.ROW_OFFSET, keyLength);
      System.arraycopy(value, 0, whole, KeyValue.ROW_OFFSET + keyLength, value.length);
      return new KeyValue(whole);
    }
    return new KeyValue(
        cell.getRowArray(),
        cell.getRowOffset(),
        cell.getRowLength(),
        cell.getFamilyArray(),
        cell.getFamilyOffset(),
        cell.getFamilyLength(),
        cell.getQualifierArray(),
        cell.getQualifierOffset(),
        cell.getQualifierLength(),
        cell.getTimestamp(),
        KeyValue.Type.Put,
        value,
        0,
        value.length);
  }

  /** A column and its row, for messages. */
  static String column(Cell cell) {
    return "column %s:%s of row %s"
        .formatted(
            Bytes.toStringBinary(CellUtil.cloneFamily(cell)),
            Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
            Bytes.toStringBinary(CellUtil.cloneRow(cell)));
  }

  private static void requireOneRow(Cell[][] cells) {
    Cell first = null;
    for (Cell[] ofParty : cells) {
      if (ofParty.length > 0) {
        if (first != null && !CellUtil.matchingRows(first, ofParty[0])) {
          throw new IllegalArgumentException("results of different rows do not belong together");
        }
        first = ofParty[0];
      }
    }
  }

  /**
   * The columns of a request's rows, with what a table says of them. Most rows have the columns of
   * the row before, in the same order, and are spared a search for each. For one thread at a time.
   */
  private static final class KnownColumns {

    /** Columns that are remembered of a row; further ones of a wide row are searched for. */
    private static final int MOST = 1_024;

    /**
     * A column.
     *
     * @param protection empty where the schema does not declare it
     * @param versions how many the application asked the table to keep
     */
    record Column(byte[] family, byte[] qualifier, Optional<Protection> protection, int versions) {
      boolean isOf(Cell cell) {
        return CellUtil.matchingColumn(cell, family, qualifier);
      }

      boolean is(byte[] otherFamily, byte[] otherQualifier) {
        return Arrays.equals(qualifier, otherQualifier) && Arrays.equals(family, otherFamily);
      }
    }

    private final ProtectedTable table;
    private final List<Column> rowBefore = new ArrayList<>();
    private int next;

    KnownColumns(ProtectedTable table) {
      this.table = table;
    }

    /** Begins a row. */
    void begin() {
      next = 0;
    }

    /**
     * The column of a cell of the row.
     *
     * @param current that of the cell before it; null for the first
     */
    Column of(Cell cell, Column current) {
      if (next < rowBefore.size() && rowBefore.get(next).isOf(cell)) {
        return rowBefore.get(next++);
      }
      return current != null && current.isOf(cell)
          ? current
          : of(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), current);
    }

    /** The same of a cell in the column of such a name. */
    Column of(byte[] family, byte[] qualifier, Column current) {
      if (next < rowBefore.size()) {
        Column known = rowBefore.get(next);
        if (known.is(family, qualifier)) {
          next++;
          return known;
        }
      }
      if (current != null && current.is(family, qualifier)) {
        return current;
      }
      if (next < rowBefore.size()) {
        // What follows may be behind this one, or the same.
        rowBefore.subList(next, rowBefore.size()).clear();
      }
      Column column =
          new Column(
              family,
              qualifier,
              table.schema().protectionOf(family, qualifier),
              table.versions(family));
      if (next < MOST) {
        rowBefore.add(column);
      }
      next++;
      return column;
    }
  }
}
