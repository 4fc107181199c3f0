package io.dartagnan.server.evaluation.align;

import io.dartagnan.server.evaluation.row.Version;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Writes a summary of rows as {@link RowSummary} draws it. */
final class SummaryWriter {
  private static final int VERSION_BYTES = 2 * Long.BYTES;
  private static final int FIRST_BYTES = 1 << 12;

  private ByteBuffer into = ByteBuffer.allocate(FIRST_BYTES);

  SummaryWriter(boolean exhausted, int rows) {
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
