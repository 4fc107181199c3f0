package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.verified.Field.Element;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Challenges of one proof: the hash of all that the prover has chosen until then (Fiat, Shamir,
 * CRYPTO 1986). These are the gates' messages, which the proof is about, and the shares that it
 * sends to the left verifier; all else that the proof depends on follows from keys and shares that
 * a verifier has as well.
 *
 * <p>The right verifier is told the challenges. It knows its own shares of the polynomials, so that
 * it could try out what else the polynomials depend on until the hash fits; therefore words that it
 * does not know are hashed with them.
 */
class Transcript {

  /** Words that hide what is hashed from the right verifier. */
  static final int BLIND_WORDS = 4;

  private static final String HASH = "SHA-256";

  private byte[] state;

  /**
   * The transcript of a proof that has not begun.
   *
   * @param words that the prover's gates take
   * @param messages digest of the messages of these gates
   * @param blind {@link #BLIND_WORDS} words that the prover and the left verifier alone know
   */
  Transcript(Party prover, int words, byte[] messages, long[] blind) {
    ByteBuffer buffer =
        ByteBuffer.allocate(2 * Integer.BYTES + messages.length + BLIND_WORDS * Long.BYTES)
            .putInt(prover.index())
            .putInt(words)
            .put(messages);
    for (long word : blind) {
      buffer.putLong(word);
    }
    this.state = hash().digest(buffer.array());
  }

  /** A generator of digests of messages. */
  static MessageDigest hash() {
    try {
      return MessageDigest.getInstance(HASH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks " + HASH, e);
    }
  }

  /** The challenge that follows shares that were sent, those from {@code from} up to {@code to}. */
  Element challenge(Field field, long[] shares, int from, int to) {
    ByteBuffer buffer = ByteBuffer.allocate(state.length + (to - from) * Long.BYTES).put(state);
    for (int i = from; i < to; i++) {
      buffer.putLong(shares[i]);
    }
    state = hash().digest(buffer.array());
    ByteBuffer drawn = ByteBuffer.wrap(state);
    return new Element(
        field.residueOfRandom(drawn.getLong()), field.residueOfRandom(drawn.getLong()));
  }
}
