package io.dartagnan.mpc.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The two 256-bit keys a party holds in one session: K_i, shared with the next party, and K_prev,
 * shared with the one before. No party knows all three.
 *
 * <p>Every session draws its own: party i generates K_i and sends it to the next party over the
 * authenticated, encrypted channel between them. Keys are in memory only, and no session has
 * another's, so no stream of one can recur in another.
 */
final class PairwiseKeys {
  private static final int KEY_BYTES = 32;
  private static final String MAC = "HmacSHA256";

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

  /** What this party and the next draw alike in the batch of this name. */
  KeyStream withNext(String batch) {
    return derive(withNext, batch);
  }

  /** What this party and the one before draw alike in the batch of this name. */
  KeyStream withPrev(String batch) {
    return derive(withPrev, batch);
  }

  /** A key of its own for each batch: HMAC-SHA256 is the key derivation. */
  private static KeyStream derive(byte[] key, String batch) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(key, MAC));
      return new KeyStream(mac.doFinal(batch.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + MAC, e);
    }
  }
}
