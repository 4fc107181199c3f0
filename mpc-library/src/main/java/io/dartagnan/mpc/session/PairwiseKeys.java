package io.dartagnan.mpc.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The two 256-bit keys a party holds in one session: K_i, shared with the next party, and K_prev,
 * shared with the one before. No party knows all three.
 *
 * <p>Every session draws its own: party i generates K_i and sends it to the next party over the
 * authenticated, encrypted channel between them. A key lives as long as its session, in memory
 * only, so no stream of one session can recur in another.
 */
final class PairwiseKeys {
  private static final int KEY_BYTES = 32;
  private static final String MAC = "HmacSHA256";
  private static final String CIPHER = "AES/CTR/NoPadding";

  private final byte[] withNext;
  private final byte[] withPrev;

  private PairwiseKeys(byte[] withNext, byte[] withPrev) {
    this.withNext = withNext;
    this.withPrev = withPrev;
  }

  /** Draws K_i, sends it to the next party and receives K_prev. One round, 32 bytes per party. */
  static PairwiseKeys agree(Exchange exchange, long step, SecureRandom random) {
    Party self = exchange.self();
    byte[] own = new byte[KEY_BYTES];
    random.nextBytes(own);
    exchange.send(self.next(), step, ByteBuffer.wrap(own));
    ByteBuffer received = exchange.receive(self.prev(), step);
    if (received.remaining() != KEY_BYTES) {
      throw new ProtocolException(
          self.prev(), "sent a key of " + received.remaining() + " bytes, a key has " + KEY_BYTES);
    }
    byte[] prev = new byte[KEY_BYTES];
    received.get(prev);
    return new PairwiseKeys(own, prev);
  }

  /** The first words of the stream that this party and the next share under a label. */
  long[] streamWithNext(String label, int words) {
    return stream(withNext, label, words);
  }

  /** The first words of the stream that this party and the one before share under a label. */
  long[] streamWithPrev(String label, int words) {
    return stream(withPrev, label, words);
  }

  /**
   * AES-256 in counter mode from zero, under a key of its own for each label: HMAC-SHA256 is the
   * key derivation. The caller never asks twice under one label.
   */
  private static long[] stream(byte[] key, String label, int words) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      byte[] derived = mac.doFinal(label.getBytes(StandardCharsets.UTF_8));
      Cipher cipher = Cipher.getInstance(CIPHER);
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(derived, "AES"),
          new IvParameterSpec(new byte[16]));
      byte[] bytes = cipher.doFinal(new byte[words * Long.BYTES]);
      long[] stream = new long[words];
      ByteBuffer.wrap(bytes).asLongBuffer().get(stream);
      return stream;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + MAC + " or " + CIPHER, e);
    }
  }
}
