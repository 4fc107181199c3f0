package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;

/**
 * Sum of two numbers, shared bit by bit, and of a number that all parties know.
 *
 * <p><b>Functionality.</b> From replicated planes of two lanes of numbers x and y of n bits, and a
 * number k, fresh replicated xor shares of x + y + k modulo 2^n.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link And} shows it.
 *
 * <p><b>How.</b> All bits of a number lie in one word. The three numbers become two as in {@link
 * CarrySave}; then carries are generated (g) or passed on (p), by single bits, twos, fours:
 *
 * <pre>
 *   g = x AND y              g = g xor p AND (g &lt;&lt; j)
 *   p = x xor y              p = p AND (p &lt;&lt; j)              sum = x xor y xor (g &lt;&lt; 1)
 * </pre>
 *
 * The x xor y of the last term goes through a gate with ones, so that the shares of the sum say
 * nothing of those of x and y.
 *
 * <p><b>Rounds.</b> 2 and ceil(log2 (n - 1)), 8 for n = 64. <b>Cost.</b> Two words of gates for
 * each round but the first and the last, which have one: 3 bits for each of 64 gates.
 *
 * <p><b>Source.</b> Kogge, Stone, "A Parallel Algorithm for the Efficient Solution of a General
 * Class of Recurrence Equations", IEEE Transactions on Computers C-22(8), 1973.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
public final class Addition implements AndRounds.Circuit {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "addition of two numbers",
          "replicated bits of two numbers, and a known number, to replicated bits of their sum",
          Protocol.ONE_SEMI_HONEST,
          "Kogge, Stone, IEEE Transactions on Computers, 1973; Araki et al., CCS 2016 (gates)",
          "a gate with ones makes the shares of the sum fresh",
          (ring, lanes) -> cost(Long.SIZE));

  private static final Ring RING = new Ring(1);

  private final Party self;
  private final int bits;
  private final ReplicatedPlanes ones;
  private ReplicatedPlanes x;
  private ReplicatedPlanes y;
  // Carries generated and passed on, and x xor y, made fresh.
  private ReplicatedPlanes g;
  private ReplicatedPlanes p;
  private ReplicatedPlanes sums;

  /**
   * An addition, not evaluated yet.
   *
   * @param two planes of one word, of which the first two lanes count, the most significant first
   * @param bits n, at least as many as there are planes
   * @param known what all parties know and is added
   */
  public Addition(Party self, ReplicatedPlanes two, int bits, long known) {
    this.self = self;
    this.bits = bits;
    this.ones = constant(self, -1);
    ReplicatedPlanes k = constant(self, known);
    this.x = plus(number(two, 0), k);
    this.y = plus(number(two, 1), k);
    // Until the first layer is evaluated, the known number.
    this.g = k;
  }

  /** A word that all parties know: share 0. */
  private static ReplicatedPlanes constant(Party self, long word) {
    return word(self == Party.P0 ? word : 0, self.next() == Party.P0 ? word : 0);
  }

  private static ReplicatedPlanes word(long own, long next) {
    return new ReplicatedPlanes(1, new long[] {own}, new long[] {next});
  }

  /** The bits of one lane in one word. */
  private static ReplicatedPlanes number(ReplicatedPlanes planes, int lane) {
    return word(number(planes.own(), lane), number(planes.next(), lane));
  }

  private static long number(long[] planes, int lane) {
    long number = 0;
    for (long plane : planes) {
      number = number << 1 | plane >>> lane & 1;
    }
    return number;
  }

  private static ReplicatedPlanes plus(ReplicatedPlanes a, ReplicatedPlanes b) {
    return word(a.own()[0] ^ b.own()[0], a.next()[0] ^ b.next()[0]);
  }

  private static ReplicatedPlanes shifted(ReplicatedPlanes a, int places) {
    return word(a.own()[0] << places, a.next()[0] << places);
  }

  @Override
  public int count() {
    return 2 + levels(bits);
  }

  /** Doublings until the carry of the lowest bit is at the highest: ceil(log2 (n - 1)). */
  private static int levels(int bits) {
    return bits <= 2 ? 0 : Integer.SIZE - Integer.numberOfLeadingZeros(bits - 2);
  }

  @Override
  public int words(int layer) {
    return words(bits, layer);
  }

  private static int words(int bits, int layer) {
    return layer == 0 || layer == 1 + levels(bits) && layer > 1 ? 1 : 2;
  }

  @Override
  public void write(int layer, Gates gates) {
    if (layer == 0) {
      and(gates, x, y);
    } else if (layer == 1) {
      and(gates, x, y);
      and(gates, plus(x, y), ones);
    } else {
      int places = 1 << layer - 2;
      and(gates, p, shifted(g, places));
      if (words(layer) > 1) {
        and(gates, p, shifted(p, places));
      }
    }
  }

  private static void and(Gates gates, ReplicatedPlanes left, ReplicatedPlanes right) {
    gates.and(new Gates.Operand(left, 0), new Gates.Operand(right, 0), 1);
  }

  @Override
  public void take(int layer, ReplicatedPlanes results, int at) {
    ReplicatedPlanes first = word(results.own()[at], results.next()[at]);
    if (layer == 0) {
      // x and y have the known number in them; it is the third.
      ReplicatedPlanes carries = plus(g, first);
      x = plus(plus(x, y), g);
      y = shifted(carries, 1);
      return;
    }
    if (layer == 1) {
      g = first;
      sums = word(results.own()[at + 1], results.next()[at + 1]);
      p = sums;
      return;
    }
    g = plus(g, first);
    if (words(layer) > 1) {
      p = word(results.own()[at + 1], results.next()[at + 1]);
    }
  }

  /** Shares of the sum, one element of which the lowest n bits count. */
  public Shares result() {
    ReplicatedPlanes sum = plus(sums, shifted(g, 1));
    return new Shares(self, Sharing.REPLICATED_XOR, RING, sum.own(), sum.next());
  }

  /** Cost of a sum of numbers of so many bits. */
  public static Cost cost(int bits) {
    Cost cost = Cost.NONE;
    for (int layer = 0; layer < 2 + levels(bits); layer++) {
      cost = cost.then(And.cost(words(bits, layer)));
    }
    return cost;
  }
}
