package io.dartagnan.write;

import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.VersionDigest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
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
 *   layout (1) | digest (8) | the get, in HBase's own protocol buffers
 * </pre>
 *
 * <p>The digest is over coordinates, and write ids where cells are shares, else values: not over
 * shares, so that it says nothing that the cloud does not have.
 *
 * @param get the get, as HBase's protocol buffers encode it
 * @param digest of the cells that it showed
 */
public record RowCondition(byte[] get, long digest) {

  /** Name of the attribute. */
  public static final String ATTRIBUTE = "dartagnan.condition";

  private static final byte LAYOUT = 1;
  private static final int GET_AT = 1 + Long.BYTES;

  /**
   * The condition that a get shows these cells.
   *
   * @throws IOException if the get cannot be encoded: one with a filter of the application's own
   */
  public static RowCondition of(Get get, Cell[] cells) throws IOException {
    return new RowCondition(ProtobufUtil.toGet(get).toByteArray(), digest(List.of(cells)));
  }

  /** Whether the get shows such cells. */
  public boolean isMetBy(List<Cell> cells) {
    return digest == digest(cells);
  }

  /**
   * The get itself.
   *
   * @throws IOException if the bytes are none
   */
  public Get decodeGet() throws IOException {
    return ProtobufUtil.toGet(ClientProtos.Get.parseFrom(get));
  }

  private static long digest(List<Cell> cells) {
    VersionDigest digest = new VersionDigest();
    for (Cell cell : cells) {
      digest
          .addName(CellUtil.cloneFamily(cell))
          .addName(CellUtil.cloneQualifier(cell))
          .add(cell.getTimestamp());
      if (ShareCell.isShare(cell)) {
        digest.add(ShareCell.writeId(cell));
      } else {
        digest.addName(CellUtil.cloneValue(cell));
      }
    }
    return digest.first();
  }

  /** The attribute's value. */
  public byte[] encode() {
    return ByteBuffer.allocate(GET_AT + get.length).put(LAYOUT).putLong(digest).put(get).array();
  }

  /**
   * Reads the attribute's value.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static RowCondition decode(byte[] value) {
    if (value.length < GET_AT || value[0] != LAYOUT) {
      throw new IllegalArgumentException(
          "a row condition of " + value.length + " bytes and an unknown layout was received");
    }
    return new RowCondition(
        Arrays.copyOfRange(value, GET_AT, value.length), ByteBuffer.wrap(value).getLong(1));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowCondition that
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
