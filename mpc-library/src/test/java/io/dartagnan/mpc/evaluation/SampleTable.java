package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Random columns, shared among three parties, with as many public ones behind them, and predicates
 * on them together with what they come to in the clear.
 */
final class SampleTable {

  /**
   * A predicate and its result.
   *
   * @param byParty each party's copy
   * @param bits which lanes satisfy it, those past the last lane zero
   */
  record Sample(List<Predicate> byParty, long[] bits) {}

  private record Column(Sharing sharing, Ring ring, long[] values, List<Shares> shares) {}

  private final Random random;
  private final int lanes;
  private final List<Column> shared = new ArrayList<>();
  private final List<long[]> plain = new ArrayList<>();
  // Which rows have the shared columns, for conditions that ask for it.
  private final List<long[]> present = new ArrayList<>();

  /** A table with one shared column of 1 to 3 limbs for each of the sharings. */
  SampleTable(Random random, int lanes, List<Sharing> sharings) {
    this.random = random;
    this.lanes = lanes;
    for (Sharing sharing : sharings) {
      Ring ring = new Ring(1 + random.nextInt(3));
      long[] values = new long[lanes * ring.limbs()];
      // Few different limbs, some of them at the ends of both orders.
      long[] limbs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, random.nextLong()};
      for (int i = 0; i < values.length; i++) {
        values[i] = limbs[random.nextInt(limbs.length)];
      }
      shared.add(
          new Column(
              sharing, ring, values, new Dealer(sharing, ring, new SecureRandom()).deal(values)));
      plain.add(random.longs(BitPlanes.words(lanes)).toArray());
      present.add(random.longs(BitPlanes.words(lanes)).toArray());
    }
  }

  /** Number of shared columns; the public ones have the numbers that follow. */
  int columns() {
    return shared.size();
  }

  /** The values of a shared column. */
  long[] values(int column) {
    return shared.get(column).values();
  }

  /** The ring of a shared column. */
  Ring ring(int column) {
    return shared.get(column).ring();
  }

  /** The sharing of a shared column. */
  Sharing sharing(int column) {
    return shared.get(column).sharing();
  }

  /** Whether a row has a shared column. */
  boolean has(int column, int lane) {
    return BitPlanes.bit(present.get(column), lane);
  }

  /** One party's rows. */
  Batch batch(Party party) {
    return new Batch() {
      @Override
      public int lanes() {
        return lanes;
      }

      @Override
      public Shares shares(int column, int[] chosen) {
        return shared.get(column).shares().get(party.index()).select(chosen);
      }

      @Override
      public long[] bits(PublicCondition condition) {
        return condition.column() < columns()
            ? present.get(condition.column())
            : plain.get(condition.column() - columns());
      }
    };
  }

  /** A shared condition on a column, with one of the column's values as operand. */
  Sample shared(int number, Operator operator, Ordering ordering) {
    Column column = shared.get(number);
    int limbs = column.ring().limbs();
    int lane = random.nextInt(lanes);
    long[] operand = Arrays.copyOfRange(column.values(), lane * limbs, (lane + 1) * limbs);
    Comparison comparison = new Comparison(operator, ordering);
    List<Shares> dealt =
        new Dealer(column.sharing(), column.ring(), new SecureRandom()).deal(operand);
    long[] bits = new long[BitPlanes.words(lanes)];
    for (int i = 0; i < lanes; i++) {
      if (operator.holds(sign(ordering, column.values(), i * limbs, operand))) {
        bits[i / 64] |= 1L << i;
      }
    }
    return sample(party -> new SharedCondition(number, comparison, dealt.get(party)), bits);
  }

  /** A public condition on a public column. */
  Sample plain(int number) {
    Comparison comparison = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
    PublicCondition condition = new PublicCondition(number, comparison, new byte[] {1});
    return sample(party -> condition, plain.get(number - columns()).clone());
  }

  Sample and(Sample... samples) {
    long[] bits = samples[0].bits().clone();
    for (Sample sample : samples) {
      for (int i = 0; i < bits.length; i++) {
        bits[i] &= sample.bits()[i];
      }
    }
    return sample(party -> new Predicate.And(children(samples, party)), bits);
  }

  Sample or(Sample... samples) {
    long[] bits = samples[0].bits().clone();
    for (Sample sample : samples) {
      for (int i = 0; i < bits.length; i++) {
        bits[i] |= sample.bits()[i];
      }
    }
    return sample(party -> new Predicate.Or(children(samples, party)), bits);
  }

  Sample not(Sample sample) {
    return sample(
        party -> new Predicate.Not(sample.byParty().get(party)),
        BitPlanes.complement(sample.bits().clone()));
  }

  /** Any shared condition. */
  Sample shared() {
    return shared(
        random.nextInt(columns()),
        Operator.ofCode(random.nextInt(6)),
        Ordering.ofCode(random.nextInt(2)));
  }

  /** Any predicate of at most this depth. */
  Sample any(int depth) {
    int kind = depth <= 1 ? 3 + random.nextInt(3) : random.nextInt(6);
    return switch (kind) {
      case 0 -> and(children(depth));
      case 1 -> or(children(depth));
      case 2 -> not(any(depth - 1));
      case 3 -> plain(columns() + random.nextInt(columns()));
      default -> shared();
    };
  }

  private Sample[] children(int depth) {
    Sample[] children = new Sample[1 + random.nextInt(4)];
    Arrays.setAll(children, i -> any(depth - 1));
    return children;
  }

  private Sample sample(Function<Integer, Predicate> ofParty, long[] bits) {
    BitPlanes.clearBeyond(bits, lanes);
    return new Sample(Party.ALL.stream().map(party -> ofParty.apply(party.index())).toList(), bits);
  }

  private static List<Predicate> children(Sample[] samples, int party) {
    return Arrays.stream(samples).map(sample -> sample.byParty().get(party)).toList();
  }

  private static int sign(Ordering ordering, long[] values, int at, long[] operand) {
    return ordering == Ordering.SIGNED && values[at] != operand[0]
        ? Long.compare(values[at], operand[0])
        : Arrays.compareUnsigned(values, at, at + operand.length, operand, 0, operand.length);
  }
}
