package io.dartagnan.write;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.schema.VersionDigest;
import io.dartagnan.wire.Layout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.ClientProtos;

/**
 * Attribute of a mutation that depends on what its writer read of the row: the cloud does it only
 * if the same get still shows the same versions.
 *
 * <pre>
 *   layout (1): 2 | digest (8) | the get, in HBase's own protocol buffers
 * </pre>
 *
 * <p>The digest is over coordinates and what {@code Protection.writeId} gives for each cell in its
 * column: the write id of a share, a digest of a plain value. In layout 1, which clients of the
 * release before send, the write id counts of any value that begins as a share does, and all bytes
 * of any other.
 *
 * @param layout 2, or 1
 * @param get the get, as HBase's protocol buffers encode it
 * @param digest of the cells that it showed
 */
public record RowCondition(int layout, byte[] get, long digest) {

  /** Name of the attribute. */
  public static final String ATTRIBUTE = "dartagnan.condition";

  private static final byte LAYOUT = 2;
  private static final byte LAYOUT_BEFORE = 1;
  private static final int GET_AT = 1 + Long.BYTES;

  /**
   * The condition that a get shows these cells.
   *
   * @param schema the table's
   * @param holder whose cloud shows them
   * @throws IOException if the get cannot be encoded: one with a filter of the application's own
   */
  public static RowCondition of(Get get, Cell[] cells, TableSchema schema, Party holder)
      throws IOException {
    return new RowCondition(
        LAYOUT,
        ProtobufUtil.toGet(get).toByteArray(),
        digest(List.of(cells), cell -> schema.writeId(cell, holder)));
  }

  /**
   * Whether the get shows such cells.
   *
   * @param schema the table's
   * @param holder whose cloud shows them
   */
  public boolean isMetBy(List<Cell> cells, TableSchema schema, Party holder) {
    return digest
        == digest(
            cells,
            layout == LAYOUT ? cell -> schema.writeId(cell, holder) : RowCondition::idByLooks);
  }

  /**
   * The get itself.
   *
   * @throws IOException if the bytes are none
   */
  public Get decodeGet() throws IOException {
    return ProtobufUtil.toGet(ClientProtos.Get.parseFrom(get));
  }

  private static long digest(List<Cell> cells, Function<Cell, OptionalLong> ids) {
    VersionDigest digest = new VersionDigest();
    for (Cell cell : cells) {
      digest
          .addName(CellUtil.cloneFamily(cell))
          .addName(CellUtil.cloneQualifier(cell))
          .add(cell.getTimestamp());
      OptionalLong id = ids.apply(cell);
      if (id.isPresent()) {
        digest.add(id.getAsLong());
      } else {
        digest.addName(CellUtil.cloneValue(cell));
      }
    }
    return digest.first();
  }

  private static OptionalLong idByLooks(Cell cell) {
    return ShareCell.isShare(cell)
        ? OptionalLong.of(ShareCell.writeId(cell))
        : OptionalLong.empty();
  }

  /** The attribute's value. */
  public byte[] encode() {
    return ByteBuffer.allocate(GET_AT + get.length)
        .put((byte) layout)
        .putLong(digest)
        .put(get)
        .array();
  }

  /**
   * Reads the attribute's value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RowCondition decode(byte[] value) {
    if (value.length < GET_AT) {
      throw new IllegalArgumentException(
          "a row condition of " + value.length + " bytes was received, it is cut short");
    }
    if (value[0] != LAYOUT_BEFORE) {
      Layout.requireOfClient("a row condition", value[0], LAYOUT);
    }
    return new RowCondition(
        value[0],
        Arrays.copyOfRange(value, GET_AT, value.length),
        ByteBuffer.wrap(value).getLong(1));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowCondition that
        && layout == that.layout
        && digest == that.digest
        && Arrays.equals(get, that.get);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(digest) * 31 + Arrays.hashCode(get);
  }

  @Override
  public String toString() {
    return "condition on a row";
  }
}
