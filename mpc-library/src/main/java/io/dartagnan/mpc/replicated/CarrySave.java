package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.Arrays;

/**
 * Carry-save addition: many numbers become few with the same sum.
 *
 * <p><b>Functionality.</b> From replicated planes of numbers, the most significant first, planes of
 * fewer numbers that have the same sum modulo 2^n: two words of lanes at most.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link And} shows it.
 *
 * <p><b>How.</b> The lanes are cut into thirds; three numbers become two, lane by lane:
 *
 * <pre>
 *   x + y + z = s + 2c        s = x xor y xor z        c = z xor (x xor z) AND (y xor z)
 * </pre>
 *
 * What is over waits for the next layer. The highest carry is dropped.
 *
 * <p><b>Rounds.</b> One for every third: 16 for 32,768 lanes. <b>Cost.</b> n - 1 gates for each
 * number that there is less, 3 bits each: 23.5 bytes per lane for n = 64.
 *
 * <p><b>Source.</b> Wallace, "A Suggestion for a Fast Multiplier", IEEE Transactions on Electronic
 * Computers EC-13(1), 1964.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
public final class CarrySave implements AndRounds.Circuit {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "carry-save addition",
          "replicated planes of numbers to those of at most 128 with the same sum modulo 2^n",
          Protocol.ONE_SEMI_HONEST,
          "Wallace, IEEE Transactions on Electronic Computers, 1964; Araki et al., CCS 2016 (gates)",
          "",
          (ring, lanes) -> cost(ring.bits(), BitPlanes.words(lanes)));

  private static final int ENOUGH_WORDS = 2;

  private final int bits;
  private final int[] widths;
  private ReplicatedPlanes planes;

  /** An addition, not evaluated yet. */
  public CarrySave(ReplicatedPlanes planes) {
    this.planes = planes;
    this.bits = planes.count();
    this.widths = widths(planes.width());
  }

  /** Words to a plane before each layer, and after the last. */
  private static int[] widths(int first) {
    int[] widths = new int[2 * Integer.SIZE];
    int count = 0;
    int width = first;
    for (; width > ENOUGH_WORDS; width -= width / 3) {
      widths[count++] = width;
    }
    widths[count++] = width;
    return Arrays.copyOf(widths, count);
  }

  /** Words to a plane of the result, of so many words to a plane. */
  public static int width(int first) {
    int[] widths = widths(first);
    return widths[widths.length - 1];
  }

  @Override
  public int count() {
    return widths.length - 1;
  }

  @Override
  public int words(int layer) {
    return (bits - 1) * (widths[layer] / 3);
  }

  @Override
  public void write(int layer, Gates gates) {
    int third = widths[layer] / 3;
    for (int plane = 1; plane < bits; plane++) {
      int x = plane * widths[layer];
      int z = x + 2 * third;
      gates.and(new Gates.Operand(planes, x, z), new Gates.Operand(planes, x + third, z), third);
    }
  }

  @Override
  public void take(int layer, ReplicatedPlanes results, int at) {
    planes =
        new ReplicatedPlanes(
            widths[layer + 1],
            fewer(layer, planes.own(), results.own(), at),
            fewer(layer, planes.next(), results.next(), at));
  }

  /** One share: of each plane the sums, the carries from the plane below, and what is over. */
  private long[] fewer(int layer, long[] before, long[] products, int at) {
    int width = widths[layer];
    int third = width / 3;
    int fewer = widths[layer + 1];
    long[] after = new long[bits * fewer];
    for (int plane = 0; plane < bits; plane++) {
      int from = plane * width;
      int to = plane * fewer;
      for (int i = 0; i < third; i++) {
        after[to + i] = before[from + i] ^ before[from + third + i] ^ before[from + 2 * third + i];
      }
      if (plane < bits - 1) {
        int below = from + width + 2 * third;
        for (int i = 0; i < third; i++) {
          after[to + third + i] = before[below + i] ^ products[at + plane * third + i];
        }
      }
      System.arraycopy(before, from + 3 * third, after, to + 2 * third, width - 3 * third);
    }
    return after;
  }

  /** The fewer numbers, once all layers are evaluated. */
  public ReplicatedPlanes result() {
    return planes;
  }

  /** Cost for numbers of so many bits in planes of so many words. */
  public static Cost cost(int bits, int words) {
    Cost cost = Cost.NONE;
    for (int width = words; width > ENOUGH_WORDS; width -= width / 3) {
      cost = cost.then(And.cost((long) (bits - 1) * (width / 3)));
    }
    return cost;
  }
}
