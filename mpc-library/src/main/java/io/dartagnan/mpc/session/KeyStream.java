package io.dartagnan.mpc.session;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * AES-256 in counter mode under one key. Each step has a run of 2^64 counters of its own, which
 * begins at
 *
 * <pre>
 *   | step (8 bytes, big-endian) | zeros (8 bytes) |
 * </pre>
 *
 * so that no two steps meet. The caller never asks twice for one step.
 */
final class KeyStream {
  private static final String CIPHER = "AES/CTR/NoPadding";
  // Stays in the first-level cache: it is written, read and written again.
  private static final int CHUNK_WORDS = 1 << 10;
  private static final byte[] ZEROS = new byte[CHUNK_WORDS * Long.BYTES];

  private final SecretKeySpec key;
  private final Cipher cipher;
  private final byte[] chunk = new byte[CHUNK_WORDS * Long.BYTES];
  private final LongBuffer chunkWords =
      ByteBuffer.wrap(chunk).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  private final long[] words = new long[CHUNK_WORDS];

  KeyStream(byte[] key) {
    this.key = new SecretKeySpec(key, "AES");
    try {
      this.cipher = Cipher.getInstance(CIPHER);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + CIPHER, e);
    }
  }

  /** The first words of a step's run. */
  long[] draw(long step, int count) {
    long[] drawn = new long[count];
    begin(step);
    for (int at = 0; at < count; at += CHUNK_WORDS) {
      int length = Math.min(CHUNK_WORDS, count - at);
      nextChunk(length);
      chunkWords.clear().get(drawn, at, length);
    }
    return drawn;
  }

  /** Adds the first words of a step's run to {@code target}, by xor, in place. */
  void xorInto(long step, long[] target) {
    begin(step);
    for (int at = 0; at < target.length; at += CHUNK_WORDS) {
      int length = Math.min(CHUNK_WORDS, target.length - at);
      nextChunk(length);
      chunkWords.clear().get(words, 0, length);
      for (int i = 0; i < length; i++) {
        target[at + i] ^= words[i];
      }
    }
  }

  private void begin(long step) {
    try {
      byte[] counter = ByteBuffer.allocate(2 * Long.BYTES).putLong(step).array();
      cipher.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(counter));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK refuses a 256-bit key for " + CIPHER, e);
    }
  }

  private void nextChunk(int length) {
    try {
      cipher.update(ZEROS, 0, length * Long.BYTES, chunk, 0);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(CIPHER + " took too much at once", e);
    }
  }
}
