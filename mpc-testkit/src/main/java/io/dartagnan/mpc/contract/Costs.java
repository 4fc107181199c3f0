package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Session;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Whether a suite sends exactly what it declares, by party and in as many rounds. */
final class Costs {
  private final ProtocolSuite suite;
  private final long seed;

  Costs(ProtocolSuite suite, long seed) {
    this.suite = suite;
    this.seed = seed;
  }

  /** Traffic that one party saw of one operation. */
  private record Measured(String what, Cost declared, long bytes, int depth) {}

  /** Requires the bytes of each party that are declared, and no more rounds. */
  static void requireWithin(Cost declared, Cost measured, String what) {
    for (Party party : Party.ALL) {
      assertThat(measured.by(party))
          .as("bytes by %s of %s", party, what)
          .isEqualTo(declared.by(party));
    }
    assertThat(measured.rounds()).as("rounds of %s", what).isLessThanOrEqualTo(declared.rounds());
  }

  void areAsDeclared(Sharing sharing, Ring ring, int lanes) {
    List<Question> questions =
        Question.EVERY_COMPARISON.stream()
            .map(c -> Question.random(c, sharing, ring, lanes, Seed.generator(seed)))
            .toList();
    List<List<Measured>> sides =
        Trial.seeded(seed).run((session, exchange) -> side(session, exchange, questions)).orThrow();
    for (int i = 0; i < sides.get(0).size(); i++) {
      Measured first = sides.get(0).get(i);
      int rounds = 0;
      for (Party party : Party.ALL) {
        rounds = Math.max(rounds, sides.get(party.index()).get(i).depth);
      }
      Cost measured =
          new Cost(rounds, first.bytes, sides.get(1).get(i).bytes, sides.get(2).get(i).bytes);
      assertThat(measured)
          .as("measured cost of %s, declared %s", first.what, first.declared)
          .isEqualTo(first.declared);
    }
  }

  private List<Measured> side(Session session, MemoryExchange exchange, List<Question> questions) {
    List<Measured> measured = new ArrayList<>();
    List<SharedBits> answers = new ArrayList<>();
    for (Question question : questions) {
      Comparison comparison = question.comparison();
      Sharing sharing = question.sharing();
      Ring ring = question.ring();
      int lanes = question.lanes();
      SharedBits answer =
          measure(
              exchange,
              measured,
              "compare " + question,
              suite.compareCost(comparison, sharing, ring, lanes),
              () -> question.compare(suite, session.nextBatch()));
      answers.add(answer);
      measure(
          exchange,
          measured,
          "open " + question,
          suite.openCost(lanes),
          () -> suite.open(session.nextBatch(), answer));
      measure(
          exchange,
          measured,
          "reveal " + question,
          suite.revealCost(comparison, sharing, ring, lanes),
          () -> question.reveal(suite, session.nextBatch()));
    }
    SharedBits both =
        measure(
            exchange,
            measured,
            "and of %d lanes".formatted(answers.get(0).lanes()),
            suite.andCost(answers.get(0).lanes()),
            () -> suite.and(session.nextBatch(), answers.get(0), answers.get(2)));
    measure(
        exchange,
        measured,
        "revealed and of %d lanes".formatted(both.lanes()),
        suite.revealAndCost(both.lanes()).then(suite.validationCost(suite.andCost(both.lanes()))),
        () -> suite.revealAnd(session.nextBatch(), answers.get(0), answers.get(2)));
    measure(
        exchange,
        measured,
        "open an and of %d lanes".formatted(both.lanes()),
        suite.openCost(both.lanes()),
        () -> suite.open(session.nextBatch(), both));
    return measured;
  }

  private static <R> R measure(
      MemoryExchange exchange,
      List<Measured> into,
      String what,
      Cost declared,
      Supplier<R> operation) {
    exchange.measureFromHere();
    R result = operation.get();
    into.add(new Measured(what, declared, exchange.measuredBytes(), exchange.measuredDepth()));
    return result;
  }
}
