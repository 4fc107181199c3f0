package io.dartagnan.schema;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * One party's part of one shared element, as bytes in a {@link ShareCell}.
 *
 * <pre>
 *    0                                8 x limbs                         16 x limbs
 *   +--------------------------------+---------------------------------+
 *   |  share i of party i: 8 x limbs |  share i + 1, replicated only   |
 *   +--------------------------------+---------------------------------+
 * </pre>
 *
 * All words are big-endian, the most significant of an element first.
 */
public final class ShareBytes {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private ShareBytes() {}

  /** Number of bytes that a party holds of an element. */
  public static int length(LaneProtection protection) {
    return length(protection.laneSharing(), protection.laneType().ring());
  }

  private static int length(Sharing sharing, Ring ring) {
    int sharesHeld = sharing.isReplicated() ? 2 : 1;
    return sharesHeld * ring.limbs() * Long.BYTES;
  }

  /** A batch of zeros, for reading into. */
  public static Shares zeros(Party holder, LaneProtection protection, int lanes) {
    Ring ring = protection.laneType().ring();
    int words = Math.multiplyExact(lanes, ring.limbs());
    return new Shares(
        holder,
        protection.laneSharing(),
        ring,
        new long[words],
        protection.laneSharing().isReplicated() ? new long[words] : null);
  }

  /** Reads a word of an element that lies at some place, the most significant first. */
  static long word(byte[] bytes, int at, int index) {
    return (long) WORD.get(bytes, at + index * Long.BYTES);
  }

  static void write(Shares batch, int lane, byte[] bytes, int at) {
    int limbs = batch.ring().limbs();
    for (int i = 0; i < limbs; i++) {
      WORD.set(bytes, at + i * Long.BYTES, batch.own()[lane * limbs + i]);
      if (batch.next() != null) {
        WORD.set(bytes, at + (limbs + i) * Long.BYTES, batch.next()[lane * limbs + i]);
      }
    }
  }

  static void read(byte[] bytes, int at, Shares batch, int lane) {
    int limbs = batch.ring().limbs();
    for (int i = 0; i < limbs; i++) {
      batch.own()[lane * limbs + i] = word(bytes, at, i);
      if (batch.next() != null) {
        batch.next()[lane * limbs + i] = word(bytes, at, limbs + i);
      }
    }
  }
}
