package io.dartagnan.server.query.agreement;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.schema.LaneProtection;
import io.dartagnan.schema.ShareBytes;
import io.dartagnan.schema.UnreadableValueException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A collector of rows in ascending order, which it cuts into blocks.
 *
 * <p>A row ends its block if the hash of its key ends in {@link #BORDER_BITS} zero bits, so that
 * parties that differ in some rows come to the same borders before and behind them, wherever their
 * regions begin (content-defined chunking: Muthitacharoen, Chen, Mazières, "A Low-bandwidth Network
 * File System", SOSP 2001). A block without such a row ends when it is full, which one in three
 * thousand is.
 */
public final class BlockBuilder {
  /** A block has 4,096 rows on average. */
  static final int BORDER_BITS = 12;

  private static final int MOST_ROWS = 1 << 15;
  private static final int MOST_WORDS_OF_A_ROW = 1 << 6;
  private static final int FIRST_ROWS = 1 << 10;
  private static final int FIRST_KEY_BYTES = 1 << 14;

  private static final HashFunction HASH = Hashing.murmur3_32_fixed();

  private final Party self;
  private final List<LaneProtection> protections;

  private byte[] keyBytes;
  private int[] keyEnds;
  private List<GrowingColumn> columns;
  private int rows;
  private boolean atBorder;

  /**
   * A builder without rows.
   *
   * @param protections of the columns; {@link LaneProtection#needsSuite} is true of them
   */
  public BlockBuilder(Party self, List<LaneProtection> protections) {
    this.self = self;
    this.protections = List.copyOf(protections);
    begin();
  }

  /**
   * Whether blocks of such columns are small enough: whoever cuts a table into blocks cuts it at
   * the same rows, whatever the columns.
   */
  public static boolean takes(List<LaneProtection> protections) {
    return protections.stream().mapToInt(of -> ShareBytes.length(of) / Long.BYTES).sum()
        <= MOST_WORDS_OF_A_ROW;
  }

  private void begin() {
    keyBytes = new byte[FIRST_KEY_BYTES];
    keyEnds = new int[FIRST_ROWS];
    columns = new ArrayList<>(protections.size());
    for (LaneProtection protection : protections) {
      columns.add(new GrowingColumn(self, protection, FIRST_ROWS));
    }
    rows = 0;
    atBorder = false;
  }

  /** Number of rows since the last block was taken. */
  public int rows() {
    return rows;
  }

  /** Whether the last row ends a block: {@link #take} is due before another row. */
  public boolean isComplete() {
    return rows > 0 && (atBorder || rows == MOST_ROWS);
  }

  /**
   * Begins a row, behind all before it; its versions follow.
   *
   * @param array holds the key; copied
   */
  public void row(byte[] array, int offset, int length) {
    if (isComplete()) {
      throw new IllegalStateException("the block is complete, it is to be taken first");
    }
    if (rows == keyEnds.length) {
      keyEnds = Arrays.copyOf(keyEnds, 2 * rows);
      columns.forEach(column -> column.grow(2 * rows));
    }
    int begin = rows == 0 ? 0 : keyEnds[rows - 1];
    int end = Math.addExact(begin, length);
    if (end > keyBytes.length) {
      keyBytes = Arrays.copyOf(keyBytes, Math.max(end, 2 * keyBytes.length));
    }
    System.arraycopy(array, offset, keyBytes, begin, length);
    keyEnds[rows++] = end;
    atBorder = endsBlock(array, offset, length);
  }

  /** Whether a row with this key ends its block, whatever is before it. */
  static boolean endsBlock(byte[] array, int offset, int length) {
    return (HASH.hashBytes(array, offset, length).asInt() & (1 << BORDER_BITS) - 1) == 0;
  }

  /**
   * Adds the newest version of one of the row's columns; at most once for each.
   *
   * @param id its write id
   * @param array holds the stored value, a share cell; copied
   */
  public void version(int column, long timestamp, long id, byte[] array, int offset, int length) {
    columns.get(column).set(rows - 1, timestamp, id, array, offset, length);
  }

  /** Notes that the row's newest version of a column is none that blocks are made for. */
  public void otherVersion(int column) {
    columns.get(column).computable = false;
  }

  /** Adds a row of another block of the same columns, with its versions. */
  public void copy(ColumnBlock from, int row) {
    ColumnBlock.Keys keys = from.keys();
    row(keys.array(), keys.begin(row), keys.end(row) - keys.begin(row));
    for (int column = 0; column < columns.size(); column++) {
      if (from.has(column, row)) {
        columns.get(column).copy(rows - 1, from.columns().get(column), row);
      }
      columns.get(column).computable &= from.columns().get(column).computable();
    }
  }

  /** The block of the rows since the last one; there is one at least. */
  public ColumnBlock take() {
    if (rows == 0) {
      throw new IllegalStateException("a block of no rows was asked for");
    }
    ColumnBlock.Keys keys =
        new ColumnBlock.Keys(
            Arrays.copyOf(keyBytes, keyEnds[rows - 1]), Arrays.copyOf(keyEnds, rows));
    List<ColumnBlock.Column> taken = columns.stream().map(column -> column.take(rows)).toList();
    ColumnBlock block = new ColumnBlock(keys, taken);
    begin();
    return block;
  }

  /** A column of the rows so far. */
  private static final class GrowingColumn {
    private final Party self;
    private final LaneProtection protection;
    private Shares shares;
    private long[] present;
    private long[] timestamps;
    private long[] ids;
    private boolean computable = true;

    GrowingColumn(Party self, LaneProtection protection, int rows) {
      this.self = self;
      this.protection = protection;
      this.shares = ShareBytes.zeros(self, protection, rows);
      this.present = new long[words(rows)];
      this.timestamps = new long[rows];
      this.ids = new long[rows];
    }

    private static int words(int rows) {
      return (rows + Long.SIZE - 1) / Long.SIZE;
    }

    void grow(int rows) {
      resize(rows);
    }

    private void resize(int rows) {
      int words = Math.multiplyExact(rows, shares.ring().limbs());
      shares =
          new Shares(
              self,
              shares.sharing(),
              shares.ring(),
              resized(shares.own(), words),
              shares.next() == null ? null : resized(shares.next(), words));
      present = Arrays.copyOf(present, words(rows));
      timestamps = Arrays.copyOf(timestamps, rows);
      ids = Arrays.copyOf(ids, rows);
    }

    /** A copy; the shares in the old array are overwritten. */
    private static long[] resized(long[] words, int length) {
      long[] copy = Arrays.copyOf(words, length);
      Arrays.fill(words, 0);
      return copy;
    }

    void set(int row, long timestamp, long id, byte[] array, int offset, int length) {
      try {
        protection.readLane(array, offset, length, shares, row);
        note(row, timestamp, id);
      } catch (UnreadableValueException e) {
        computable = false;
      }
    }

    void copy(int row, ColumnBlock.Column from, int fromRow) {
      int limbs = shares.ring().limbs();
      System.arraycopy(from.shares().own(), fromRow * limbs, shares.own(), row * limbs, limbs);
      if (shares.next() != null) {
        System.arraycopy(from.shares().next(), fromRow * limbs, shares.next(), row * limbs, limbs);
      }
      note(row, from.timestamps()[fromRow], from.ids()[fromRow]);
    }

    private void note(int row, long timestamp, long id) {
      present[row / Long.SIZE] |= 1L << row % Long.SIZE;
      timestamps[row] = timestamp;
      ids[row] = id;
    }

    ColumnBlock.Column take(int rows) {
      resize(rows);
      return new ColumnBlock.Column(present, timestamps, ids, shares, computable);
    }
  }
}
