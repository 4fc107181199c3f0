package io.dartagnan.server.query.agreement;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Blocks of a range, in memory. */
public final class MemoryBlocks implements BlockSource<MemoryRow> {
  private final List<MemoryRow> rows;
  private final List<ColumnBlock> blocks;
  private final int mostAtATime;
  private int next;
  private int rowsByRow;

  /**
   * Blocks of rows in ascending order.
   *
   * @param mostAtATime how many are read in one turn
   */
  public MemoryBlocks(
      Party party, List<QueryColumn> columns, List<MemoryRow> rows, int mostAtATime) {
    this.rows = rows;
    this.blocks = cut(party, columns, rows);
    this.mostAtATime = mostAtATime;
  }

  /** The rows as a builder cuts them. */
  static List<ColumnBlock> cut(Party party, List<QueryColumn> columns, List<MemoryRow> rows) {
    BlockBuilder builder =
        new BlockBuilder(party, columns.stream().map(QueryColumn::lanes).toList());
    List<ColumnBlock> blocks = new ArrayList<>();
    for (MemoryRow row : rows) {
      builder.row(row.key(), 0, row.key().length);
      for (int column = 0; column < columns.size(); column++) {
        List<Version> versions = row.versions(column);
        if (!versions.isEmpty()) {
          Version newest = versions.get(0);
          builder.version(
              column,
              newest.timestamp(),
              newest.id(),
              newest.array(),
              newest.offset(),
              newest.length());
        }
      }
      if (builder.isComplete()) {
        blocks.add(builder.take());
      }
    }
    if (builder.rows() > 0) {
      blocks.add(builder.take());
    }
    return blocks;
  }

  @Override
  public boolean fill(List<ColumnBlock> into, int most) {
    for (int i = 0; i < mostAtATime && into.size() < most && next < blocks.size(); i++) {
      into.add(blocks.get(next++));
    }
    return next == blocks.size();
  }

  /** No, so that evaluations read them ahead. */
  @Override
  public boolean isInMemory() {
    return false;
  }

  @Override
  public RowSource<MemoryRow> rows(byte[] after, byte[] through) {
    List<MemoryRow> stretch =
        rows.stream()
            .filter(row -> Arrays.compareUnsigned(row.key(), after) > 0)
            .filter(row -> through == null || Arrays.compareUnsigned(row.key(), through) <= 0)
            .toList();
    rowsByRow += stretch.size();
    return new MemoryRows(stretch, 1000);
  }

  @Override
  public List<MemoryRow> fetch(List<byte[]> keys) {
    var wanted = keys.stream().map(Arrays::toString).collect(Collectors.toSet());
    return rows.stream().filter(row -> wanted.contains(Arrays.toString(row.key()))).toList();
  }

  /** How many rows were asked for one by one. */
  public int rowsByRow() {
    return rowsByRow;
  }

  /** All blocks, also those handed out. */
  public List<ColumnBlock> blocks() {
    return blocks;
  }

  @Override
  public void close() {}
}
