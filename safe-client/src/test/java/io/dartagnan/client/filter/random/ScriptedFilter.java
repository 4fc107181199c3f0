package io.dartagnan.client.filter.random;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Filter of a user's own class that uses every method of HBase's interface: each answer follows
 * from a seed and from the row or cell that is asked about.
 */
public final class ScriptedFilter extends FilterBase {
  /** Answers that a filter may give; each is a bit of {@code allowed}. */
  private static final ReturnCode[] CODES = ReturnCode.values();

  private static final int WHOLE_ROWS = 1;
  private static final int DROPS_KEYS = 2;
  private static final int DROPS_ROWS = 4;
  private static final int DROPS_CELLS = 8;
  private static final int CHANGES_VALUES = 16;
  private static final int NEEDS_SOME_FAMILIES = 32;
  private static final int ENDS_SCAN = 64;

  private final int seed;
  private final int codes;
  private final int parts;
  private byte[] row = {};
  private int droppedRows;

  /**
   * @param codes which return codes it gives, as bits in their order; none is INCLUDE alone
   * @param parts what else it does, as bits
   */
  public ScriptedFilter(int seed, int codes, int parts) {
    this.seed = seed;
    this.codes = codes;
    this.parts = parts;
  }

  /** A filter that passes every cell and needs one of two families for that. */
  public static ScriptedFilter needing(String family, String notThis) {
    ScriptedFilter filter;
    int seed = 0;
    do {
      filter = new ScriptedFilter(seed++, 0, NEEDS_SOME_FAMILIES);
    } while (!filter.isFamilyEssential(Bytes.toBytes(family))
        || filter.isFamilyEssential(Bytes.toBytes(notThis)));
    return filter;
  }

  /** The filter from {@link #toByteArray}, as HBase asks for it by reflection. */
  public static ScriptedFilter parseFrom(byte[] bytes) {
    return new ScriptedFilter(Bytes.toInt(bytes, 0), Bytes.toInt(bytes, 4), Bytes.toInt(bytes, 8));
  }

  @Override
  public byte[] toByteArray() {
    return Bytes.add(Bytes.toBytes(seed), Bytes.toBytes(codes), Bytes.toBytes(parts));
  }

  @Override
  public boolean filterRowKey(Cell cell) {
    row = CellUtil.cloneRow(cell);
    return does(DROPS_KEYS) && choice(row, 5) == 0;
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    byte[] key = key(cell);
    ReturnCode code = CODES[choice(key, CODES.length)];
    return (codes >> code.ordinal() & 1) == 1 ? code : ReturnCode.INCLUDE;
  }

  @Override
  public Cell getNextCellHint(Cell cell) {
    byte[] at = CellUtil.cloneRow(cell);
    return switch (choice(Bytes.add(key(cell), at), 5)) {
      case 0 -> null;
      case 1 -> KeyValueUtil.createFirstOnRow(isReversed() ? before(at) : Bytes.add(at, at));
      case 2 ->
          KeyValueUtil.createFirstOnRow(isReversed() ? before(at) : Bytes.add(at, new byte[1]));
      case 3 ->
          isReversed()
              ? null
              : KeyValueUtil.createFirstOnRow(
                  at, CellUtil.cloneFamily(cell), Bytes.add(CellUtil.cloneQualifier(cell), at));
      // Leads back, which HBase ignores.
      default -> KeyValueUtil.createFirstOnRow(isReversed() ? Bytes.add(at, at) : before(at));
    };
  }

  private static byte[] before(byte[] row) {
    return Arrays.copyOf(row, row.length - 1);
  }

  @Override
  public Cell transformCell(Cell cell) {
    if (!does(CHANGES_VALUES) || choice(key(cell), 3) != 0) {
      return cell;
    }
    return new KeyValue(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        Bytes.add(CellUtil.cloneValue(cell), CellUtil.cloneRow(cell)));
  }

  @Override
  public boolean hasFilterRow() {
    return does(WHOLE_ROWS);
  }

  @Override
  public void filterRowCells(List<Cell> cells) {
    if (does(DROPS_CELLS)) {
      cells.removeIf(cell -> choice(key(cell), 4) == 1);
    }
  }

  @Override
  public boolean filterRow() {
    boolean dropped = does(DROPS_ROWS) && choice(row, 3) == 1;
    droppedRows += dropped ? 1 : 0;
    return dropped;
  }

  @Override
  public boolean filterAllRemaining() {
    return does(ENDS_SCAN) && droppedRows > 2;
  }

  @Override
  public boolean isFamilyEssential(byte[] name) {
    return !does(NEEDS_SOME_FAMILIES) || choice(name, 2) == 0;
  }

  private boolean does(int part) {
    return (parts & part) != 0;
  }

  private static byte[] key(Cell cell) {
    return Bytes.add(
        CellUtil.cloneRow(cell),
        Bytes.add(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell)),
        Bytes.toBytes(cell.getTimestamp()));
  }

  private int choice(byte[] key, int choices) {
    int mixed = (Arrays.hashCode(key) + seed) * 0x9E3779B1;
    return Math.floorMod(mixed ^ mixed >>> 15, choices);
  }

  @Override
  public String toString() {
    return "ScriptedFilter(%d, 0x%x, 0x%x)".formatted(seed, codes, parts);
  }
}
