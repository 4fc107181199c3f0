package io.dartagnan.mpc.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The three 256-bit keys a party holds in one session: K_i, shared with the next party, K_prev,
 * shared with the one before, and one that it shares with nobody. No party knows all three of the
 * pairwise keys.
 *
 * <p>The pairwise ones are the {@linkplain Exchange#sharedKey exchange's}, which every session has
 * anew, so no stream of one session can recur in another. They are asked for when a protocol first
 * draws from them, since that may wait for a peer. Its own the party draws itself. In memory only.
 * Safe for use by several threads.
 */
final class SessionKeys {
  private static final String MAC = "HmacSHA256";

  private final Exchange exchange;
  private final byte[] alone = new byte[Exchange.KEY_BYTES];
  private byte[] withNext;
  private byte[] withPrev;

  /**
   * The keys of the session that an exchange belongs to.
   *
   * @param random where the party's own key comes from
   */
  SessionKeys(Exchange exchange, SecureRandom random) {
    this.exchange = exchange;
    random.nextBytes(alone);
  }

  /** Randomness that this party and the next draw alike in the batch of this name. */
  KeyStream withNext(String batch) {
    return derive(nextKey(), batch);
  }

  /** Randomness that this party and the one before draw alike in the batch of this name. */
  KeyStream withPrev(String batch) {
    return derive(prevKey(), batch);
  }

  /** Randomness of this party alone in the batch of this name. */
  KeyStream alone(String batch) {
    return derive(alone, batch);
  }

  private synchronized byte[] nextKey() {
    if (withNext == null) {
      withNext = agreed(exchange.self().next());
    }
    return withNext;
  }

  private synchronized byte[] prevKey() {
    if (withPrev == null) {
      withPrev = agreed(exchange.self().prev());
    }
    return withPrev;
  }

  private byte[] agreed(Party peer) {
    byte[] key = exchange.sharedKey(peer);
    if (key.length != Exchange.KEY_BYTES) {
      throw new IllegalStateException(
          "the exchange gave a key of " + key.length + " bytes, a key has " + Exchange.KEY_BYTES);
    }
    return key;
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
