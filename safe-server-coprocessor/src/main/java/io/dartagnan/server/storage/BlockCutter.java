package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.agreement.BlockBuilder;
import io.dartagnan.server.query.agreement.ColumnBlock;
import java.util.List;
import java.util.function.Consumer;

/** Makes blocks of rows that come in ascending order, wherever each comes from. */
final class BlockCutter {
  private final BlockBuilder builder;
  private final Consumer<ColumnBlock> blocks;

  /**
   * A cutter without rows.
   *
   * @param blocks takes each block, which is its to release
   */
  BlockCutter(Party party, List<QueryColumn> columns, Consumer<ColumnBlock> blocks) {
    this.builder = new BlockBuilder(party, columns.stream().map(QueryColumn::lanes).toList());
    this.blocks = blocks;
  }

  /** Begins a row; its versions follow. */
  void row(byte[] array, int offset, int length) {
    cut();
    builder.row(array, offset, length);
  }

  /** Adds the newest version of one of the row's columns; at most once for each. */
  void version(int column, long timestamp, long id, byte[] array, int offset, int length) {
    builder.version(column, timestamp, id, array, offset, length);
  }

  /** Notes that the row's newest version of a column is none that blocks are made for. */
  void otherVersion(int column) {
    builder.otherVersion(column);
  }

  /** Adds rows of another block of the same columns. */
  void copy(ColumnBlock from, int begin, int end) {
    for (int row = begin; row < end; row++) {
      cut();
      builder.copy(from, row);
    }
  }

  /**
   * Whether what follows begins a block. At the end of a block that another cutter made, whatever
   * follows is cut from here as that one cut it.
   */
  boolean isBetweenBlocks() {
    cut();
    return builder.rows() == 0;
  }

  /** Makes a block of what is left. */
  void finish() {
    if (builder.rows() > 0) {
      blocks.accept(builder.take());
    }
  }

  private void cut() {
    if (builder.isComplete()) {
      blocks.accept(builder.take());
    }
  }
}
