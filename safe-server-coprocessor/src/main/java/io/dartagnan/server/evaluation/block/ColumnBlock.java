package io.dartagnan.server.evaluation.block;

import io.dartagnan.mpc.sharing.Shares;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The rows of one stretch of keys at this party: keys, and of each column the newest version, as
 * arrays in the order of the rows. Immutable.
 *
 * <p>The digest covers the keys, timestamps and write ids, which are the same at all three parties
 * when their rows are; not the shares. Where a stretch ends follows from the keys alone ({@link
 * BlockBuilder}), so that three parties with the same rows have the same blocks.
 *
 * <p>It has users, which share its arrays: whoever made it is the first. When the last has released
 * it, its shares are overwritten.
 */
public final class ColumnBlock {
  private final RowKeys keys;
  private final List<BlockColumn> columns;
  private final byte[] digest;
  private final AtomicInteger users = new AtomicInteger(1);

  ColumnBlock(RowKeys keys, List<BlockColumn> columns) {
    this.keys = keys;
    this.columns = List.copyOf(columns);
    this.digest = BlockDigest.of(keys, columns);
  }

  /** Number of rows, 1 or more. */
  public int rows() {
    return keys.count();
  }

  /** A copy of a row's key. */
  public byte[] key(int row) {
    return keys.key(row);
  }

  /** A copy of the last row's key. */
  public byte[] lastKey() {
    return keys.key(keys.count() - 1);
  }

  /** The number of rows whose keys are less than {@code key}. */
  public int rowsBelow(byte[] key) {
    return keys.below(key);
  }

  /** Whether the block has a row with this key. */
  public boolean hasRow(byte[] key) {
    int row = keys.below(key);
    return row < keys.count() && keys.compare(row, key) == 0;
  }

  /**
   * Whether every newest version is a share that protocols compute with. If not, the rows are to be
   * looked at one by one.
   */
  public boolean isComputable() {
    return columns.stream().allMatch(BlockColumn::computable);
  }

  /** Whether a row has a column. */
  public boolean has(int column, int row) {
    return columns.get(column).has(row);
  }

  /** This party's shares of a column, one lane per row; not to be changed. */
  public Shares shares(int column) {
    return columns.get(column).shares();
  }

  List<BlockColumn> columns() {
    return columns;
  }

  RowKeys keys() {
    return keys;
  }

  /** SHA-256 of the keys and of the versions' timestamps and write ids; not to be changed. */
  public byte[] digest() {
    return digest;
  }

  /** Bytes of heap that it takes, but for a few dozen. */
  public long heapBytes() {
    return keys.heapBytes() + columns.stream().mapToLong(BlockColumn::heapBytes).sum();
  }

  /**
   * Adds a user.
   *
   * @return this
   * @throws IllegalStateException if the last one has released it
   */
  public ColumnBlock retain() {
    if (users.getAndUpdate(count -> count == 0 ? 0 : count + 1) == 0) {
      throw new IllegalStateException("a block was used after its last user had released it");
    }
    return this;
  }

  /** Takes a user away; the last overwrites the shares. Once for each {@link #retain}. */
  public void release() {
    int left = users.decrementAndGet();
    if (left == 0) {
      columns.forEach(BlockColumn::wipe);
    } else if (left < 0) {
      throw new IllegalStateException("a block was released more often than it was retained");
    }
  }

  /** Number of rows, and never a share. */
  @Override
  public String toString() {
    return "block of %d rows and %d columns".formatted(rows(), columns.size());
  }
}
