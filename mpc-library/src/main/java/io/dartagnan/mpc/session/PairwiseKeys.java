package io.dartagnan.mpc.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The two 256-bit keys a party holds in one session: K_i, shared with the next party, and K_prev,
 * shared with the one before. No party knows all three.
 *
 * <p>They are the {@linkplain Exchange#sharedKey exchange's}, which every session has anew, so no
 * stream of one session can recur in another. They are asked for when a protocol first draws from
 * them, since that may wait for a peer. In memory only. Safe for use by several threads.
 */
final class PairwiseKeys {
  private static final String MAC = "HmacSHA256";

  private final Exchange exchange;
  private byte[] withNext;
  private byte[] withPrev;

  PairwiseKeys(Exchange exchange) {
    this.exchange = exchange;
  }

  /** What this party and the next draw alike in the batch of this name. */
  KeyStream withNext(String batch) {
    return derive(nextKey(), batch);
  }

  /** What this party and the one before draw alike in the batch of this name. */
  KeyStream withPrev(String batch) {
    return derive(prevKey(), batch);
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
