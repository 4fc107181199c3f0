package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * One comparison of a dealt batch, and its answer.
 *
 * @param comparison what is asked
 * @param values shares by index of party
 * @param operand shares by index of party
 * @param expected one bit per lane, as plaintext has it
 */
record Question(Comparison comparison, List<Shares> values, List<Shares> operand, long[] expected) {

  static final List<Comparison> EVERY_COMPARISON =
      Stream.of(Operator.values())
          .flatMap(
              operator ->
                  Ordering.OF_ELEMENTS.stream().map(ordering -> new Comparison(operator, ordering)))
          .toList();

  static final Comparison EQUAL = new Comparison(Operator.EQUAL, Ordering.UNSIGNED);
  static final Comparison LESS = new Comparison(Operator.LESS, Ordering.UNSIGNED);
  static final Comparison SIGNED_GREATER = new Comparison(Operator.GREATER, Ordering.SIGNED);

  static Question deal(
      Comparison comparison,
      Sharing sharing,
      Ring ring,
      long[] values,
      long[] operand,
      SecureRandom random) {
    Dealer dealer = new Dealer(sharing, ring, random);
    return new Question(
        comparison,
        dealer.deal(values),
        dealer.deal(operand),
        Plaintext.compare(comparison, ring, values, operand));
  }

  /** Random lanes; every third is the operand, or differs from it by one in some limb. */
  static Question random(
      Comparison comparison, Sharing sharing, Ring ring, int lanes, SecureRandom random) {
    long[] operand = random.longs(ring.limbs()).toArray();
    long[] values = random.longs((long) lanes * ring.limbs()).toArray();
    for (int lane = 0; lane < lanes; lane += 3) {
      System.arraycopy(operand, 0, values, lane * ring.limbs(), ring.limbs());
      values[lane * ring.limbs() + random.nextInt(ring.limbs())] += random.nextInt(3) - 1;
    }
    return deal(comparison, sharing, ring, values, operand, random);
  }

  /** Zero in every lane, and for an operand. */
  static Question zeros(
      Comparison comparison, Sharing sharing, Ring ring, int lanes, SecureRandom random) {
    return deal(
        comparison, sharing, ring, new long[lanes * ring.limbs()], new long[ring.limbs()], random);
  }

  /**
   * Lane by lane the operand, more than it, less than it, and so on, under either ordering: the
   * answer is the same whatever is drawn.
   */
  static Question foreseen(
      Comparison comparison, Ring ring, int lanes, Dealing dealing, SecureRandom random) {
    // From a quarter to three eighths of the unsigned range, and no more than an eighth around it.
    long[] operand = random.longs(ring.limbs()).toArray();
    operand[0] = operand[0] >>> 3 | 1L << 62;
    long[] values = ring.repeat(operand, lanes);
    long[] differences = random.longs(values.length).toArray();
    for (int lane = 0; lane < lanes; lane++) {
      int top = lane * ring.limbs();
      differences[top] = (differences[top] >>> 4) + 1;
      if (lane % 3 == 0) {
        Arrays.fill(differences, top, top + ring.limbs(), 0);
      } else if (lane % 3 == 2) {
        long[] one = Arrays.copyOfRange(differences, top, top + ring.limbs());
        System.arraycopy(ring.negate(one), 0, differences, top, ring.limbs());
      }
    }
    values = ring.add(values, differences);
    return new Question(
        comparison,
        dealing.deal(values),
        dealing.deal(operand),
        Plaintext.compare(comparison, ring, values, operand));
  }

  /** Dealing of elements as shares, by index of party. */
  interface Dealing {
    List<Shares> deal(long[] elements);
  }

  /** Share 0 is the elements themselves, and the other two are zero. */
  static List<Shares> bare(Sharing sharing, Ring ring, long[] elements) {
    return held(
        sharing, ring, List.of(elements, new long[elements.length], new long[elements.length]));
  }

  /**
   * Shares of which those that one party holds are drawn from {@code known}, and the others from
   * {@code unknown} and the elements.
   */
  static List<Shares> around(
      Party holder, Sharing sharing, Ring ring, long[] elements, Random known, Random unknown) {
    long[] own = known.longs(elements.length).toArray();
    long[] next = (sharing.isReplicated() ? known : unknown).longs(elements.length).toArray();
    List<long[]> shares = new ArrayList<>(Collections.nCopies(Party.ALL.size(), own));
    shares.set(holder.next().index(), next);
    shares.set(
        holder.prev().index(), sharing.subtract(ring, sharing.subtract(ring, elements, own), next));
    return held(sharing, ring, shares);
  }

  /** Shares that each party holds of three. */
  private static List<Shares> held(Sharing sharing, Ring ring, List<long[]> shares) {
    return Party.ALL.stream()
        .map(
            party ->
                new Shares(
                    party,
                    sharing,
                    ring,
                    shares.get(party.index()),
                    sharing.isReplicated() ? shares.get(party.next().index()) : null))
        .toList();
  }

  /** The same shares, compared in another way. */
  Question with(Comparison other) {
    return new Question(other, values, operand, new long[0]);
  }

  SharedBits compare(ProtocolSuite suite, Context context) {
    int party = context.self().index();
    return suite.compare(context, comparison, values.get(party), operand.get(party));
  }

  long[] reveal(ProtocolSuite suite, Context context) {
    int party = context.self().index();
    return suite.reveal(context, comparison, values.get(party), operand.get(party));
  }

  Sharing sharing() {
    return values.get(0).sharing();
  }

  Ring ring() {
    return values.get(0).ring();
  }

  int lanes() {
    return values.get(0).lanes();
  }

  /** The first lane in which an answer is wrong, or -1. */
  int wrongLane(long[] answer) {
    int word = Arrays.mismatch(expected, answer);
    return word < 0 || word >= expected.length || word >= answer.length
        ? word
        : word * Long.SIZE + Long.numberOfTrailingZeros(expected[word] ^ answer[word]);
  }

  /** Comparison, lanes, limbs and sharing, never a value. */
  @Override
  public String toString() {
    return "%s %s on %d lanes of %d limbs, %s"
        .formatted(
            comparison.ordering(),
            comparison.operator(),
            lanes(),
            ring().limbs(),
            sharing().word());
  }
}
