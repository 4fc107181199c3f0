package io.dartagnan.server.storage;

import io.dartagnan.mpc.exchange.ProtocolException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * A region that is held and read for a moment at a time. One that is to close waits for its readers
 * and serves nobody meanwhile, and a range may hold long stretches without a row that is sought.
 *
 * @param region the region
 * @param moment how long to hold it at a time
 * @param abandoned asked before each moment whether nobody waits for the rows any more
 */
record HeldRegion(Region region, Duration moment, BooleanSupplier abandoned) {
  private static final Duration MOMENT = Duration.ofSeconds(1);

  /** A region that is held for a second at a time. */
  HeldRegion(Region region, BooleanSupplier abandoned) {
    this(region, MOMENT, abandoned);
  }

  /** What is done in a moment. */
  @FunctionalInterface
  interface Reading {

    /** Reads until a time in milliseconds, and gives the blocks under what was read back. */
    void readUntil(long over) throws IOException;
  }

  /**
   * Holds the region for a moment.
   *
   * @throws ProtocolException if nobody waits for the rows any more
   */
  void read(Reading reading) throws IOException {
    if (abandoned.getAsBoolean()) {
      throw new ProtocolException("the client closed the scan");
    }
    region.startRegionOperation(Region.Operation.SCAN);
    try {
      reading.readUntil(EnvironmentEdgeManager.currentTime() + moment.toMillis());
    } finally {
      region.closeRegionOperation(Region.Operation.SCAN);
    }
  }

  /** Returns the limit of a scanner's calls until a time in milliseconds. */
  static ScannerContext until(long over) {
    return ScannerContext.newBuilder()
        .setTimeLimit(ScannerContext.LimitScope.BETWEEN_CELLS, over)
        .build();
  }

  /** Whether a time in milliseconds has come. */
  static boolean isOver(long over) {
    return EnvironmentEdgeManager.currentTime() >= over;
  }
}
