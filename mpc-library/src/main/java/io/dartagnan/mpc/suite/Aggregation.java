package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.ArrayList;
import java.util.List;

/**
 * Computations on shared bits and the values beside them, lane by lane or over all lanes, opened to
 * nobody: every party ends with a share, and whoever is given all three has the result.
 *
 * <p>Bits are what {@link ProtocolSuite#compare}, {@link ProtocolSuite#and} or {@link #constants}
 * of the same suite returned. Nothing that a party receives depends on them, nor does how much. As
 * everywhere in a suite, arguments that do not fit are refused with an {@link
 * IllegalArgumentException} before a byte is sent, and a peer's failure is a {@link
 * io.dartagnan.mpc.exchange.ProtocolException}.
 *
 * <p>Results that add up over lanes are fresh: the three shares are uniform but for what they add
 * up to, and say nothing of the shares that they were made of.
 */
public interface Aggregation {

  /**
   * Ones to be counted together.
   *
   * @param bits this party's shares of bits
   * @param known how many more ones all parties know of; 0 or more
   */
  record Ones(SharedBits bits, int known) {}

  /**
   * Shares of bits that all parties know, as this suite shares bits. Local.
   *
   * @param bits 64 lanes to a word
   */
  SharedBits constants(Party self, int lanes, long[] bits);

  /** Shares of a number that all parties know, modulo 2^64; by default additive ones. Local. */
  default NumberShare number(Party self, long known) {
    return NumberShare.additive(self, Long.SIZE, self == Party.P0 ? known : 0);
  }

  /**
   * Counts ones.
   *
   * @param known how many ones all parties know of, which are added; 0 or more
   * @param most the most that the number can be: at least {@code known} and the bits
   * @return a share of the number, modulo a power of two above {@code most}
   */
  NumberShare count(Context context, SharedBits bits, int known, int most);

  /**
   * Counts several at once, as {@link #count} does each: here one after another. A suite whose
   * counts take many rounds lets them share these.
   *
   * @param most the most that each of the numbers can be
   * @return a share of each number, in their order
   */
  default List<NumberShare> countAll(Context context, List<Ones> all, int most) {
    Context step = AggregationStep.countAll(context, all, most);
    List<NumberShare> numbers = new ArrayList<>();
    for (Ones ones : all) {
      Context one = step.narrow(Integer.toString(numbers.size()));
      numbers.add(count(one, ones.bits(), ones.known(), most));
    }
    return numbers;
  }

  /**
   * Adds up the values whose bits are one.
   *
   * @param values this party's shares of as many elements of 64 bits, under any sharing
   * @return a share of the sum modulo 2^64, which is that of signed numbers as well
   */
  NumberShare sum(Context context, SharedBits bits, Shares values);

  /**
   * Keeps the values whose bits are one, and makes the others zero.
   *
   * @param values this party's shares of as many elements, of any ring and sharing
   * @return shares of the products, as {@link #timesSharing} says
   */
  Shares times(Context context, SharedBits bits, Shares values);

  /**
   * Sharing of the results of {@link #times} on values of a sharing: it adds up as that does, and
   * results that are multiplied again keep it.
   */
  Sharing timesSharing(Sharing sharing);

  /**
   * Compares two batches lane by lane, as unsigned numbers. Together they are no more than one
   * batch may be.
   *
   * @param left this party's shares
   * @param right its shares of as many elements, shared alike
   * @return shares of [left &lt; right]
   */
  SharedBits less(Context context, Shares left, Shares right);

  /**
   * Shares of the same elements that may leave for whoever is to have these: the shares are uniform
   * but for that, and say nothing of those given.
   *
   * @param elements shared as {@link #timesSharing} says
   */
  Shares fresh(Context context, Shares elements);

  /** Exact cost of {@link #fresh}. */
  default Cost freshCost(Sharing sharing, Ring ring, int lanes) {
    return Cost.NONE;
  }

  /** Exact cost of {@link #count}. */
  Cost countCost(int lanes, int most);

  /** Cost of {@link #countAll} of so many lanes each: bytes exactly, and no more rounds. */
  default Cost countAllCost(int counts, int lanes, int most) {
    Cost cost = Cost.NONE;
    for (int i = 0; i < counts; i++) {
      cost = cost.then(countCost(lanes, most));
    }
    return cost;
  }

  /** Exact cost of {@link #sum}. */
  Cost sumCost(Sharing sharing, int lanes);

  /** Exact cost of {@link #times}. */
  Cost timesCost(Sharing sharing, Ring ring, int lanes);

  /** Exact cost of {@link #less}. */
  Cost lessCost(Sharing sharing, Ring ring, int lanes);
}
