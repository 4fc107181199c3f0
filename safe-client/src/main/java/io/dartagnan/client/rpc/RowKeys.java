package io.dartagnan.client.rpc;

import io.dartagnan.schema.FamilySettings;
import io.dartagnan.schema.SealedProtection.Encryption;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.OperationWithAttributes;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The row keys of one table: as the application has them, and as the clouds store them, which is
 * the same unless the schema says that clients encrypt them.
 *
 * <p>A get or a write whose row key was encrypted says under which keys. So it is not carried out
 * by a table that was made anew, which has others: nothing would be found there, and nobody could
 * read what is written.
 */
public final class RowKeys {
  private static final String ATTRIBUTE = "dartagnan.rowkeys";

  /** Bytes by which {@link Encryption#DET} lengthens a row key. */
  private static final int VECTOR_BYTES = 16;

  /** Times by which {@link Encryption#OPE} does. */
  private static final int BYTES_FOR_EACH = 16;

  private final TableSchema schema;
  private final Optional<Encryption> scheme;
  private final Keyring keys;

  /** What actions say of them; null if they are not encrypted. */
  private final byte[] mark;

  RowKeys(TableSchema schema, Keyring keys) {
    this.schema = schema;
    this.scheme = schema.rowKeys();
    this.keys = keys;
    this.mark =
        scheme
            .map(
                each ->
                    Bytes.toBytes(each + " " + schema.keys().map(TableSchema::idOfKeys).orElse("")))
            .orElse(null);
  }

  /** Returns whether clients encrypt them. */
  public boolean areSealed() {
    return scheme.isPresent();
  }

  /** Returns whether clouds store rows in the application's order. */
  public boolean areOrdered() {
    return scheme.isEmpty() || scheme.get() == Encryption.OPE;
  }

  /** Returns how many bytes one may have. */
  public int mostBytes() {
    return mostBytes(scheme);
  }

  /** Returns how many bytes a row key may have that is encrypted by a scheme, or by none. */
  public static int mostBytes(Optional<Encryption> scheme) {
    if (scheme.isEmpty()) {
      return HConstants.MAX_ROW_LENGTH;
    }
    return scheme.get() == Encryption.OPE
        ? HConstants.MAX_ROW_LENGTH / BYTES_FOR_EACH
        : HConstants.MAX_ROW_LENGTH - VECTOR_BYTES;
  }

  /**
   * Returns what the clouds store for a row key.
   *
   * @throws IllegalArgumentException if it is too long
   * @throws DoNotRetryIOException if this client has not what it takes to encrypt it
   */
  public byte[] stored(byte[] row) throws IOException {
    if (scheme.isEmpty()) {
      return row;
    }
    if (row.length > mostBytes()) {
      throw new IllegalArgumentException(
          "a row key of %d bytes was given; those of table %s are encrypted by '%s', and have at most %d"
              .formatted(row.length, schema.table(), scheme.get(), mostBytes()));
    }
    return keys.sealRowKey(scheme.get(), row);
  }

  /**
   * Returns the row key of what the clouds store for it.
   *
   * @throws DoNotRetryIOException if no client encrypted one to that under the table's keys
   */
  public byte[] opened(byte[] stored) throws IOException {
    if (scheme.isEmpty()) {
      return stored;
    }
    return keys.openRowKey(scheme.get(), stored)
        .orElseThrow(
            () ->
                new DoNotRetryIOException(
                    "table %s has a row under %s, which no client encrypted under the table's keys %s: it was altered, comes from another table, or was written past the Safe Client"
                        .formatted(
                            schema.table(),
                            Bytes.toStringBinary(stored),
                            schema.keys().map(TableSchema::idOfKeys).orElse("?"))));
  }

  /** Returns a row, or a part of one, under its key. */
  public Result opened(Result stored) throws IOException {
    return stored == null || stored.isEmpty() || scheme.isEmpty()
        ? stored
        : under(opened(stored.getRow()), stored);
  }

  /** Returns the same cells under a row key. */
  public static Result under(byte[] row, Result of) {
    List<Cell> cells = new ArrayList<>(of.size());
    for (Cell cell : of.rawCells()) {
      cells.add(under(row, cell));
    }
    return Result.create(cells, of.getExists(), of.isStale(), of.mayHaveMoreCellsInRow());
  }

  /** Returns the same cell under a row key. */
  public static Cell under(byte[] row, Cell cell) {
    return new KeyValue(
        row,
        CellUtil.cloneFamily(cell),
        CellUtil.cloneQualifier(cell),
        cell.getTimestamp(),
        KeyValue.Type.codeToType(cell.getType().getCode()),
        CellUtil.cloneValue(cell));
  }

  /** Has a get or a write whose row key was encrypted say under which keys. */
  public void mark(OperationWithAttributes stored) {
    stored.setAttribute(ATTRIBUTE, mark);
  }

  /** Has a get of the row that an action is on say what the action does. */
  public static void copyMark(Row action, Get read) {
    Row marked = action instanceof CheckAndMutate check ? check.getAction() : action;
    if (marked instanceof RowMutations several) {
      marked = several.getMutations().get(0);
    }
    read.setAttribute(ATTRIBUTE, ((OperationWithAttributes) marked).getAttribute(ATTRIBUTE));
  }

  /**
   * Checks that the row key of a get or a write was encrypted under these keys.
   *
   * @throws DoNotRetryIOException a {@link FamilySettings#isRefusal refusal}, if it was not
   */
  public void requireOf(OperationWithAttributes stored) throws DoNotRetryIOException {
    if (!Arrays.equals(stored.getAttribute(ATTRIBUTE), mark)) {
      throw FamilySettings.refusal(
          "table %s was made anew, and its row keys are encrypted otherwise"
              .formatted(schema.table()));
    }
  }
}
