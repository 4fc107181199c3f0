package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.BitShares;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.Aggregation.Ones;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Whether what a suite adds up and chooses is what plaintext says, at the cost that it declares.
 */
final class Aggregations {
  private final ProtocolSuite suite;
  private final long seed;
  private final SecureRandom random;

  Aggregations(ProtocolSuite suite, long seed) {
    this.suite = suite;
    this.seed = seed;
    this.random = Seed.generator(seed);
  }

  /** One party's side; the bits are shared as the suite shares them. */
  private interface Side<R> {
    R run(Context context, SharedBits bits);
  }

  /** Nothing is asked of a suite that has no aggregation. */
  void areRightAtTheDeclaredCost(Sharing sharing) {
    suite.aggregation().ifPresent(aggregation -> areRight(aggregation, sharing));
  }

  private void areRight(Aggregation aggregation, Sharing sharing) {
    for (int lanes : new int[] {1, 63, 64, 65, 1000}) {
      long[] ones = new long[BitPlanes.words(lanes)];
      Arrays.fill(ones, -1);
      for (long[] bits :
          List.of(new long[ones.length], ones, random.longs(ones.length).toArray())) {
        BitPlanes.clearBeyond(bits, lanes);
        count(aggregation, lanes, bits);
        countAll(aggregation, lanes, bits);
        sum(aggregation, sharing, lanes, bits);
        times(aggregation, sharing, new Ring(1), lanes, bits);
      }
      less(aggregation, sharing, new Ring(1), lanes);
    }
    long[] some = {random.nextLong(), 1};
    for (int limbs : new int[] {2, 3, 5}) {
      times(aggregation, sharing, new Ring(limbs), 65, some);
      less(aggregation, sharing, new Ring(limbs), 65);
    }
  }

  private void count(Aggregation aggregation, int lanes, long[] bits) {
    for (int known : new int[] {0, 1, 777}) {
      int most = known == 1 ? 1 << 20 : lanes + known;
      List<NumberShare> shares =
          run(
              "count of %d bits and %d known ones of at most %d".formatted(lanes, known, most),
              aggregation.countCost(lanes, most),
              lanes,
              bits,
              (context, shared) -> aggregation.count(context, shared, known, most));
      long expected = known + Arrays.stream(bits).map(Long::bitCount).sum();
      assertThat(NumberShare.reconstruct(shares)).as("count (seed %d)", seed).isEqualTo(expected);
      assertThat(shares.get(0).bits() == Long.SIZE || most < 1L << shares.get(0).bits())
          .as("%s holds %d", shares.get(0), most)
          .isTrue();
    }
  }

  /** Of the bits, and of their complements, each with other known ones. */
  private void countAll(Aggregation aggregation, int lanes, long[] bits) {
    int most = lanes + 777;
    String what = "3 counts of %d bits of at most %d (seed %d)".formatted(lanes, most, seed);
    Trial.Outcome<List<NumberShare>> outcome =
        outcome(
            lanes,
            bits,
            (context, shared) ->
                aggregation.countAll(
                    context,
                    List.of(new Ones(shared, 0), new Ones(shared.not(), 777), new Ones(shared, 1)),
                    most));
    List<List<NumberShare>> shares = outcome.orThrow();
    long ones = Arrays.stream(bits).map(Long::bitCount).sum();
    long[] expected = {ones, lanes - ones + 777, ones + 1};
    assertThat(shares).as(what).allMatch(ofParty -> ofParty.size() == expected.length);
    for (int i = 0; i < expected.length; i++) {
      int which = i;
      assertThat(NumberShare.reconstruct(shares.stream().map(all -> all.get(which)).toList()))
          .as("number %d of %s", i, what)
          .isEqualTo(expected[i]);
    }
    Costs.requireWithin(
        aggregation.countAllCost(expected.length, lanes, most), outcome.cost(), what);
  }

  private void sum(Aggregation aggregation, Sharing sharing, int lanes, long[] bits) {
    long[] values = random.longs(lanes).toArray();
    List<Shares> dealt = new Dealer(sharing, new Ring(1), random).deal(values);
    List<NumberShare> shares =
        run(
            "sum of %d lanes, %s".formatted(lanes, sharing.word()),
            aggregation.sumCost(sharing, lanes),
            lanes,
            bits,
            (context, shared) ->
                aggregation.sum(context, shared, dealt.get(context.self().index())));
    long expected = 0;
    for (int lane = 0; lane < lanes; lane++) {
      expected += BitPlanes.bit(bits, lane) ? values[lane] : 0;
    }
    assertThat(shares).allMatch(share -> share.bits() == Long.SIZE);
    assertThat(NumberShare.reconstruct(shares))
        .as("sum of %d lanes, %s (seed %d)", lanes, sharing.word(), seed)
        .isEqualTo(expected);
  }

  /** Products of values, and once more of those products. */
  private void times(Aggregation aggregation, Sharing sharing, Ring ring, int lanes, long[] bits) {
    long[] values = random.longs((long) lanes * ring.limbs()).toArray();
    List<Shares> shares = new Dealer(sharing, ring, random).deal(values);
    long[] expected = new long[values.length];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = BitPlanes.bit(bits, i / ring.limbs()) ? values[i] : 0;
    }
    Sharing products = aggregation.timesSharing(sharing);
    assertThat(products.isXor()).isEqualTo(sharing.isXor());
    assertThat(aggregation.timesSharing(products)).isEqualTo(products);
    Sharing given = sharing;
    for (int round = 0; round < 2; round++) {
      List<Shares> factors = shares;
      String what =
          "product of %d lanes of %d limbs, %s".formatted(lanes, ring.limbs(), given.word());
      shares =
          run(
              what,
              aggregation.timesCost(given, ring, lanes),
              lanes,
              bits,
              (context, shared) ->
                  aggregation.times(context, shared, factors.get(context.self().index())));
      given = products;
      assertThat(shares).allMatch(share -> share.sharing() == products);
      assertThat(Reconstruction.values(shares)).as("%s (seed %d)", what, seed).isEqualTo(expected);
    }
    List<Shares> results = shares;
    List<Shares> fresh =
        run(
            "fresh shares of " + results.get(0),
            aggregation.freshCost(products, ring, lanes),
            lanes,
            bits,
            (context, shared) -> aggregation.fresh(context, results.get(context.self().index())));
    assertThat(Reconstruction.values(fresh)).as("fresh (seed %d)", seed).isEqualTo(expected);
  }

  private void less(Aggregation aggregation, Sharing sharing, Ring ring, int lanes) {
    long[] left = random.longs((long) lanes * ring.limbs()).toArray();
    long[] right = random.longs(left.length).toArray();
    List<long[]> edges = Plaintext.edges(ring);
    for (int lane = 0; lane < lanes; lane++) {
      int at = lane * ring.limbs();
      if (lane % 3 == 0) {
        System.arraycopy(left, at, right, at, ring.limbs());
        right[at + random.nextInt(ring.limbs())] += random.nextInt(3) - 1;
      } else if (lane % 3 == 1) {
        copy(edges.get(random.nextInt(edges.size())), left, at);
        copy(edges.get(random.nextInt(edges.size())), right, at);
      }
    }
    Dealer dealer = new Dealer(sharing, ring, random);
    List<Shares> x = dealer.deal(left);
    List<Shares> y = dealer.deal(right);
    String what = "less on %d lanes of %d limbs, %s".formatted(lanes, ring.limbs(), sharing.word());
    List<SharedBits> shares =
        run(
            what,
            aggregation.lessCost(sharing, ring, lanes),
            lanes,
            new long[BitPlanes.words(lanes)],
            (context, shared) ->
                aggregation.less(
                    context, x.get(context.self().index()), y.get(context.self().index())));
    long[] expected = new long[BitPlanes.words(lanes)];
    for (int lane = 0; lane < lanes; lane++) {
      int at = lane * ring.limbs();
      int end = at + ring.limbs();
      if (Arrays.compareUnsigned(left, at, end, right, at, end) < 0) {
        expected[lane / Long.SIZE] |= 1L << lane;
      }
    }
    assertThat(BitShares.reconstruct(shares)).as("%s (seed %d)", what, seed).isEqualTo(expected);
  }

  private static void copy(long[] element, long[] batch, int at) {
    System.arraycopy(element, 0, batch, at, element.length);
  }

  /** Runs the three sides on shares of bits, and measures what they send. */
  private <R> List<R> run(String what, Cost declared, int lanes, long[] bits, Side<R> side) {
    Trial.Outcome<R> outcome = outcome(lanes, bits, side);
    List<R> results = outcome.orThrow();
    assertThat(outcome.cost())
        .as("measured cost of %s, declared %s (seed %d)", what, declared, seed)
        .isEqualTo(declared);
    return results;
  }

  private <R> Trial.Outcome<R> outcome(int lanes, long[] bits, Side<R> side) {
    List<SharedBits> dealt = deal(lanes, bits);
    return Trial.seeded(seed)
        .run(
            (session, exchange) ->
                side.run(session.nextBatch(), dealt.get(exchange.self().index())));
  }

  /** Shares of bits, single or replicated as the suite's are; random past the last lane. */
  private List<SharedBits> deal(int lanes, long[] bits) {
    boolean replicated =
        suite
            .aggregation()
            .orElseThrow()
            .constants(Party.P0, lanes, new long[bits.length])
            .isReplicated();
    long[] noisy = bits.clone();
    if (lanes % Long.SIZE != 0) {
      noisy[noisy.length - 1] |= random.nextLong() << lanes;
    }
    List<SharedBits> dealt = new ArrayList<>();
    for (Shares words :
        new Dealer(replicated ? Sharing.REPLICATED_XOR : Sharing.XOR, new Ring(1), random)
            .deal(noisy)) {
      dealt.add(new SharedBits(words.holder(), lanes, words.own(), words.next()));
    }
    return dealt;
  }

  void refuseWhatDoesNotFit() {
    suite.aggregation().ifPresent(this::refuse);
  }

  private void refuse(Aggregation aggregation) {
    List<SharedBits> bits = deal(65, new long[2]);
    Function<Sharing, List<Shares>> values =
        sharing -> new Dealer(sharing, new Ring(2), random).deal(new long[2 * 65]);
    Sharing any = suite.sharings().iterator().next();
    List<Shares> wide = values.apply(any);
    List<Shares> other = values.apply(any == Sharing.XOR ? Sharing.ADDITIVE : Sharing.XOR);
    List<Shares> shorter = wide.stream().map(shares -> shares.slice(0, 64)).toList();
    refused(
        "a count of another party's bits", (c, i) -> aggregation.count(c, bits.get(i + 1), 0, 65));
    refused("a count above its bound", (c, i) -> aggregation.count(c, bits.get(i), 0, 64));
    refused("known ones above the bound", (c, i) -> aggregation.count(c, bits.get(i), 2, 66));
    refused("fewer than no known ones", (c, i) -> aggregation.count(c, bits.get(i), -1, 66));
    refused(
        "counts of which one has another party's bits",
        (c, i) ->
            aggregation.countAll(
                c, List.of(new Ones(bits.get(i), 0), new Ones(bits.get(i + 1), 0)), 65));
    refused(
        "counts of which one is above their bound",
        (c, i) ->
            aggregation.countAll(
                c, List.of(new Ones(bits.get(i), 0), new Ones(bits.get(i), 1)), 65));
    refused(
        "counts of which one has fewer than no known ones",
        (c, i) ->
            aggregation.countAll(
                c, List.of(new Ones(bits.get(i), 0), new Ones(bits.get(i), -1)), 65));
    refused("a sum of wide elements", (c, i) -> aggregation.sum(c, bits.get(i), wide.get(i)));
    refused("fewer values", (c, i) -> aggregation.times(c, bits.get(i), shorter.get(i)));
    refused("another party's values", (c, i) -> aggregation.times(c, bits.get(i), wide.get(i + 1)));
    refused("another party's bits", (c, i) -> aggregation.times(c, bits.get(i + 1), wide.get(i)));
    refused("fresh shares of another party's", (c, i) -> aggregation.fresh(c, wide.get(i + 1)));
    refused("batches of other lanes", (c, i) -> aggregation.less(c, wide.get(i), shorter.get(i)));
    refused("batches of two sharings", (c, i) -> aggregation.less(c, wide.get(i), other.get(i)));
    refused(
        "batches of another party",
        (c, i) -> aggregation.less(c, wide.get(i + 1), wide.get(i + 1)));
  }

  private interface Attempt {
    void run(Context context, int party);
  }

  /** At parties 0 and 1, so that there is a next one. */
  private void refused(String what, Attempt attempt) {
    Trial.Outcome<Boolean> outcome =
        Trial.seeded(seed)
            .run(
                (session, exchange) -> {
                  int party = exchange.self().index();
                  if (party < 2) {
                    assertThatIllegalArgumentException()
                        .as(what)
                        .isThrownBy(() -> attempt.run(session.nextBatch(), party))
                        .satisfies(thrown -> Texts.sayNoWord(thrown, what));
                  }
                  return true;
                });
    outcome.orThrow();
    assertThat(outcome.cost()).as("sent before it was refused: %s", what).isEqualTo(Cost.NONE);
  }
}
