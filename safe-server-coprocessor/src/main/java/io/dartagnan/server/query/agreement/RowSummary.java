package io.dartagnan.server.query.agreement;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rows and writes that a peer says it has in a batch.
 *
 * <pre>
 *   range ended (1) | rows (4)
 *   each:  length (2) | row key
 *          for each column of the query:  versions (2), newest first, each: timestamp (8) | id (8)
 * </pre>
 *
 * Rows come in the order of the range. All numbers are big-endian.
 */
final class RowSummary {
  /** Most versions of one column that are told of; writes in flight are far fewer. */
  static final int MOST_VERSIONS = 0xffff;

  private static final long[] NO_WRITES = new long[0];

  private final boolean exhausted;
  // For each column timestamps and ids by turns.
  private final NavigableMap<byte[], long[][]> rows;

  private RowSummary(boolean exhausted, NavigableMap<byte[], long[][]> rows) {
    this.exhausted = exhausted;
    this.rows = rows;
  }

  /**
   * Reads a peer's summary. Trusts nothing, and takes memory in proportion to the bytes received
   * and to {@code mostRows}.
   *
   * @param columns how many columns the query names
   * @param mostRows how many rows a batch may have
   * @throws ProtocolException naming the peer, if it is not a summary of such a batch
   */
  static RowSummary read(
      Party peer, ByteBuffer from, int columns, int mostRows, Comparator<byte[]> order) {
    try {
      boolean exhausted = from.get() != 0;
      int count = from.getInt();
      if (count < 0 || count > mostRows) {
        throw new ProtocolException(
            peer, "sent a summary of %d rows, a batch has %d at most".formatted(count, mostRows));
      }
      NavigableMap<byte[], long[][]> rows = new TreeMap<>(order);
      for (int i = 0; i < count; i++) {
        byte[] key = new byte[checked(Short.toUnsignedInt(from.getShort()), from)];
        from.get(key);
        long[][] writes = new long[columns][];
        for (int column = 0; column < columns; column++) {
          writes[column] = writes(from);
        }
        if (i > 0 && order.compare(key, rows.lastKey()) <= 0) {
          throw new ProtocolException(peer, "sent a summary whose rows are not in order");
        }
        rows.put(key, writes);
      }
      if (from.hasRemaining()) {
        throw new ProtocolException(peer, "sent a summary with bytes after its end");
      }
      return new RowSummary(exhausted, rows);
    } catch (BufferUnderflowException e) {
      throw new ProtocolException(peer, "sent a summary that ends too early", e);
    }
  }

  private static long[] writes(ByteBuffer from) {
    int words = 2 * Short.toUnsignedInt(from.getShort());
    if (words == 0) {
      // An array of its own would take more than the two bytes that say so.
      return NO_WRITES;
    }
    checked(words * Long.BYTES, from);
    long[] writes = new long[words];
    for (int i = 0; i < words; i++) {
      writes[i] = from.getLong();
    }
    return writes;
  }

  private static int checked(int bytes, ByteBuffer from) {
    if (bytes > from.remaining()) {
      throw new BufferUnderflowException();
    }
    return bytes;
  }

  boolean isExhausted() {
    return exhausted;
  }

  /** Whether it has no row, and has not seen the end of the range either. */
  boolean isNothingYet() {
    return rows.isEmpty() && !exhausted;
  }

  /** The last row; not to be asked for when there is none. */
  byte[] last() {
    return rows.lastKey();
  }

  /** All rows up to {@code through}, which is included; all if it is null. */
  NavigableMap<byte[], long[][]> rowsThrough(byte[] through) {
    return through == null ? rows : rows.headMap(through, true);
  }

  boolean hasRow(byte[] key) {
    return rows.containsKey(key);
  }

  /** Whether it has the row, without any of the query's columns. */
  boolean isBare(byte[] key) {
    long[][] row = rows.get(key);
    return row != null && Arrays.stream(row).allMatch(writes -> writes.length == 0);
  }

  /** A write: at one timestamp there may be another one at another party. */
  record Write(long timestamp, long id) {}

  /** The writes of a row's column. */
  Set<Write> writes(byte[] key, int column) {
    Set<Write> all = new HashSet<>();
    long[][] row = rows.get(key);
    long[] writes = row == null ? NO_WRITES : row[column];
    for (int i = 0; i < writes.length; i += 2) {
      all.add(new Write(writes[i], writes[i + 1]));
    }
    return all;
  }

  /** Whether it has this write of a row's column. */
  boolean has(byte[] key, int column, Version version) {
    return has(key, column, version.timestamp(), version.id());
  }

  /** Whether it has this write of a row's column, or a newer one. */
  boolean hasOrIsBeyond(byte[] key, int column, long timestamp, long id) {
    long[][] row = rows.get(key);
    boolean newer = row != null && row[column].length > 0 && row[column][0] > timestamp;
    return newer || has(key, column, timestamp, id);
  }

  private boolean has(byte[] key, int column, long timestamp, long id) {
    long[][] row = rows.get(key);
    if (row == null) {
      return false;
    }
    long[] writes = row[column];
    for (int i = 0; i < writes.length; i += 2) {
      if (writes[i] == timestamp && writes[i + 1] == id) {
        return true;
      }
    }
    return false;
  }

  /** Writes a summary of rows as {@link RowSummary} draws it. */
  static final class Writer {
    private static final int VERSION_BYTES = 2 * Long.BYTES;
    private static final int FIRST_BYTES = 1 << 12;

    private ByteBuffer into = ByteBuffer.allocate(FIRST_BYTES);

    Writer(boolean exhausted, int rows) {
      into.put((byte) (exhausted ? 1 : 0)).putInt(rows);
    }

    /** Begins a row; the versions of each column follow. */
    void row(byte[] key) {
      reserve(Short.BYTES + key.length);
      into.putShort((short) key.length).put(key);
    }

    /** The newest versions of the next column, at most {@code most} of them. */
    void versions(List<Version> versions, int most) {
      int count = Math.min(versions.size(), Math.min(most, RowSummary.MOST_VERSIONS));
      reserve(Short.BYTES + count * VERSION_BYTES);
      into.putShort((short) count);
      for (int i = 0; i < count; i++) {
        put(versions.get(i));
      }
    }

    /** The one version of the next column; null for none. */
    void version(Version version) {
      reserve(Short.BYTES + VERSION_BYTES);
      into.putShort((short) (version == null ? 0 : 1));
      if (version != null) {
        put(version);
      }
    }

    /** In the place of all versions: the row is torn. */
    void torn() {
      reserve(Short.BYTES);
      into.putShort((short) RowSummary.MOST_VERSIONS);
    }

    private void put(Version version) {
      into.putLong(version.timestamp()).putLong(version.id());
    }

    private void reserve(int bytes) {
      if (into.remaining() < bytes) {
        int needed = Math.addExact(into.position(), bytes);
        byte[] larger = Arrays.copyOf(into.array(), Math.max(needed, 2 * into.capacity()));
        into = ByteBuffer.wrap(larger).position(into.position());
      }
    }

    byte[] bytes() {
      return Arrays.copyOf(into.array(), into.position());
    }
  }
}
