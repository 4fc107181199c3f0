package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.BitShares;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Whether a suite that compares several columns with several operands each says and costs right.
 */
final class ManyComparisons {
  private final ProtocolSuite suite;
  private final long seed;
  private final SecureRandom random;

  ManyComparisons(ProtocolSuite suite, long seed) {
    this.suite = suite;
    this.seed = seed;
    this.random = Seed.generator(seed);
  }

  /** A dealt column and what it is compared with, by index of party. */
  private record Column(List<Shares> values, List<ColumnComparisons> asked, List<long[]> expected) {

    static Column deal(
        List<Comparison> comparisons, Sharing sharing, Ring ring, int lanes, SecureRandom random) {
      Dealer dealer = new Dealer(sharing, ring, random);
      long[] values = random.longs((long) lanes * ring.limbs()).toArray();
      List<long[]> operands = new ArrayList<>();
      List<long[]> expected = new ArrayList<>();
      for (int i = 0; i < comparisons.size(); i++) {
        // Some lane has the operand.
        int lane = random.nextInt(lanes);
        long[] operand = new long[ring.limbs()];
        System.arraycopy(values, lane * ring.limbs(), operand, 0, ring.limbs());
        operands.add(operand);
        expected.add(Plaintext.compare(comparisons.get(i), ring, values, operand));
      }
      List<Shares> dealt = dealer.deal(Plaintext.batch(ring, operands));
      return new Column(
          dealer.deal(values),
          dealt.stream().map(share -> new ColumnComparisons(comparisons, share)).toList(),
          expected);
    }
  }

  void answerAsPlaintextAtTheDeclaredCost() {
    List<Comparison> every = Question.EVERY_COMPARISON;
    List<Comparison> some = List.of(Question.LESS, Question.SIGNED_GREATER, Question.LESS);
    for (int lanes : new int[] {1, 64, 65, 200}) {
      for (Sharing sharing : suite.sharings()) {
        check(lanes, column(List.of(Question.SIGNED_GREATER), sharing, 1, lanes));
        check(lanes, column(some, sharing, 1, lanes));
        check(lanes, column(every, sharing, 3, lanes));
      }
      List<Column> mixed = new ArrayList<>();
      for (Sharing sharing : suite.sharings()) {
        mixed.add(column(some, sharing, 1 + mixed.size() % 3, lanes));
        mixed.add(column(List.of(Question.EQUAL), sharing, 1, lanes));
      }
      check(lanes, mixed.toArray(Column[]::new));
    }
  }

  private Column column(List<Comparison> comparisons, Sharing sharing, int limbs, int lanes) {
    return Column.deal(comparisons, sharing, new Ring(limbs), lanes, random);
  }

  private void check(int lanes, Column... columns) {
    Trial.Outcome<List<List<SharedBits>>> outcome =
        Trial.seeded(seed)
            .run(
                (session, exchange) ->
                    suite.compareAll(
                        session.nextBatch(),
                        asked(exchange.self(), columns),
                        values(exchange.self(), columns)));
    String what = "%s on %d lanes (seed %d)".formatted(asked(Party.P0, columns), lanes, seed);
    for (int column = 0; column < columns.length; column++) {
      for (int i = 0; i < columns[column].expected.size(); i++) {
        List<SharedBits> shares = new ArrayList<>();
        for (List<List<SharedBits>> side : outcome.orThrow()) {
          shares.add(side.get(column).get(i));
        }
        assertThat(BitShares.reconstruct(shares))
            .as("answer %d on column %d of %s", i, column, what)
            .isEqualTo(columns[column].expected.get(i));
      }
    }
    Costs.requireWithin(
        suite.compareAllCost(asked(Party.P0, columns), lanes), outcome.cost(), what);
  }

  private static List<ColumnComparisons> asked(Party party, Column... columns) {
    return List.of(columns).stream().map(column -> column.asked.get(party.index())).toList();
  }

  private static List<Shares> values(Party party, Column... columns) {
    return List.of(columns).stream().map(column -> column.values.get(party.index())).toList();
  }

  /** Two columns of the widest elements. */
  void answerAsPlaintextOnTheMostThatIsAllowed() {
    int lanes = Long.SIZE;
    List<Comparison> less = List.of(Question.LESS);
    check(
        lanes,
        column(less, any(), Ring.MAX_LIMBS, lanes),
        column(less, any(), Ring.MAX_LIMBS, lanes));
  }

  void refuseWhatDoesNotFit() {
    List<Comparison> less = List.of(Question.LESS);
    Column column = column(less, any(), 1, 65);
    Column shorter = column(less, any(), 1, 64);
    Column wider = column(less, any(), 2, 65);
    refused(column.asked, shorter.asked, column.values, shorter.values);
    refused(column.asked, column.asked, column.values, wider.values);
    refused(column.asked, column.asked, column.values, nextParty(column.values));
    // Together two words of lanes more than may be compared side by side.
    Column many = column(Collections.nCopies(2050, Question.LESS), any(), 1, 64);
    refused(many.asked, many.asked, many.values, many.values);
    Trial.Outcome<Boolean> outcome =
        Trial.seeded(seed)
            .run(
                (session, exchange) -> {
                  assertThatIllegalArgumentException()
                      .isThrownBy(
                          () -> suite.compareAll(session.nextBatch(), List.of(), List.of()));
                  return true;
                });
    outcome.orThrow();
  }

  private Sharing any() {
    return suite.sharings().iterator().next();
  }

  private static List<Shares> nextParty(List<Shares> shares) {
    return List.of(shares.get(1), shares.get(2), shares.get(0));
  }

  private void refused(
      List<ColumnComparisons> first,
      List<ColumnComparisons> second,
      List<Shares> values,
      List<Shares> others) {
    Trial.Outcome<Boolean> outcome =
        Trial.seeded(seed)
            .run(
                (session, exchange) -> {
                  int self = exchange.self().index();
                  assertThatIllegalArgumentException()
                      .isThrownBy(
                          () ->
                              suite.compareAll(
                                  session.nextBatch(),
                                  List.of(first.get(self), second.get(self)),
                                  List.of(values.get(self), others.get(self))))
                      .satisfies(thrown -> Texts.sayNoWord(thrown, "columns that do not fit"));
                  return true;
                });
    outcome.orThrow();
    assertThat(outcome.cost()).as("sent before columns were refused").isEqualTo(Cost.NONE);
  }
}
