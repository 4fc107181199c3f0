package io.dartagnan.server.evaluation.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * SHA-256 of what the parties' rows have in common.
 *
 * <pre>
 *   each row:  key length (4) | key
 *              for each column:  0 (1), or  1 (1) | timestamp (8) | write id (8)
 * </pre>
 */
final class BlockDigest {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int VERSION_BYTES = 1 + 2 * Long.BYTES;
  private static final int PIECE_BYTES = 1 << 14;

  private BlockDigest() {}

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
  }

  static byte[] of(RowKeys keys, List<BlockColumn> columns) {
    MessageDigest digest = sha256();
    byte[] piece = new byte[PIECE_BYTES];
    int at = 0;
    for (int row = 0; row < keys.count(); row++) {
      int length = keys.end(row) - keys.begin(row);
      int needed = Integer.BYTES + length + columns.size() * VERSION_BYTES;
      if (at + needed > piece.length) {
        digest.update(piece, 0, at);
        at = 0;
        if (needed > piece.length) {
          piece = new byte[needed];
        }
      }
      INT.set(piece, at, length);
      System.arraycopy(keys.array(), keys.begin(row), piece, at + Integer.BYTES, length);
      at += Integer.BYTES + length;
      for (BlockColumn column : columns) {
        at = version(column, row, piece, at);
      }
    }
    digest.update(piece, 0, at);
    return digest.digest();
  }

  private static int version(BlockColumn column, int row, byte[] piece, int at) {
    boolean present = column.has(row);
    piece[at] = (byte) (present ? 1 : 0);
    if (!present) {
      return at + 1;
    }
    LONG.set(piece, at + 1, column.timestamps()[row]);
    LONG.set(piece, at + 1 + Long.BYTES, column.ids()[row]);
    return at + VERSION_BYTES;
  }
}
