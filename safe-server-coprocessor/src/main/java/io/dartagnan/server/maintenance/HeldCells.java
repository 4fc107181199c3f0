package io.dartagnan.server.maintenance;

import io.dartagnan.audit.HeldVersion;
import io.dartagnan.audit.HeldVersion.Kind;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.write.ServerWrites;
import io.dartagnan.server.write.WriteTag;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/** Takes from stored cells what may be told of them: where they are, and of which write. */
public final class HeldCells {
  private final TableSchema schema;
  private final ServerWrites writes;

  /** Of the cells of one table on one server. */
  public HeldCells(TableSchema schema, ServerWrites writes) {
    this.schema = schema;
    this.writes = writes;
  }

  /** A version. */
  public HeldVersion version(Cell cell) {
    HeldVersion.Column column = column(cell);
    Protection protection =
        schema.protectionOf(column.family(), column.qualifier()).orElse(Protection.PLAIN);
    OptionalLong id = protection.writeId(cell, writes.party());
    Kind kind = ShareCell.isGiven(cell, protection) ? Kind.GIVEN : Kind.VERSION;
    return new HeldVersion(
        column,
        cell.getTimestamp(),
        id.isPresent() ? kind : Kind.NO_SHARE,
        id.orElse(0),
        writes.isSettled(cell),
        WriteTag.in(cell).filter(WriteTag::known).map(WriteTag::stamp).orElse(cell.getTimestamp()));
  }

  /** A delete marker; empty if the cell is none. */
  public Optional<HeldVersion> marker(Cell cell) {
    Kind kind =
        switch (cell.getType()) {
          case Delete -> Kind.DELETE_VERSION;
          case DeleteColumn -> Kind.DELETE_COLUMN;
          case DeleteFamily -> Kind.DELETE_FAMILY;
          case DeleteFamilyVersion -> Kind.DELETE_FAMILY_VERSION;
          default -> null;
        };
    long timestamp = cell.getTimestamp();
    return Optional.ofNullable(kind)
        .map(of -> new HeldVersion(column(cell), timestamp, of, 0, true, timestamp));
  }

  private static HeldVersion.Column column(Cell cell) {
    return new HeldVersion.Column(
        CellUtil.cloneRow(cell), CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
  }
}
