package io.dartagnan.schema;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * A word that is looked for in a {@code search} column, as clouds get it: it shows which cells of
 * the column have the word, those that are written later included, and nothing of the word itself.
 *
 * <pre>
 *   trapdoor:             number of the key (1) | key of the word (32)
 *   a cell's beginning:   number of the key (1) | nonce (16) | tokens (4) | token (8 each)
 * </pre>
 *
 * <p>The key of a word is a pseudorandom function of column and word, and a token the first 8 bytes
 * of AES-256 of the nonce under it. Tokens are in the order of their unsigned numbers. One that is
 * no word's is taken for a given word's with 2^-64.
 *
 * <p>Source: Song, Wagner, Perrig, "Practical Techniques for Searches on Encrypted Data" (IEEE
 * Symposium on Security and Privacy, 2000), section 4.3, "Controlled Searching". Deviations: there
 * each word of a text is masked, where it stands, by a fresh number S and F_k(S), k being the key
 * of the word, and is decrypted from that. Here the text is encrypted beside, so nothing is masked:
 * S is one nonce for the cell, and F_k(S) stands for each word once. So clouds compute F once for a
 * cell and not for each of its words, and see neither where in a text a word is nor how often.
 *
 * <p>Not thread-safe.
 */
public final class Trapdoor {
  /** Bytes of a trapdoor. */
  public static final int BYTES = 1 + 32;

  private static final int NONCE_AT = 1;
  private static final int COUNT_AT = NONCE_AT + SealedProtection.BLOCK_BYTES;
  private static final int TOKENS_AT = COUNT_AT + Integer.BYTES;

  private final byte number;
  private final Cipher function;

  /**
   * The trapdoor of these bytes.
   *
   * @throws IllegalArgumentException unless they are {@value #BYTES}
   */
  public Trapdoor(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a trapdoor of %d bytes was given, it has %d".formatted(bytes.length, BYTES));
    }
    this.number = bytes[0];
    try {
      this.function = Cipher.getInstance("AES/ECB/NoPadding");
      function.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(bytes, 1, BYTES - 1, "AES"));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks AES-256", e);
    }
  }

  /** Returns the token of its word in a cell with a nonce, which lies in an array. */
  public long token(byte[] array, int offset) {
    try {
      return ByteBuffer.wrap(function.doFinal(array, offset, SealedProtection.BLOCK_BYTES))
          .getLong();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a block was not encrypted", e);
    }
  }

  /** Returns whether a cell has its word; one under another key, or that is cut short, has not. */
  public boolean isIn(byte[] array, int offset, int length) {
    if (length == 0 || array[offset] != number || endOfTokens(array, offset, length) < 0) {
      return false;
    }
    ByteBuffer cell = ByteBuffer.wrap(array);
    long wanted = token(array, offset + NONCE_AT);
    int from = 0;
    int to = cell.getInt(offset + COUNT_AT);
    while (from < to) {
      int middle = (from + to) >>> 1;
      long met = cell.getLong(offset + TOKENS_AT + middle * Long.BYTES);
      if (met == wanted) {
        return true;
      }
      if (Long.compareUnsigned(met, wanted) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return false;
  }

  /** Returns where the tokens of a cell end, from its beginning; negative if it is cut short. */
  public static int endOfTokens(byte[] array, int offset, int length) {
    if (length < TOKENS_AT) {
      return -1;
    }
    int count = ByteBuffer.wrap(array).getInt(offset + COUNT_AT);
    return count >= 0 && count <= (length - TOKENS_AT) / Long.BYTES ? endOfTokens(count) : -1;
  }

  /** Returns where so many tokens end. */
  static int endOfTokens(int count) {
    return TOKENS_AT + count * Long.BYTES;
  }

  /** Nothing of the word. */
  @Override
  public String toString() {
    return "a trapdoor under key " + Byte.toUnsignedInt(number);
  }
}
