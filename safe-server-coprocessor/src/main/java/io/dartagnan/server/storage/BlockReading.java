package io.dartagnan.server.storage;

import io.dartagnan.server.query.agreement.ColumnBlock;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The blocks of one range of a region, as of one point in time. Used by one thread. */
public interface BlockReading extends Closeable {

  /**
   * The point in time, by which the region's other rows can be read as long as this is open: the
   * region keeps what it needs.
   */
  long readPoint();

  /** Adds the next blocks, as {@link io.dartagnan.server.query.agreement.BlockSource#fill} says. */
  boolean fill(List<ColumnBlock> blocks, int most) throws IOException;

  /** Whether the blocks are in memory. */
  boolean isInMemory();
}
