package io.dartagnan.mpc.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.araki.ArakiSuite;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.bits.Lanes;
import io.dartagnan.mpc.bogdanov.BogdanovSuite;
import io.dartagnan.mpc.evaluation.SampleTable.Sample;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.verified.VerifiedSuite;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PredicateEvaluationTest {
  private static final int[] LANES = {1, 63, 64, 65, 200};

  /** A suite and the sharings of a table for it. */
  record Case(ProtocolSuite suite, List<Sharing> sharings) {
    @Override
    public String toString() {
      return suite.name();
    }
  }

  static Stream<Case> suites() {
    return Stream.of(
        new Case(new ArakiSuite(), List.of(Sharing.values())),
        new Case(new BogdanovSuite(), List.of(Sharing.values())),
        new Case(
            new VerifiedSuite(),
            Collections.nCopies(Sharing.values().length, Sharing.REPLICATED_XOR)));
  }

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @MethodSource("suites")
  void agreesWithPlaintext(Case suite) throws Exception {
    for (int round = 0; round < 150; round++) {
      SampleTable table = table(suite);
      Sample sample = table.any(4);
      assertRight(table, sample, run(suite, table, sample));
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void opensTheRootOnceAndNothingElse(Case suite) throws Exception {
    for (int round = 0; round < 60; round++) {
      SampleTable table = table(suite);
      Sample sample = table.and(table.any(3), table.or(table.shared(), table.shared()));
      MeasuredRun run = run(suite, table, sample);
      assertRight(table, sample, run);
      assertOpensTheResultAlone(run);
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void sendsTheBytesThatAreDeclaredInNoMoreRounds(Case suite) throws Exception {
    for (int round = 0; round < 150; round++) {
      SampleTable table = table(suite);
      Sample sample = table.any(4);
      Cost measured = run(suite, table, sample).cost();
      Cost declared = evaluation(suite, sample, Party.P0).cost(table.batch(Party.P0));
      for (Party party : Party.ALL) {
        assertThat(measured.by(party))
            .as("%s at %s", sample.byParty().get(0), party)
            .isEqualTo(declared.by(party));
      }
      assertThat(measured.rounds())
          .as("%s", sample.byParty().get(0))
          .isLessThanOrEqualTo(declared.rounds());
    }
  }

  /** Where every step makes every party wait, as on xor shares, there is nothing to overlap. */
  @Test
  void takesTheRoundsThatAreDeclared() throws Exception {
    Case suite = new Case(new ArakiSuite(), List.of(Sharing.XOR, Sharing.REPLICATED_XOR));
    for (int round = 0; round < 100; round++) {
      SampleTable table = table(suite);
      Sample sample = table.any(4);
      assertThat(evaluation(suite, sample, Party.P0).cost(table.batch(Party.P0)))
          .as("%s", sample.byParty().get(0))
          .isEqualTo(run(suite, table, sample).cost());
    }
  }

  @Test
  void costIsThatOfTheComparisonsTheLevelsAndTheOpening() {
    ProtocolSuite araki = new ArakiSuite();
    SampleTable table = new SampleTable(random, 65, List.of(Sharing.XOR));
    Sample leaf = table.shared(0, Operator.LESS, Ordering.SIGNED);
    Sample predicate = table.or(leaf, leaf, table.plain(1), leaf, table.and(leaf, leaf));
    SharedCondition condition = (SharedCondition) leaf.byParty().get(0);
    Shares operands = condition.operand();
    for (int i = 1; i < 5; i++) {
      operands = operands.append(condition.operand());
    }
    Cost compared =
        araki.compareAllCost(
            List.of(
                new ColumnComparisons(Collections.nCopies(5, condition.comparison()), operands)),
            65);

    assertThat(new PredicateEvaluation(araki, predicate.byParty().get(0)).cost(65))
        .isEqualTo(
            compared
                // Two gates beside each other, each filled up to whole words, then one and one.
                .then(araki.andCost(2 * 128))
                .then(araki.andCost(65))
                .then(araki.revealAndCost(65)));
  }

  /** The reason to compare side by side: the conversion is paid once, and rounds are shared. */
  @Test
  void aRangeOnOneColumnCostsLittleMoreThanOneComparison() {
    int lanes = 1 << 15;
    Shares one = Shares.single(Party.P0, Sharing.XOR, new Ring(1), new long[1]);
    Comparison atLeast = new Comparison(Operator.GREATER_OR_EQUAL, Ordering.SIGNED);
    Comparison below = new Comparison(Operator.LESS, Ordering.SIGNED);
    Predicate range =
        new Predicate.And(
            List.of(new SharedCondition(0, atLeast, one), new SharedCondition(0, below, one)));
    Cost ofRange = new PredicateEvaluation(new ArakiSuite(), range).cost(lanes);
    Cost ofOne =
        new PredicateEvaluation(new ArakiSuite(), new SharedCondition(0, below, one)).cost(lanes);

    assertThat((double) ofRange.bytes() / ofOne.bytes()).isLessThan(1.5);
    assertThat(ofRange.rounds()).isEqualTo(ofOne.rounds() + 2);
    assertThat(ofOne.bytes() / (double) lanes).isBetween(52.5, 52.51);
    assertThat(ofRange.bytes() / (double) lanes).isBetween(77.25, 77.26);
  }

  @Test
  void columnsAreComparedInTheSameRounds() throws Exception {
    Case suite = new Case(new ArakiSuite(), List.of(Sharing.XOR, Sharing.XOR));
    SampleTable table = new SampleTable(random, 65, suite.sharings());
    Sample sample =
        table.and(
            table.shared(0, Operator.LESS, Ordering.SIGNED),
            table.shared(1, Operator.GREATER, Ordering.UNSIGNED),
            table.shared(0, Operator.GREATER, Ordering.SIGNED),
            table.shared(1, Operator.EQUAL, Ordering.UNSIGNED));
    MeasuredRun run = run(suite, table, sample);
    assertRight(table, sample, run);
    int limbs = Math.max(limbs(sample, 0), limbs(sample, 1));
    // Conversion, the deepest tree and one round more, two levels of ANDs, the last one opened.
    int tree = 32 - Integer.numberOfLeadingZeros(64 * limbs) + 1;
    assertThat(run.cost().rounds()).isEqualTo(1 + tree + 2);
    assertThat(run.cost())
        .isEqualTo(evaluation(suite, sample, Party.P0).cost(table.batch(Party.P0)));
  }

  private static int limbs(Sample sample, int place) {
    Predicate.And and = (Predicate.And) sample.byParty().get(0);
    return ((SharedCondition) and.children().get(place)).operand().ring().limbs();
  }

  @ParameterizedTest
  @MethodSource("suites")
  void aPublicPredicateSendsAndOpensNothing(Case suite) throws Exception {
    SampleTable table = table(suite);
    int first = table.columns();
    Sample sample =
        table.or(
            table.not(table.plain(first)), table.and(table.plain(first), table.plain(first + 1)));
    MeasuredRun run = run(suite, table, sample);

    assertRight(table, sample, run);
    assertThat(run.cost()).isEqualTo(Cost.NONE);
    assertThat(run.openings()).containsOnly(List.of());
    assertThat(evaluation(suite, sample, Party.P0).cost(table.batch(Party.P0)))
        .isEqualTo(Cost.NONE);
  }

  @ParameterizedTest
  @MethodSource("suites")
  void oneComparisonIsRevealedAsTheSuiteKnowsBest(Case suite) throws Exception {
    for (Operator operator : Operator.values()) {
      SampleTable table = table(suite);
      Sample leaf = table.shared(0, operator, Ordering.SIGNED);
      for (Sample sample :
          List.of(
              leaf,
              table.not(leaf),
              table.not(table.not(leaf)),
              table.and(leaf),
              table.or(leaf),
              table.or(table.not(leaf)),
              table.not(table.and(table.or(leaf))))) {
        MeasuredRun run = run(suite, table, sample);
        assertRight(table, sample, run);
        for (var openings : run.openings()) {
          assertThat(openings).isNotEmpty().allMatch(path -> path.contains("/comparison0/"));
        }
      }
    }
  }

  /** A comparison that public bits make all that is left of the predicate goes the cheap way. */
  @ParameterizedTest
  @MethodSource("suites")
  void oneComparisonBesidePublicBitsIsRevealedOnTheLanesThatTheseLeaveOpen(Case suite)
      throws Exception {
    for (int round = 0; round < 20; round++) {
      SampleTable table = table(suite);
      Sample leaf = table.shared(0, Operator.EQUAL, Ordering.UNSIGNED);
      Sample plain = table.plain(table.columns());
      for (Sample sample :
          List.of(
              table.and(leaf, plain),
              table.or(table.not(plain), leaf),
              table.not(table.or(table.not(leaf), table.not(plain))),
              table.and(plain, table.or(table.and(leaf), table.not(table.and(plain, plain)))))) {
        MeasuredRun run = run(suite, table, sample);
        assertRight(table, sample, run);
        int open = count(plain);
        if (open == 0) {
          assertThat(run.cost()).isEqualTo(Cost.NONE);
          continue;
        }
        SharedCondition condition = (SharedCondition) leaf.byParty().get(0);
        assertThat(run.cost())
            .isEqualTo(evaluation(suite, sample, Party.P0).cost(table.batch(Party.P0)))
            .isEqualTo(evaluation(suite, sample, Party.P0).cost(open))
            .isEqualTo(revealedCost(suite, condition, open));
        for (var openings : run.openings()) {
          assertThat(openings).isNotEmpty().allMatch(path -> path.contains("/comparison0/"));
        }
      }
    }
  }

  /** Where a comparison says nothing on some open lane, its bit would be more than the result. */
  @ParameterizedTest
  @MethodSource("suites")
  void comparisonsThatSomeOpenLanesDoNotAskForAreNotRevealed(Case suite) throws Exception {
    for (int round = 0; round < 20; round++) {
      SampleTable table = new SampleTable(random, 200, suite.sharings());
      Sample leaf = table.shared(0, Operator.EQUAL, Ordering.UNSIGNED);
      Sample other = table.shared();
      Sample plain = table.plain(table.columns());
      for (Sample sample :
          List.of(
              table.or(table.and(plain, leaf), table.and(table.not(plain), other)),
              table.and(table.or(plain, leaf), table.or(table.not(plain), other)),
              table.and(leaf, table.or(plain, other)))) {
        MeasuredRun run = run(suite, table, sample);
        assertRight(table, sample, run);
        assertOpensTheResultAlone(run);
        assertThat(evaluation(suite, sample, Party.P0).cost(200).bytes())
            .isGreaterThanOrEqualTo(run.cost().bytes());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void missingColumnsAreKeptOrDroppedAsTheCallerSaysAtTheCostOfTheOthers(Case suite)
      throws Exception {
    SampleTable table = new SampleTable(random, 200, suite.sharings());
    Sample condition = table.shared(0, Operator.LESS, Ordering.UNSIGNED);
    long[] present = random.longs(4).toArray();
    BitPlanes.clearBeyond(present, 200);
    Predicate isPresent = PublicCondition.present(0);
    for (boolean filterIfMissing : new boolean[] {true, false}) {
      MeasuredRun run =
          MeasuredRun.of(
              context -> {
                Predicate leaf = condition.byParty().get(context.self().index());
                Predicate predicate =
                    filterIfMissing
                        ? new Predicate.And(List.of(isPresent, leaf))
                        : new Predicate.Or(List.of(new Predicate.Not(isPresent), leaf));
                Batch batch = withBits(table.batch(context.self()), present);
                return new PredicateEvaluation(suite.suite(), predicate)
                    .reveal(
                        context,
                        replacing(
                            batch,
                            200,
                            (column, lanes) -> {
                              assertThat(lanes).containsExactly(Lanes.of(present));
                              return batch.shares(column, lanes);
                            }));
              });
      long[] expected = new long[4];
      for (int lane = 0; lane < 200; lane++) {
        boolean there = (present[lane / 64] >>> lane & 1) != 0;
        boolean holds = (condition.bits()[lane / 64] >>> lane & 1) != 0;
        if (there ? holds : !filterIfMissing) {
          expected[lane / 64] |= 1L << lane;
        }
      }
      assertThat(run.results()).allMatch(bits -> Arrays.equals(bits, expected));
      SharedCondition shared = (SharedCondition) condition.byParty().get(0);
      assertThat(run.cost()).isEqualTo(revealedCost(suite, shared, Lanes.of(present).length));
    }
  }

  private static Cost revealedCost(Case suite, SharedCondition condition, int lanes) {
    ProtocolSuite protocols = suite.suite();
    Sharing sharing = condition.operand().sharing();
    Ring ring = condition.operand().ring();
    return protocols.revealCost(condition.comparison(), sharing, ring, lanes);
  }

  @ParameterizedTest
  @MethodSource("suites")
  void nothingIsSentOrAskedForWhenPublicBitsDecideEveryLane(Case suite) throws Exception {
    SampleTable table = table(suite);
    int lanes = table.batch(Party.P0).lanes();
    Sample leaf = table.shared();
    for (boolean known : new boolean[] {false, true}) {
      long[] bits = new long[BitPlanes.words(lanes)];
      Arrays.fill(bits, known ? -1 : 0);
      MeasuredRun run =
          MeasuredRun.of(
              context -> {
                Predicate condition = leaf.byParty().get(context.self().index());
                Predicate isKnown = PublicCondition.present(0);
                Predicate predicate =
                    known
                        ? new Predicate.Or(List.of(condition, isKnown))
                        : new Predicate.And(List.of(condition, isKnown));
                Batch batch = withBits(table.batch(context.self()), bits);
                return new PredicateEvaluation(suite.suite(), predicate)
                    .reveal(
                        context,
                        replacing(
                            batch,
                            lanes,
                            (column, chosen) -> {
                              throw new AssertionError("shares were asked for");
                            }));
              });
      BitPlanes.clearBeyond(bits, lanes);
      assertThat(run.results()).allMatch(result -> Arrays.equals(result, bits));
      assertThat(run.cost()).isEqualTo(Cost.NONE);
      assertThat(run.openings()).containsOnly(List.of());
    }
  }

  @Test
  void aColumnOfManyConditionsIsAskedForOnce() throws Exception {
    SampleTable table = new SampleTable(random, 65, List.of(Sharing.REPLICATED_ADDITIVE));
    Sample sample = table.and(table.shared(), table.shared(), table.not(table.shared()));
    int[] asked = new int[3];
    MeasuredRun run =
        MeasuredRun.of(
            context -> {
              int self = context.self().index();
              Batch batch = table.batch(context.self());
              return new PredicateEvaluation(new ArakiSuite(), sample.byParty().get(self))
                  .reveal(
                      context,
                      replacing(
                          batch,
                          65,
                          (column, lanes) -> {
                            asked[self]++;
                            return batch.shares(column, lanes);
                          }));
            });
    assertRight(table, sample, run);
    assertThat(asked).containsExactly(1, 1, 1);
  }

  @Test
  void theLargestPredicateIsEvaluated() throws Exception {
    Case suite = new Case(new ArakiSuite(), List.of(Sharing.values()));
    SampleTable table = new SampleTable(random, 65, suite.sharings());
    Sample[] leaves = new Sample[Predicate.MAX_CONDITIONS];
    Arrays.setAll(leaves, i -> table.shared(i % 2 + 1, Operator.EQUAL, Ordering.UNSIGNED));
    Sample sample = table.or(leaves);
    MeasuredRun run = run(suite, table, sample);
    assertRight(table, sample, run);
    assertThat(evaluation(suite, sample, Party.P0).cost(65).bytes()).isEqualTo(run.cost().bytes());
  }

  @Test
  void aBatchThatDoesNotFitIsRefusedBeforeAnythingIsSent() throws Exception {
    assertRefused(batch -> replacing(batch, 0, batch::shares), "at least one");
    assertRefused(
        batch -> replacing(batch, 65, (column, lanes) -> batch.shares(column, new int[64])),
        "64 lanes of column");
    assertRefused(batch -> replacing(batch, 65, (column, lanes) -> null), "no shares of column 0");
    assertRefused(
        batch -> replacing(batch, 65, (column, lanes) -> ofTheNext(batch.shares(column, lanes))),
        "were given to party");
    assertRefused(
        batch -> replacing(batch, 65, (column, lanes) -> batch.shares(1, lanes)),
        "cannot be compared");
    assertRefused(
        batch ->
            replacing(
                batch,
                65,
                (column, lanes) -> column == 0 ? batch.shares(0, lanes) : wide(batch, lanes)),
        "cannot be compared");
    assertRefused(batch -> withBits(batch, new long[1]), "1 words were given");
    assertRefused(batch -> withBits(batch, new long[3]), "3 words were given");
  }

  private void assertRefused(UnaryOperator<Batch> change, String reason) throws Exception {
    SampleTable table = new SampleTable(random, 65, List.of(Sharing.XOR, Sharing.ADDITIVE));
    Sample sample =
        table.and(
            table.shared(0, Operator.LESS, Ordering.SIGNED),
            table.shared(1, Operator.LESS, Ordering.SIGNED),
            table.plain(2));
    MeasuredRun run =
        MeasuredRun.of(
            context -> {
              PredicateEvaluation evaluation =
                  new PredicateEvaluation(
                      new ArakiSuite(), sample.byParty().get(context.self().index()));
              Batch batch = change.apply(table.batch(context.self()));
              assertThatIllegalArgumentException()
                  .isThrownBy(() -> evaluation.reveal(context, batch))
                  .withMessageContaining(reason);
              return new long[0];
            });
    assertThat(run.cost()).isEqualTo(Cost.NONE);
  }

  private static Shares ofTheNext(Shares shares) {
    return new Shares(
        shares.holder().next(), shares.sharing(), shares.ring(), shares.own(), shares.next());
  }

  private static Shares wide(Batch batch, int[] lanes) {
    return Shares.single(
        batch.shares(1, lanes).holder(), Sharing.ADDITIVE, new Ring(7), new long[7 * lanes.length]);
  }

  @Test
  void moreLanesThanCanBeCountedAreRefused() {
    SampleTable table = new SampleTable(random, 1, List.of(Sharing.XOR));
    Sample[] leaves = new Sample[512];
    Arrays.setAll(leaves, i -> table.shared());
    PredicateEvaluation evaluation =
        new PredicateEvaluation(new ArakiSuite(), table.and(leaves).byParty().get(0));
    assertThat(evaluation.cost(1 << 12).bytes()).isPositive();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> evaluation.cost(1 << 22))
        .withMessageContaining("smaller batches");
    assertThatIllegalArgumentException().isThrownBy(() -> evaluation.cost(0));
    assertThatIllegalArgumentException().isThrownBy(() -> evaluation.cost(-1));
  }

  private SampleTable table(Case suite) {
    return new SampleTable(random, LANES[random.nextInt(LANES.length)], suite.sharings());
  }

  private static PredicateEvaluation evaluation(Case suite, Sample sample, Party party) {
    return new PredicateEvaluation(suite.suite(), sample.byParty().get(party.index()));
  }

  private static MeasuredRun run(Case suite, SampleTable table, Sample sample) throws Exception {
    return MeasuredRun.of(
        context ->
            evaluation(suite, sample, context.self()).reveal(context, table.batch(context.self())));
  }

  private static void assertRight(SampleTable table, Sample sample, MeasuredRun run) {
    for (Party party : Party.ALL) {
      assertThat(run.results().get(party.index()))
          .as("%s on %d lanes at %s", sample.byParty().get(0), table.batch(party).lanes(), party)
          .isEqualTo(sample.bits());
    }
  }

  private static Batch withBits(Batch batch, long[] bits) {
    return new Batch() {
      @Override
      public int lanes() {
        return batch.lanes();
      }

      @Override
      public Shares shares(int column, int[] lanes) {
        return batch.shares(column, lanes);
      }

      @Override
      public long[] bits(PublicCondition condition) {
        return bits;
      }
    };
  }

  private static Batch replacing(
      Batch batch, int lanes, BiFunction<Integer, int[], Shares> shares) {
    return new Batch() {
      @Override
      public int lanes() {
        return lanes;
      }

      @Override
      public Shares shares(int column, int[] chosen) {
        return shares.apply(column, chosen);
      }

      @Override
      public long[] bits(PublicCondition condition) {
        return batch.bits(condition);
      }
    };
  }

  private static int count(Sample sample) {
    return Lanes.of(sample.bits()).length;
  }

  /** Once, or not at all if nothing was sent. */
  private static void assertOpensTheResultAlone(MeasuredRun run) {
    if (run.cost().equals(Cost.NONE)) {
      assertThat(run.openings()).containsOnly(List.of());
      return;
    }
    for (Collection<String> openings : run.openings()) {
      assertThat(openings)
          .singleElement()
          .asString()
          .matches("batch0/agreed-\\p{XDigit}{32}/result/open-bits-\\d+");
    }
  }
}
