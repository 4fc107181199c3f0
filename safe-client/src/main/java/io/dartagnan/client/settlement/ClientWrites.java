package io.dartagnan.client.settlement;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The writes of one connection: groups of them in the ledger of its process, and how they ended.
 */
public final class ClientWrites implements ClientWritesMXBean {
  private final WriteLedger ledger;
  private final LongSupplier poolFull;
  private final LongAdder inDoubt = new LongAdder();
  private final LongAdder rolledBack = new LongAdder();
  private final LongAdder torn = new LongAdder();

  /**
   * No writes yet.
   *
   * @param poolFull counts the calls for which no thread got free in time
   */
  public ClientWrites(WriteLedger ledger, LongSupplier poolFull) {
    this.ledger = ledger;
    this.poolFull = poolFull;
  }

  /** Begins a group of writes. */
  public WriteLedger.Entry begin() {
    return ledger.begin(this);
  }

  /** Counts a write whose group has ended. */
  void ended(WriteLedger.Line line) {
    if (!line.isSettled()) {
      torn.increment();
    }
    if (line.isInDoubt()) {
      inDoubt.increment();
    } else if (line.isFailed() && line.isSettled()) {
      rolledBack.increment();
    }
  }

  @Override
  public long getWritesInDoubt() {
    return inDoubt.sum();
  }

  @Override
  public long getWritesRolledBack() {
    return rolledBack.sum();
  }

  @Override
  public long getTornWrites() {
    return torn.sum();
  }

  @Override
  public long getPoolFull() {
    return poolFull.getAsLong();
  }

  @Override
  public long getClockCorrectionMs() {
    return ledger.clockCorrectionMs();
  }

  @Override
  public long getOldestUnsettledMillis() {
    return ledger.longestUnderWayMs();
  }
}
