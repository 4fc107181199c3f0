package io.dartagnan.server.write;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Lets only shares into protected columns, so that an application that bypasses the Safe Client
 * cannot store plaintext by mistake.
 */
final class ShareGuard {
  private final TableSchema schema;
  private final Party party;

  /** A guard for regions of one table at one party. */
  ShareGuard(TableSchema schema, Party party) {
    this.schema = schema;
    this.party = party;
  }

  /**
   * Passes deletes and puts of well-formed shares. HBase takes a cell of any type in a {@code
   * Delete}, and stores a value if it is one.
   *
   * @throws DoNotRetryIOException naming the first column that was offered anything else; the
   *     message never holds the value
   */
  void check(Mutation mutation) throws DoNotRetryIOException {
    NavigableMap<byte[], List<Cell>> families = mutation.getFamilyCellMap();
    for (List<Cell> cells : families.values()) {
      for (Cell cell : cells) {
        check(mutation, cell);
      }
    }
  }

  private void check(Mutation mutation, Cell cell) throws DoNotRetryIOException {
    if (mutation instanceof Delete && CellUtil.isDelete(cell)) {
      return;
    }
    byte[] family = CellUtil.cloneFamily(cell);
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    Protection protection;
    try {
      protection = schema.require(family, qualifier);
    } catch (IllegalArgumentException e) {
      throw new DoNotRetryIOException(e.getMessage());
    }
    Optional<String> defect =
        mutation instanceof Put
            ? protection.defect(cell, party)
            : changeInPlace(protection, mutation);
    if (defect.isPresent()) {
      throw new DoNotRetryIOException(
          "column %s:%s of table %s is protected (%s) and takes only shares made by the Safe Client; the value offered was refused: %s"
              .formatted(
                  Bytes.toStringBinary(family),
                  Bytes.toStringBinary(qualifier),
                  schema.table(),
                  protection,
                  defect.get()));
    }
  }

  /** A cloud can change a value only where it stores the value itself. */
  private static Optional<String> changeInPlace(Protection protection, Mutation mutation) {
    return protection.isProtected()
        ? Optional.of("a " + mutation.getClass().getSimpleName() + " would change it in place")
        : Optional.empty();
  }
}
