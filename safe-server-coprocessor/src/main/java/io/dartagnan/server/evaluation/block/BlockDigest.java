package io.dartagnan.server.evaluation.block;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * SHA-256 of what the parties' rows have in common. Keys and each column have digests of their own,
 * so that a block of some of the columns has its digest at once.
 */
final class BlockDigest {
  private static final HashFunction SHA_256 = Hashing.sha256();
  private static final int PIECE_BYTES = 1 << 14;

  private BlockDigest() {}

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
  static byte[] of(RowKeys keys, List<BlockColumn> columns) {
    Hasher hasher = SHA_256.newHasher().putInt(columns.size()).putBytes(keys.digest());
    columns.forEach(column -> hasher.putBytes(column.digest()));
    return hasher.hash().asBytes();
  }
}
