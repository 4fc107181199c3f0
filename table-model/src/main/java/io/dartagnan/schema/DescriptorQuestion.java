package io.dartagnan.schema;

import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.DeserializationException;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Question to a table's first region which descriptor the table has, as an attribute of a get of
 * the lowest row that there can be. Nothing of the row is read; the answer is one cell, whose value
 * is the descriptor in HBase's own form.
 *
 * <p>The master knows it too, but whoever reads a table needs its regions anyway, and HBase's
 * access control lets a master tell it only to who may alter the table.
 */
public final class DescriptorQuestion {
  private static final String ATTRIBUTE = "dartagnan.descriptor";
  private static final byte[] LAYOUT = {1};
  private static final byte[] FIRST_ROW = {0};
  private static final byte[] FAMILY = Bytes.toBytes("descriptor");

  private DescriptorQuestion() {}

  /** The get that asks. */
  public static Get ask() {
    Get get = new Get(FIRST_ROW);
    get.setAttribute(ATTRIBUTE, LAYOUT);
    return get;
  }

  /** Whether a get asks, in a way that is known here. */
  public static boolean isAskedBy(Get get) {
    return Arrays.equals(get.getAttribute(ATTRIBUTE), LAYOUT);
  }

  /** The answer of a region of the table. */
  public static Cell answer(Get asked, TableDescriptor table) {
    return new KeyValue(
        asked.getRow(),
        FAMILY,
        HConstants.EMPTY_BYTE_ARRAY,
        System.currentTimeMillis(),
        TableDescriptorBuilder.toByteArray(table));
  }

  /**
   * The descriptor that a get was answered with; empty if the region does not know the question,
   * and answered with what the row holds, or nothing.
   *
   * @param table that was asked for
   */
  public static Optional<TableDescriptor> answerIn(Result result, TableName table) {
    if (result.size() != 1 || !CellUtil.matchingFamily(result.rawCells()[0], FAMILY)) {
      return Optional.empty();
    }
    try {
      TableDescriptor told =
          TableDescriptorBuilder.parseFrom(CellUtil.cloneValue(result.rawCells()[0]));
      return Optional.of(told).filter(of -> of.getTableName().equals(table));
    } catch (DeserializationException e) {
      return Optional.empty();
    }
  }
}
