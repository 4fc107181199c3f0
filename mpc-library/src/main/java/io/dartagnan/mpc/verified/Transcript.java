package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.verified.Field.Element;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Challenges of one proof: the hash of all that the prover has chosen until then (Fiat, Shamir,
 * CRYPTO 1986). These are the shares that it sends to the left verifier, and what it has chosen of
 * that one's {@link Numbers}, as the messages of its gates, or in place of that what the verifiers
 * drew and told it when it had chosen. Those of the right verifier are made of shares and masks
 * that it has itself, and the prover can change nothing in them.
 *
 * <p>The right verifier is told the challenges. It knows its own shares of the polynomials, so that
 * it could try out what else the polynomials depend on until the hash fits; therefore words that it
 * does not know are hashed with them.
 */
class Transcript {

  /** Words that hide what is hashed from the right verifier. */
  static final int BLIND_WORDS = 4;

  /** Words of a digest. */
  static final int DIGEST_WORDS = 4;

  private static final String HASH = "SHA-256";

  private byte[] state;

  /**
   * The transcript of a proof that has not begun.
   *
   * @param left numbers of the left verifier
   * @param blind {@link #BLIND_WORDS} words that the prover and the left verifier alone know
   * @param statement what the prover was told
   */
  Transcript(Party prover, Numbers left, long[] blind, long[] statement) {
    MessageDigest digest = hash();
    digest.update((byte) prover.index());
    digest.update(bytes(blind));
    digest.update(bytes(statement));
    left.chosen().forEach(words -> digest.update(bytes(words)));
    this.state = digest.digest();
  }

  /** Words as bytes, to be hashed. */
  static ByteBuffer bytes(long[] words) {
    ByteBuffer bytes =
        ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asLongBuffer().put(words);
    return bytes;
  }

  /** A generator of digests of messages. */
  static MessageDigest hash() {
    try {
      return MessageDigest.getInstance(HASH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks " + HASH, e);
    }
  }

  /** A digest of messages, of {@value #DIGEST_WORDS} words. */
  static long[] digest(long[]... messages) {
    MessageDigest digest = hash();
    for (long[] message : messages) {
      digest.update(bytes(message));
    }
    long[] words = new long[DIGEST_WORDS];
    ByteBuffer.wrap(digest.digest()).asLongBuffer().get(words);
    return words;
  }

  /** The challenge that follows shares that were sent, those from {@code from} up to {@code to}. */
  Element challenge(Field field, long[] shares, int from, int to) {
    MessageDigest digest = hash();
    digest.update(state);
    digest.update(bytes(Arrays.copyOfRange(shares, from, to)));
    state = digest.digest();
    ByteBuffer drawn = ByteBuffer.wrap(state);
    return new Element(
        field.residueOf(drawn.getLong(), drawn.getLong()),
        field.residueOf(drawn.getLong(), drawn.getLong()));
  }
}
