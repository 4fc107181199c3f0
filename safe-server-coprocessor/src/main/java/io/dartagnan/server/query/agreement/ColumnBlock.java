package io.dartagnan.server.query.agreement;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.dartagnan.mpc.sharing.Shares;
import java.nio.ByteBuffer;
import java.util.Arrays;
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
  private final Keys keys;
  private final List<Column> columns;
  private final byte[] digest;
  private final AtomicInteger users = new AtomicInteger(1);

  ColumnBlock(Keys keys, List<Column> columns) {
    this.keys = keys;
    this.columns = List.copyOf(columns);
    this.digest = Digest.of(keys, columns);
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
    return columns.stream().allMatch(Column::computable);
  }

  /** Whether a row has a column. */
  public boolean has(int column, int row) {
    return columns.get(column).has(row);
  }

  /** Which rows have a column, one bit per row, 64 rows to a word; not to be changed. */
  long[] present(int column) {
    return columns.get(column).present();
  }

  /** This party's shares of a column, one lane per row; not to be changed. */
  public Shares shares(int column) {
    return columns.get(column).shares();
  }

  List<Column> columns() {
    return columns;
  }

  Keys keys() {
    return keys;
  }

  /** SHA-256 of the keys and of the versions' timestamps and write ids; not to be changed. */
  public byte[] digest() {
    return digest;
  }

  /** Bytes of heap that it takes, but for a few dozen. */
  public long heapBytes() {
    return keys.heapBytes() + columns.stream().mapToLong(Column::heapBytes).sum();
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
      columns.forEach(Column::wipe);
    } else if (left < 0) {
      throw new IllegalStateException("a block was released more often than it was retained");
    }
  }

  /** Number of rows, and never a share. */
  @Override
  public String toString() {
    return "block of %d rows and %d columns".formatted(rows(), columns.size());
  }

  /** Row keys in ascending order, side by side in one array. Immutable. */
  static final class Keys {
    private final byte[] bytes;
    // Key i ends before ends[i].
    private final int[] ends;
    private final byte[] digest;

    /**
     * Keys.
     *
     * @param bytes holds them without gaps; not copied
     * @param ends where in {@code bytes} each ends; not copied
     */
    Keys(byte[] bytes, int[] ends) {
      this.bytes = bytes;
      this.ends = ends;
      this.digest = Digest.of(bytes, ends);
    }

    /** SHA-256 of the keys; not to be changed. */
    byte[] digest() {
      return digest;
    }

    int count() {
      return ends.length;
    }

    byte[] array() {
      return bytes;
    }

    int begin(int row) {
      return row == 0 ? 0 : ends[row - 1];
    }

    int end(int row) {
      return ends[row];
    }

    /** A copy of a key. */
    byte[] key(int row) {
      return Arrays.copyOfRange(bytes, begin(row), end(row));
    }

    /** The order of a key and another, as {@code compareTo}. */
    int compare(int row, byte[] other) {
      return Arrays.compareUnsigned(bytes, begin(row), end(row), other, 0, other.length);
    }

    /** The number of keys that are less than {@code key}. */
    int below(byte[] key) {
      int low = 0;
      int high = ends.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (compare(middle, key) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    long heapBytes() {
      return (long) bytes.length + (long) ends.length * Integer.BYTES;
    }
  }

  /**
   * The newest version of one column in each row of a block.
   *
   * @param present one bit per row, 64 rows to a word: whether it has the column. A row that lacks
   *     it has zeros elsewhere
   * @param timestamps of the versions
   * @param ids write ids of the versions
   * @param shares this party's shares, one lane per row
   * @param digest of all but the shares
   * @param computable whether every version is a share that protocols compute with
   */
  record Column(
      long[] present,
      long[] timestamps,
      long[] ids,
      Shares shares,
      byte[] digest,
      boolean computable) {

    Column(long[] present, long[] timestamps, long[] ids, Shares shares, boolean computable) {
      this(present, timestamps, ids, shares, Digest.of(present, timestamps, ids), computable);
    }

    boolean has(int row) {
      return (present[row / Long.SIZE] >>> row % Long.SIZE & 1) != 0;
    }

    long heapBytes() {
      long words = present.length + timestamps.length + ids.length + shares.own().length;
      return Long.BYTES * (words + (shares.next() == null ? 0 : shares.next().length));
    }

    void wipe() {
      Arrays.fill(shares.own(), 0);
      if (shares.next() != null) {
        Arrays.fill(shares.next(), 0);
      }
    }
  }

  /**
   * SHA-256 of what the parties' rows have in common. Keys and each column have digests of their
   * own, so that a block of some of the columns has its digest at once.
   */
  private static final class Digest {
    private static final HashFunction SHA_256 = Hashing.sha256();
    private static final int PIECE_BYTES = 1 << 14;

    private Digest() {}

    /** Of keys and where each ends. */
    static byte[] of(byte[] keys, int[] ends) {
      Hasher hasher = SHA_256.newHasher();
      ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
      for (int end : ends) {
        room(piece, Integer.BYTES, hasher);
        piece.putInt(end);
      }
      return hasher.putBytes(piece.flip()).putBytes(keys).hash().asBytes();
    }

    /** Of the versions of a column. */
    static byte[] of(long[] present, long[] timestamps, long[] ids) {
      Hasher hasher = SHA_256.newHasher();
      ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
      for (long[] words : List.of(present, timestamps, ids)) {
        for (long word : words) {
          room(piece, Long.BYTES, hasher);
          piece.putLong(word);
        }
      }
      return hasher.putBytes(piece.flip()).hash().asBytes();
    }

    private static void room(ByteBuffer piece, int bytes, Hasher hasher) {
      if (piece.remaining() < bytes) {
        hasher.putBytes(piece.flip());
        piece.clear();
      }
    }

    /** Of the keys and columns of a block. */
    static byte[] of(ColumnBlock.Keys keys, List<ColumnBlock.Column> columns) {
      Hasher hasher = SHA_256.newHasher().putInt(columns.size()).putBytes(keys.digest());
      columns.forEach(column -> hasher.putBytes(column.digest()));
      return hasher.hash().asBytes();
    }
  }
}
