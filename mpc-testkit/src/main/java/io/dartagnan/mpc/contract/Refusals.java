package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.MemoryExchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Whether arguments that do not fit are refused while nothing has been sent. */
final class Refusals {
  private final ProtocolSuite suite;
  private final long seed;
  private final SecureRandom random;

  Refusals(ProtocolSuite suite, long seed) {
    this.suite = suite;
    this.seed = seed;
    this.random = Seed.generator(seed);
  }

  void ofShares(Sharing sharing) {
    Ring ring = new Ring(2);
    List<Shares> values = deal(sharing, ring, 65);
    List<Shares> operand = deal(sharing, ring, 1);
    refused("no lane at all", sharing, deal(sharing, ring, 0), operand);
    refused("an operand of two lanes", sharing, values, deal(sharing, ring, 2));
    refused("an operand of no lane", sharing, values, deal(sharing, ring, 0));
    refused("another party's shares", sharing, ofTheNextParty(values), ofTheNextParty(operand));
    refused("an operand of another ring", sharing, values, deal(sharing, new Ring(1), 1));
    Stream.of(Sharing.values())
        .filter(other -> other != sharing)
        .forEach(
            other ->
                refused(
                    "an operand of another sharing, " + other.word(),
                    sharing,
                    values,
                    deal(other, ring, 1)));
  }

  private void refused(String what, Sharing sharing, List<Shares> values, List<Shares> operand) {
    for (var comparison : List.of(Question.EQUAL, Question.SIGNED_GREATER)) {
      Question question = new Question(comparison, values, operand, new long[0]);
      String named = "%s, %s %s".formatted(what, sharing.word(), comparison.operator());
      refused("compare with " + named, context -> question.compare(suite, context));
      refused("reveal with " + named, context -> question.reveal(suite, context));
    }
  }

  /** Of values as the suite does not compute on them, to compare and to aggregate. */
  void ofOtherSharings() {
    for (Sharing sharing : EnumSet.complementOf(EnumSet.copyOf(suite.sharings()))) {
      List<Shares> values = deal(sharing, new Ring(1), 65);
      refused(
          "shares of a sharing that is not named", sharing, values, deal(sharing, new Ring(1), 1));
      suite.aggregation().ifPresent(aggregation -> refuse(aggregation, sharing, values));
    }
  }

  private void refuse(Aggregation aggregation, Sharing sharing, List<Shares> values) {
    String what = "aggregation of " + sharing.word() + " shares, which are not named: ";
    refused(what + "sum", context -> aggregation.sum(context, ones(context), own(context, values)));
    refused(
        what + "times", context -> aggregation.times(context, ones(context), own(context, values)));
    refused(
        what + "less",
        context -> aggregation.less(context, own(context, values), own(context, values)));
  }

  private SharedBits ones(Context context) {
    return suite.aggregation().orElseThrow().constants(context.self(), 65, new long[] {-1, 1});
  }

  private static Shares own(Context context, List<Shares> values) {
    return values.get(context.self().index());
  }

  private Sharing any() {
    return suite.sharings().iterator().next();
  }

  void ofBits() {
    for (int lanes : new int[] {64, 65, 200}) {
      Question few = Question.random(Question.EQUAL, any(), new Ring(1), 63, random);
      Question many = Question.random(Question.EQUAL, any(), new Ring(1), lanes, random);
      refusedAfter(
          "and of 63 and %d bits".formatted(lanes),
          context ->
              List.of(
                  few.compare(suite, context.narrow("contract-few")),
                  many.compare(suite, context.narrow("contract-many"))),
          (context, bits) -> suite.and(context, bits.get(0), bits.get(1)));
      refusedAfter(
          "revealed and of 63 and %d bits".formatted(lanes),
          context ->
              List.of(
                  few.compare(suite, context.narrow("contract-few")),
                  many.compare(suite, context.narrow("contract-many"))),
          (context, bits) -> suite.revealAnd(context, bits.get(0), bits.get(1)));
    }
    ofBitsOfAnotherParty();
  }

  private void ofBitsOfAnotherParty() {
    Question question = Question.random(Question.EQUAL, any(), new Ring(1), 65, random);
    Preparation own = context -> List.of(question.compare(suite, context));
    Preparation others = context -> List.of(ofTheNextParty(question.compare(suite, context)));
    refusedAfter(
        "and of bits of another party",
        others,
        (context, bits) -> suite.and(context, bits.get(0), bits.get(0)));
    refusedAfter(
        "and of own bits and those of another party",
        own,
        (context, bits) -> suite.and(context, bits.get(0), ofTheNextParty(bits.get(0))));
    refusedAfter(
        "revealed and of own bits and those of another party",
        own,
        (context, bits) -> suite.revealAnd(context, bits.get(0), ofTheNextParty(bits.get(0))));
    refusedAfter(
        "opening of bits of another party",
        others,
        (context, bits) -> suite.open(context, bits.get(0)));
  }

  private static SharedBits ofTheNextParty(SharedBits bits) {
    return new SharedBits(bits.holder().next(), bits.lanes(), bits.own(), bits.next());
  }

  private interface Preparation {
    List<SharedBits> run(Context context);
  }

  private void refusedAfter(
      String what, Preparation preparation, BiConsumer<Context, List<SharedBits>> operation) {
    assertRefused(
        what,
        Trial.seeded(seed)
            .run(
                (session, exchange) -> {
                  List<SharedBits> bits = preparation.run(session.nextBatch());
                  Context context = session.nextBatch();
                  return refusal(exchange, () -> operation.accept(context, bits));
                })
            .orThrow());
  }

  private void refused(String what, Consumer<Context> operation) {
    assertRefused(
        what,
        Trial.seeded(seed)
            .run(
                (session, exchange) -> {
                  Context context = session.nextBatch();
                  return refusal(exchange, () -> operation.accept(context));
                })
            .orThrow());
  }

  private static void assertRefused(String what, List<String> ends) {
    for (Party party : Party.ALL) {
      assertThat(ends.get(party.index())).as("%s, at %s", what, party).isEqualTo(REFUSED);
    }
  }

  private static final String REFUSED = "refused with IllegalArgumentException, nothing sent";

  /**
   * End of the operation, in words. All three sides get here; none waits for what a refusing one
   * does not send.
   */
  private static String refusal(MemoryExchange exchange, Runnable operation) {
    exchange.measureFromHere();
    try {
      operation.run();
      return "accepted, %d messages sent".formatted(exchange.measuredMessages());
    } catch (IllegalArgumentException e) {
      if (Texts.haveAWord(e)) {
        return "refused, but what is thrown " + Texts.FOUND;
      }
      return exchange.measuredMessages() == 0
          ? REFUSED
          : "refused, but after %d messages".formatted(exchange.measuredMessages());
    }
  }

  private static List<Shares> ofTheNextParty(List<Shares> shares) {
    return Party.ALL.stream().map(party -> shares.get(party.next().index())).toList();
  }

  private List<Shares> deal(Sharing sharing, Ring ring, int lanes) {
    return new Dealer(sharing, ring, random)
        .deal(random.longs((long) lanes * ring.limbs()).toArray());
  }
}
