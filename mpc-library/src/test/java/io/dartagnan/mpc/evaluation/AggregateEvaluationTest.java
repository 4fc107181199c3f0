package io.dartagnan.mpc.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.araki.ArakiSuite;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.bogdanov.BogdanovSuite;
import io.dartagnan.mpc.evaluation.SampleTable.Sample;
import io.dartagnan.mpc.example.TextbookSuite;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.BitShares;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.harness.View;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Adversary;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import io.dartagnan.mpc.verified.VerifiedSuite;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AggregateEvaluationTest {
  private static final int[] LANES = {1, 63, 64, 65, 200};
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.UNSIGNED);

  static Stream<ProtocolSuite> suites() {
    return Stream.of(new ArakiSuite(), new BogdanovSuite(), new VerifiedSuite());
  }

  static Stream<Arguments> suitesAndSharings() {
    return suites().flatMap(suite -> suite.sharings().stream().map(s -> Arguments.of(suite, s)));
  }

  private final Random random = Seed.random(this);

  /** Results of three parties, and their cost. */
  private record Run<R>(List<R> results, Cost cost, List<List<Integer>> received) {}

  /** One party's side. */
  private interface Side<R> {
    R run(Context context);
  }

  /** Runs the three sides; none may open anything. */
  private static <R> Run<R> run(Side<R> side) {
    List<Collection<String>> openings = new ArrayList<>();
    Trial.Outcome<R> outcome =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  Context context = session.nextBatch();
                  R result = side.run(context);
                  synchronized (openings) {
                    openings.add(List.copyOf(context.openings().values()));
                  }
                  return result;
                });
    List<R> results = outcome.orThrow();
    assertThat(openings).hasSize(3).containsOnly(List.of());
    return new Run<>(
        results,
        outcome.cost(),
        outcome.exchanges().stream()
            .map(
                exchange ->
                    exchange.views().stream().map(View::payload).map(p -> p.length).toList())
            .toList());
  }

  @ParameterizedTest
  @MethodSource("suites")
  void countsAsPlaintextDoes(ProtocolSuite suite) {
    for (int round = 0; round < 60; round++) {
      SampleTable table = table(suite);
      Sample sample = table.any(3);
      Run<NumberShare> run = run(context -> select(suite, table, sample, context).count());
      long expected = Arrays.stream(sample.bits()).map(Long::bitCount).sum();
      assertThat(NumberShare.reconstruct(run.results))
          .as("%s", sample.byParty().get(0))
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void countsOfSeveralPredicatesSideBySideAreThoseOfEach(ProtocolSuite suite) {
    for (int round = 0; round < 60; round++) {
      SampleTable table = table(suite);
      Sample[] each = new Sample[1 + random.nextInt(5)];
      Arrays.setAll(each, i -> table.any(3));
      Sample any = table.or(each);
      int lanes = table.batch(Party.P0).lanes();
      Run<List<NumberShare>> run = countEach(suite, table, any);
      Cost most = new AggregateEvaluation(suite, any.byParty().get(0)).countEachCost(lanes, lanes);
      for (int i = 0; i < each.length; i++) {
        int child = i;
        assertThat(NumberShare.reconstruct(run.results.stream().map(r -> r.get(child)).toList()))
            .as("%s of %s", each[i].byParty().get(0), any.byParty().get(0))
            .isEqualTo(Arrays.stream(each[i].bits()).map(Long::bitCount).sum());
      }
      assertThat(run.cost.bytes()).isLessThanOrEqualTo(validated(suite, most).bytes());
    }
  }

  /** Of one column, as counts that wait together mostly are. */
  @Test
  void severalCountsTakeOneRoundMoreThanOneAtMost() {
    ProtocolSuite suite = new ArakiSuite();
    SampleTable table = new SampleTable(random, 200, List.of(Sharing.ADDITIVE));
    int alone = countEach(suite, table, several(table, Operator.LESS, 1)).cost.rounds();
    assertThat(countEach(suite, table, several(table, Operator.LESS, 8)).cost.rounds())
        .isBetween(alone, alone + 1);
  }

  /** Counts of which each alone takes some 30 rounds for 1,000 rows. */
  @ParameterizedTest
  @ValueSource(ints = {1, 65, 1000})
  void severalCountsTakeTheRoundsAndMessagesOfOneInTheVerifiedSuite(int lanes) {
    ProtocolSuite suite = new VerifiedSuite();
    SampleTable table = new SampleTable(random, lanes, List.of(Sharing.REPLICATED_XOR));
    for (Operator operator : List.of(Operator.EQUAL, Operator.LESS)) {
      Run<List<NumberShare>> one = countEach(suite, table, several(table, operator, 1));
      Sample any = several(table, operator, 5);
      Run<List<NumberShare>> five = countEach(suite, table, any);
      assertThat(five.cost.rounds()).isEqualTo(one.cost.rounds());
      assertThat(five.received)
          .map(List::size)
          .isEqualTo(one.received.stream().map(List::size).toList());
      Cost declared =
          new AggregateEvaluation(suite, any.byParty().get(0)).countEachCost(lanes, lanes);
      assertThat(five.cost).isEqualTo(validated(suite, declared));
    }
  }

  /** Any of several conditions on one column, which every row has. */
  private static Sample several(SampleTable table, Operator operator, int count) {
    Sample[] each = new Sample[count];
    Arrays.setAll(each, i -> table.shared(0, operator, Ordering.UNSIGNED));
    return table.or(each);
  }

  @ParameterizedTest
  @MethodSource("suites")
  void verdictsAreSharedOnEveryLane(ProtocolSuite suite) {
    for (int round = 0; round < 40; round++) {
      SampleTable table = table(suite);
      Sample sample = table.any(3);
      Run<SharedBits> run = run(context -> select(suite, table, sample, context).bits());
      assertThat(BitShares.reconstruct(run.results))
          .as("%s", sample.byParty().get(0))
          .isEqualTo(sample.bits());
    }
  }

  @ParameterizedTest
  @MethodSource("suitesAndSharings")
  void addsUpAsPlaintextDoesAtTheCostThatIsDeclared(ProtocolSuite suite, Sharing sharing) {
    for (int round = 0; round < 12; round++) {
      SampleTable table = tableWithNarrow(suite, sharing);
      Sample sample = table.any(3);
      Rows rows = new Rows(table, sample, 0);
      Run<NumberShare> run = run(context -> select(suite, table, sample, context, 0).sum());
      long expected = rows.selected().mapToLong(lane -> table.values(0)[lane]).sum();
      assertThat(NumberShare.reconstruct(run.results))
          .as("%s", sample.byParty().get(0))
          .isEqualTo(expected);
      AggregateEvaluation evaluation = new AggregateEvaluation(suite, sample.byParty().get(0));
      Cost alone = evaluation.sumCost(sharing, rows.undecided, rows.certain);
      Cost selecting = run(context -> select(suite, table, sample, context, 0)).cost;
      assertBytes(run.cost, validated(suite, selecting.then(alone)));
    }
  }

  @ParameterizedTest
  @MethodSource("suitesAndSharings")
  void findsTheLeastAndGreatestAsPlaintextDoes(ProtocolSuite suite, Sharing sharing) {
    for (int round = 0; round < 6; round++) {
      SampleTable table =
          new SampleTable(random, LANES[random.nextInt(LANES.length)], List.of(sharing));
      Sample sample = round == 0 ? table.plain(1) : table.any(3);
      Rows rows = new Rows(table, sample, 0);
      for (Ordering ordering : Ordering.OF_ELEMENTS) {
        Run<Selection> selecting = run(context -> select(suite, table, sample, context, 0));
        Run<List<Optional<Shares>>> run =
            run(
                context -> {
                  Selection selection = select(suite, table, sample, context, 0);
                  return List.of(selection.least(ordering), selection.greatest(ordering));
                });
        Cost one =
            new AggregateEvaluation(suite, sample.byParty().get(0))
                .extremeCost(sharing, table.ring(0), rows.undecided + rows.certain);
        assertBytes(
            run.cost, validated(suite, selecting.cost.then(one)).then(validated(suite, one)));
        if (rows.undecided + rows.certain == 0) {
          assertThat(run.results).containsOnly(List.of(Optional.empty(), Optional.empty()));
          continue;
        }
        long[][] sorted = rows.sorted(ordering);
        for (int i = 0; i < 2; i++) {
          int which = i;
          long[] found =
              Reconstruction.values(
                  run.results.stream().map(both -> both.get(which).orElseThrow()).toList());
          if (sorted.length > 0) {
            assertThat(found)
                .as("%s %s of %s", ordering, i == 0 ? "least" : "greatest", sample.byParty().get(0))
                .isEqualTo(sorted[i == 0 ? 0 : sorted.length - 1]);
          }
        }
      }
    }
  }

  /** The rows of a table that an aggregate of one column is about. */
  private final class Rows {
    private final SampleTable table;
    private final Sample sample;
    private final int column;
    private final int lanes;
    final int undecided;
    final int certain;

    Rows(SampleTable table, Sample sample, int column) {
      this.table = table;
      this.sample = sample;
      this.column = column;
      Batch batch = table.batch(Party.P0);
      this.lanes = batch.lanes();
      Predicate predicate = sample.byParty().get(0);
      PublicCondition present = PublicCondition.present(column);
      Residual residual =
          new Residual(
              predicate,
              new PublicBits(predicate, batch),
              new PublicBits(present, batch).of(present));
      this.undecided = residual.lanes().length;
      this.certain =
          Arrays.stream(residual.holds()).map(Long::bitCount).mapToInt(n -> (int) n).sum();
    }

    IntStream selected() {
      return IntStream.range(0, lanes)
          .filter(lane -> BitPlanes.bit(sample.bits(), lane) && table.has(column, lane));
    }

    long[][] sorted(Ordering ordering) {
      int limbs = table.ring(column).limbs();
      return selected()
          .mapToObj(
              lane -> Arrays.copyOfRange(table.values(column), lane * limbs, (lane + 1) * limbs))
          .sorted(
              (x, y) ->
                  ordering == Ordering.SIGNED && x[0] != y[0]
                      ? Long.compare(x[0], y[0])
                      : Arrays.compareUnsigned(x, y))
          .toArray(long[][]::new);
    }
  }

  /** Several aggregates of one selection, as a query for an average asks for. */
  @ParameterizedTest
  @MethodSource("suitesAndSharings")
  void aggregatesOfOneSelectionPayForItsPredicateOnce(ProtocolSuite suite, Sharing sharing) {
    SampleTable table = tableWithNarrow(suite, sharing);
    Sample sample = table.shared(0, Operator.LESS, Ordering.SIGNED);
    Rows rows = new Rows(table, sample, 0);
    if (rows.undecided == 0) {
      return;
    }
    Run<List<NumberShare>> run =
        run(
            context -> {
              Selection selection = select(suite, table, sample, context, 0);
              return List.of(selection.count(), selection.sum());
            });
    AggregateEvaluation evaluation = new AggregateEvaluation(suite, sample.byParty().get(0));
    int lanes = table.batch(Party.P0).lanes();
    Cost expected =
        validated(
                suite,
                evaluation
                    .selectCost(rows.undecided)
                    .then(evaluation.countCost(rows.undecided, lanes)))
            .then(validated(suite, evaluation.sumCost(sharing, rows.undecided, rows.certain)));
    assertBytes(run.cost, expected);
    assertThat(run.cost.rounds()).isLessThanOrEqualTo(expected.rounds());
    assertThat(NumberShare.reconstruct(run.results.stream().map(r -> r.get(0)).toList()))
        .isEqualTo(rows.selected().count());
  }

  @ParameterizedTest
  @MethodSource("suitesAndSharings")
  void nobodySeesFromTheTrafficHowManyRowsMatch(ProtocolSuite suite, Sharing sharing) {
    int lanes = 200;
    long[] values = random.longs(lanes).map(value -> value >>> 1).toArray();
    Dealer dealer = new Dealer(sharing, new Ring(1), new SecureRandom());
    List<Shares> column = dealer.deal(values);
    long median = Arrays.stream(values).sorted().toArray()[lanes / 2];
    List<Run<Long>> runs = new ArrayList<>();
    for (long operand : new long[] {0, median, Long.MAX_VALUE}) {
      List<Shares> k = dealer.deal(new long[] {operand});
      Run<List<NumberShare>> run =
          run(
              context -> {
                int self = context.self().index();
                Selection selection =
                    new AggregateEvaluation(suite, new SharedCondition(0, LESS, k.get(self)))
                        .select(context, everywhere(lanes, column.get(self)), 0);
                NumberShare count = selection.count();
                NumberShare sum = selection.sum();
                selection.least(Ordering.SIGNED);
                return List.of(count, sum);
              });
      long matching = Arrays.stream(values).filter(value -> value < operand).count();
      assertThat(NumberShare.reconstruct(run.results.stream().map(r -> r.get(0)).toList()))
          .isEqualTo(matching);
      runs.add(new Run<>(List.of(matching), run.cost, run.received));
    }
    assertThat(runs).extracting(run -> run.results.get(0)).containsExactly(0L, 100L, 200L);
    assertThat(runs).extracting(Run::cost).containsOnly(runs.get(0).cost);
    assertThat(runs).extracting(Run::received).containsOnly(runs.get(0).received);
  }

  /** A share that leaves says nothing: over many batches each of its bits is a fair coin. */
  @ParameterizedTest
  @MethodSource("suitesAndSharings")
  void whatLeavesAPartyIsFresh(ProtocolSuite suite, Sharing sharing) {
    int batches = 256;
    Shares[] column = new Shares[3];
    Shares[] operand = new Shares[3];
    for (Party party : Party.ALL) {
      long[] zeros = new long[64];
      column[party.index()] =
          new Shares(party, sharing, new Ring(1), zeros, sharing.isReplicated() ? zeros : null);
      operand[party.index()] = column[party.index()].slice(0, 1);
    }
    AtomicInteger countBits = new AtomicInteger();
    List<long[][]> ones =
        Trial.begin()
            .run(
                (session, exchange) -> {
                  int self = exchange.self().index();
                  long[][] counts = new long[4][Long.SIZE];
                  for (int i = 0; i < batches; i++) {
                    AggregateEvaluation evaluation =
                        new AggregateEvaluation(suite, new SharedCondition(0, LESS, operand[self]));
                    Selection selection =
                        evaluation.select(
                            session.nextBatch(), everywhere(64, column[self].slice(0, 64)), 0);
                    NumberShare count = selection.count();
                    countBits.set(count.bits());
                    add(counts[0], count.element().own()[0]);
                    add(counts[1], selection.sum().element().own()[0]);
                    add(counts[2], selection.least(Ordering.SIGNED).orElseThrow().own()[0]);
                    // Nothing is shared about these rows but their values.
                    Selection certain =
                        new AggregateEvaluation(suite, PublicCondition.present(0))
                            .select(
                                session.nextBatch(), everywhere(64, column[self].slice(0, 64)), 0);
                    add(counts[3], certain.sum().element().own()[0]);
                  }
                  return counts;
                })
            .orThrow();
    for (long[][] counts : ones) {
      for (int i = 0; i < counts.length; i++) {
        int bits = i == 0 ? Math.min(16, countBits.get()) : Long.SIZE;
        for (int bit = 0; bit < bits; bit++) {
          assertThat(counts[i][bit])
              .as("ones at bit %d of aggregate %d", bit, i)
              .isBetween(batches / 2 - 64L, batches / 2 + 64L);
        }
      }
    }
  }

  /**
   * Parties of different releases compute together while clouds are upgraded: additive shares of
   * zero belong together only if each adds its part of the mask, as those of 0.1.0 do.
   */
  @ParameterizedTest
  @MethodSource("suites")
  void theSumOfNoRowsIsMaskedWhereSharesAddUp(ProtocolSuite suite) {
    Sharing sharing = suite.sharings().iterator().next();
    Dealer dealer = new Dealer(sharing, new Ring(1), new SecureRandom());
    List<Shares> column = dealer.deal(random.longs(64).toArray());
    Predicate none = new Predicate.Not(PublicCondition.present(0));
    Run<NumberShare> run =
        run(
            context ->
                new AggregateEvaluation(suite, none)
                    .select(context, everywhere(64, column.get(context.self().index())), 0)
                    .sum());
    assertThat(run.cost).isEqualTo(Cost.NONE);
    assertThat(NumberShare.reconstruct(run.results)).isZero();
    for (NumberShare share : run.results) {
      assertThat(share.element().own()[0] == 0)
          .isEqualTo(suite.adversary() == Adversary.MALICIOUS_WITH_ABORT);
    }
  }

  private static void add(long[] counts, long word) {
    for (int bit = 0; bit < Long.SIZE; bit++) {
      counts[bit] += word >>> bit & 1;
    }
  }

  @ParameterizedTest
  @MethodSource("suites")
  void whatPublicConditionsDecideAloneIsCountedAndAddedUpWithoutAMessage(ProtocolSuite suite) {
    Set<Sharing> additive = EnumSet.of(Sharing.ADDITIVE, Sharing.REPLICATED_ADDITIVE);
    additive.retainAll(suite.sharings());
    for (Sharing sharing : additive) {
      SampleTable table = tableWithNarrow(suite, sharing);
      int plain = table.columns();
      Sample sample = table.or(table.plain(plain), table.not(table.plain(plain + 1)));
      Run<List<NumberShare>> run =
          run(
              context -> {
                Selection selection = select(suite, table, sample, context, 0);
                return List.of(selection.count(), selection.sum());
              });
      assertThat(run.cost).isEqualTo(Cost.NONE);
      Rows rows = new Rows(table, sample, 0);
      assertThat(NumberShare.reconstruct(run.results.stream().map(r -> r.get(0)).toList()))
          .isEqualTo(rows.selected().count());
      assertThat(NumberShare.reconstruct(run.results.stream().map(r -> r.get(1)).toList()))
          .isEqualTo(rows.selected().mapToLong(lane -> table.values(0)[lane]).sum());
    }
  }

  @ParameterizedTest
  @EnumSource(Party.class)
  void aPartyWhoseRowsHaveTheColumnElsewhereEndsTheBatch(Party odd) {
    Dealer dealer = new Dealer(Sharing.REPLICATED_XOR, new Ring(1), new SecureRandom());
    List<Shares> values = dealer.deal(new long[] {1, 2, 3});
    List<Shares> operand = dealer.deal(new long[] {2});
    assertThatThrownBy(
            () ->
                ThreeParties.run(
                    (context, self) -> {
                      // As many lanes, so that nothing but what was agreed on differs.
                      long present = self == odd ? 0b011 : 0b101;
                      return new AggregateEvaluation(
                              new ArakiSuite(),
                              new SharedCondition(0, LESS, operand.get(self.index())))
                          .select(context, batch(3, values.get(self.index()), c -> present), 0)
                          .count();
                    }))
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void whatCannotBeAggregatedIsRefused() {
    assertThatThrownBy(
            () -> new AggregateEvaluation(new TextbookSuite(), PublicCondition.present(0)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("textbook");
    run(
        context -> {
          Shares wide = Shares.single(context.self(), Sharing.XOR, new Ring(2), new long[2 * 10]);
          AggregateEvaluation evaluation =
              new AggregateEvaluation(new ArakiSuite(), PublicCondition.present(0));
          assertThatIllegalArgumentException()
              .isThrownBy(() -> evaluation.select(context, everywhere(10, wide), 0).sum())
              .withMessageContaining("int64");
          Selection rows = evaluation.select(context, everywhere(10, wide));
          assertThatIllegalStateException().isThrownBy(rows::sum);
          assertThatIllegalStateException().isThrownBy(() -> rows.least(Ordering.SIGNED));
          return 0;
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {0, (1 << 26) + 1})
  void batchesWithoutLanesOrWithTooManyAreRefused(int lanes) {
    Predicate less =
        new SharedCondition(
            0,
            new Comparison(Operator.LESS, Ordering.UNSIGNED),
            Shares.single(Party.P0, Sharing.XOR, new Ring(1), new long[1]));
    AggregateEvaluation either =
        new AggregateEvaluation(new ArakiSuite(), new Predicate.Or(List.of(less, less)));
    Batch batch =
        new Batch() {
          @Override
          public int lanes() {
            return lanes;
          }

          @Override
          public Shares shares(int column, int[] wanted) {
            throw new AssertionError("shares were asked for");
          }

          @Override
          public long[] bits(PublicCondition condition) {
            throw new AssertionError("public bits were asked for");
          }
        };
    run(
        context -> {
          assertThatIllegalArgumentException().isThrownBy(() -> either.select(context, batch));
          assertThatIllegalArgumentException().isThrownBy(() -> either.select(context, batch, 0));
          assertThatIllegalArgumentException().isThrownBy(() -> either.countEach(context, batch));
          return 0;
        });
    assertThatIllegalArgumentException().isThrownBy(() -> either.selectCost(lanes));
    assertThatIllegalArgumentException().isThrownBy(() -> either.countEachCost(lanes, 1));
  }

  private SampleTable table(ProtocolSuite suite) {
    return new SampleTable(
        random, LANES[random.nextInt(LANES.length)], List.copyOf(suite.sharings()));
  }

  /** A table whose first column has one limb. */
  private SampleTable tableWithNarrow(ProtocolSuite suite, Sharing sharing) {
    while (true) {
      SampleTable table =
          new SampleTable(
              random,
              LANES[random.nextInt(LANES.length)],
              List.of(sharing, suite.sharings().iterator().next()));
      if (table.ring(0).limbs() == 1) {
        return table;
      }
    }
  }

  private static Run<List<NumberShare>> countEach(
      ProtocolSuite suite, SampleTable table, Sample any) {
    return run(
        context ->
            new AggregateEvaluation(suite, any.byParty().get(context.self().index()))
                .countEach(context, table.batch(context.self())));
  }

  private static Selection select(
      ProtocolSuite suite, SampleTable table, Sample sample, Context context) {
    return new AggregateEvaluation(suite, sample.byParty().get(context.self().index()))
        .select(context, table.batch(context.self()));
  }

  private static Selection select(
      ProtocolSuite suite, SampleTable table, Sample sample, Context context, int column) {
    return new AggregateEvaluation(suite, sample.byParty().get(context.self().index()))
        .select(context, table.batch(context.self()), column);
  }

  /** What was computed, and the suite's validation of it. */
  private static Cost validated(ProtocolSuite suite, Cost computed) {
    return computed.then(suite.validationCost(computed));
  }

  private static void assertBytes(Cost measured, Cost declared) {
    for (Party party : Party.ALL) {
      assertThat(measured.by(party)).as("bytes by %s", party).isEqualTo(declared.by(party));
    }
  }

  private static Batch everywhere(int lanes, Shares column) {
    return batch(lanes, column, condition -> -1L);
  }

  private static Batch batch(int lanes, Shares column, Function<PublicCondition, Long> word) {
    return new Batch() {
      @Override
      public int lanes() {
        return lanes;
      }

      @Override
      public Shares shares(int number, int[] chosen) {
        return column.select(chosen);
      }

      @Override
      public long[] bits(PublicCondition condition) {
        long[] bits = new long[BitPlanes.words(lanes)];
        Arrays.fill(bits, word.apply(condition));
        return bits;
      }
    };
  }
}
