package io.dartagnan.write;

import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The flag ahead of a cell's value by which a cloud says whether the cell's write is settled;
 * {@link Settlement} says what that is. A client that reads from two clouds asks for it: of a
 * settled version the third cloud has its part too.
 *
 * <pre>
 *   DA 5E 77 (3) | flag (1): 1 settled, 0 not known to be | the cell's value
 * </pre>
 *
 * <p>A get or scan asks for it with an attribute, whose value is the reader's own {@link
 * Settlement}: the cloud then knows of the reader's writes what the reader knows.
 */
public final class SettledFlag {

  /** Name of the attribute of a get or scan that asks for it. */
  public static final String ATTRIBUTE = "dartagnan.settled.flag";

  private static final byte[] MAGIC = {(byte) 0xDA, 0x5E, 0x77};
  private static final int BYTES = MAGIC.length + 1;
  private static final byte SETTLED = 1;
  private static final byte UNKNOWN = 0;

  private SettledFlag() {}

  /** A copy of the cell, without tags, with the flag. */
  public static Cell on(Cell cell, boolean settled) {
    byte[] value = new byte[BYTES + cell.getValueLength()];
    System.arraycopy(MAGIC, 0, value, 0, MAGIC.length);
    value[MAGIC.length] = settled ? SETTLED : UNKNOWN;
    CellUtil.copyValueTo(cell, value, BYTES);
    return withValue(cell, value);
  }

  /**
   * Whether the flag says that the write is settled.
   *
   * @throws IllegalArgumentException if the cell has no flag: the cloud did not understand
   */
  public static boolean isSettled(Cell flagged) {
    byte[] array = flagged.getValueArray();
    int at = flagged.getValueOffset();
    if (flagged.getValueLength() < BYTES
        || !Bytes.equals(array, at, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw unflagged();
    }
    return switch (array[at + MAGIC.length]) {
      case SETTLED -> true;
      case UNKNOWN -> false;
      default -> throw unflagged();
    };
  }

  /** A copy of the cell without the flag, which it has. */
  public static Cell off(Cell flagged) {
    int from = flagged.getValueOffset();
    return withValue(
        flagged,
        Bytes.copy(flagged.getValueArray(), from + BYTES, flagged.getValueLength() - BYTES));
  }

  private static IllegalArgumentException unflagged() {
    return new IllegalArgumentException(
        "a cloud does not say whether what it returns is settled; its coprocessor is of an earlier release");
  }

  private static Cell withValue(Cell cell, byte[] value) {
    return new KeyValue(
        CellUtil.cloneRow(cell),
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        KeyValue.Type.codeToType(cell.getType().getCode()),
        value);
  }
}
