package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Fault;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.Trial;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Adversary;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.lang.reflect.Modifier;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that every protocol suite passes, so thorough that a suite which passes may be installed. A
 * suite's test is
 *
 * <pre>{@code
 * class XSuiteContractTest extends ProtocolSuiteContract {
 *   @Override
 *   protected ProtocolSuite suite() {
 *     return new XSuite();
 *   }
 * }
 * }</pre>
 *
 * <p>It finds wrong answers, costs that are not as declared, openings that are not labelled,
 * messages that can be told from uniform, openings that say more than the answer, both also by a
 * receiver that takes off the masks that it knows, labels used twice, arguments not refused in
 * time, failures not noticed, shares and keys in messages of exceptions and in logs, and answers to
 * parties that ask different questions. Of a suite that says that it withstands a party that
 * deviates it tries out deviations in every message. A bug that it missed is a bug in it.
 *
 * <p>The argument beside each algorithm remains, for it does not find
 *
 * <ul>
 *   <li>a mask that is merely weak;
 *   <li>what shows only for values that it does not ask for: it compares zeros, random values,
 *       those that are equal, and those that differ by one;
 *   <li>what is sent of a lane now and then, unless that is a word of what is the same in every
 *       batch, or it is sent of a batch of one lane always;
 *   <li>what words in different places have to say together, such as a product of two words of one
 *       message: it finds neighbouring words, and any two of a batch, under one mask; and masks
 *       used again in another place of another batch;
 *   <li>what shows in products of messages, if it makes the bits of no message, and of no two, lean
 *       by some eighth; of openings, what shows in products and in more than two messages;
 *   <li>of comparisons other than {@code EQUAL}, {@code LESS} and {@code GREATER} under one
 *       ordering each, a mask that the receiver knows in part, or an opening that is not plain;
 *   <li>of exceptions and logs, single bits and small values, and what is written elsewhere than to
 *       standard output, standard error and {@code java.util.logging};
 *   <li>deviations of more than one message, and those that it does not try.
 * </ul>
 *
 * <p>All that is random follows from one printed seed; {@code -Ddartagnan.seed=N} repeats a run.
 * One run takes some 30 seconds.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ProtocolSuiteContract {
  private static final int MANY_LANES = 8192;

  private final long seed = Seed.of(this);

  /** The suite that is to pass. */
  protected abstract ProtocolSuite suite();

  Set<Sharing> sharings() {
    return suite().sharings();
  }

  /** Single ones alone where there are any: replicated ones take as much time again. */
  List<Sharing> sharingsOfTheWidestElements() {
    List<Sharing> single = sharings().stream().filter(sharing -> !sharing.isReplicated()).toList();
    return single.isEmpty() ? List.copyOf(sharings()) : single;
  }

  private Sharing anySharing() {
    return sharings().iterator().next();
  }

  @Test
  void isInstalledUnderItsName() {
    new Declarations(suite()).nameTheSuite();
  }

  @Test
  void keepsNoState() {
    new Declarations(suite()).keepNoState();
  }

  @Test
  void describesEveryProtocol() {
    new Declarations(suite()).describeEveryProtocol();
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void agreesWithPlaintextOnEdges(Sharing sharing) {
    for (int limbs : new int[] {1, 2, 3, 5}) {
      new Agreement(suite(), seed).onEdges(sharing, new Ring(limbs));
    }
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void agreesWithPlaintextOnRandomValues(Sharing sharing) {
    new Agreement(suite(), seed).onRandomValues(sharing, new Ring(1), 1, 63, 64, 65, 4096);
    for (int limbs : new int[] {2, 3, 5}) {
      new Agreement(suite(), seed).onRandomValues(sharing, new Ring(limbs), 1, 65);
    }
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void agreesWithPlaintextOnTheLargestBatch(Sharing sharing) {
    for (Comparison comparison : List.of(Question.EQUAL, Question.LESS)) {
      new Agreement(suite(), seed).on(comparison, sharing, new Ring(1), Shares.MAX_BATCH_WORDS);
    }
  }

  @ParameterizedTest
  @MethodSource("sharingsOfTheWidestElements")
  void agreesWithPlaintextOnTheWidestElements(Sharing sharing) {
    Ring ring = new Ring(Ring.MAX_LIMBS);
    int lanes = Shares.MAX_BATCH_WORDS / ring.limbs();
    for (Comparison comparison : List.of(Question.EQUAL, Question.LESS)) {
      new Agreement(suite(), seed).on(comparison, sharing, ring, lanes);
    }
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void combinesAnswersAsPlaintextDoes(Sharing sharing) {
    for (int lanes : new int[] {1, 63, 64, 65, 4096}) {
      new Agreement(suite(), seed).ofCombinations(sharing, lanes);
    }
  }

  @Test
  void answersSideBySideAsPlaintextDoesAtTheCostThatItDeclares() {
    new ManyComparisons(suite(), seed).answerAsPlaintextAtTheDeclaredCost();
  }

  @Test
  void answersSideBySideAsPlaintextDoesOnTheMostThatIsAllowed() {
    new ManyComparisons(suite(), seed).answerAsPlaintextOnTheMostThatIsAllowed();
  }

  @Test
  void refusesColumnsThatDoNotFitBeforeAByteIsSent() {
    new ManyComparisons(suite(), seed).refuseWhatDoesNotFit();
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void aggregatesAsPlaintextDoesAtTheCostThatItDeclares(Sharing sharing) {
    new Aggregations(suite(), seed).areRightAtTheDeclaredCost(sharing);
  }

  @Test
  void refusesToAggregateWhatDoesNotFitBeforeAByteIsSent() {
    new Aggregations(suite(), seed).refuseWhatDoesNotFit();
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void costsWhatItDeclares(Sharing sharing) {
    Costs costs = new Costs(suite(), seed);
    for (int lanes : new int[] {1, 63, 64, 65, 4096}) {
      costs.areAsDeclared(sharing, new Ring(1), lanes);
    }
    for (int limbs : new int[] {2, 3, 5}) {
      costs.areAsDeclared(sharing, new Ring(limbs), 65);
    }
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void opensNothingButWhatItReveals(Sharing sharing) {
    everyOperation(sharing, new Ring(1), 64).forEach(new Secrecy(seed)::opensOnlyWhatItReveals);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void sendsWhatIsUniformForEqualSharesInEveryBatch(Sharing sharing) {
    operations(sharing, new Ring(2), 64).forEach(new Secrecy(seed)::ofRepeatedBatches);
  }

  /** A suite that sends something of one lane, whichever it chooses, sends it of this one. */
  @ParameterizedTest
  @MethodSource("sharings")
  void sendsWhatIsUniformForOneLane(Sharing sharing) {
    Ring ring = new Ring(1);
    Question equal = random(Question.EQUAL, sharing, ring, 1);
    List<Operation> operations = new ArrayList<>();
    for (Comparison comparison : Question.EVERY_COMPARISON) {
      operations.add(Operation.compare(suite(), equal.with(comparison)));
    }
    operations.add(Operation.and(suite(), equal, Question.SIGNED_GREATER, seed));
    operations.addAll(Operation.aggregations(suite(), equal, seed));
    operations.forEach(new Secrecy(seed)::ofFewBatches);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void sendsWhatIsUniformForEqualValuesInEveryLane(Sharing sharing) {
    Ring ring = new Ring(1);
    Secrecy secrecy = new Secrecy(seed);
    operations(comparison -> zeros(comparison, sharing, ring, MANY_LANES))
        .forEach(secrecy::ofOneLargeBatch);
    SecureRandom random = Seed.generator(seed);
    long[] values = ring.repeat(random.longs(1).toArray(), MANY_LANES);
    Question unlike =
        Question.deal(Question.EQUAL, sharing, ring, values, random.longs(1).toArray(), random);
    for (Comparison comparison : Question.EVERY_COMPARISON) {
      secrecy.ofOneLargeBatch(Operation.compare(suite(), unlike.with(comparison)));
    }
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void masksEveryMessageByWhatItsReceiverDoesNotKnow(Sharing sharing) {
    UnknownMasks masks = new UnknownMasks(seed);
    operations(sharing, new Ring(1), 64).forEach(masks::coverEveryMessageOf);
    otherComparisons(sharing, new Ring(1), 64).forEach(masks::coverEveryWordOf);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void sendsNoMessageInTwoBatches(Sharing sharing) {
    everyOperation(sharing, new Ring(1), 64).forEach(new Secrecy(seed)::batchesShareNoMessage);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void revealsNoMoreThanTheAnswer(Sharing sharing) {
    Ring ring = new Ring(1);
    for (Comparison comparison : List.of(Question.EQUAL, Question.LESS)) {
      SecureRandom random = Seed.generator(seed);
      Question bare =
          Question.foreseen(comparison, ring, 64, x -> Question.bare(sharing, ring, x), random);
      Question dealt =
          Question.foreseen(comparison, ring, 64, new Dealer(sharing, ring, random)::deal, random);
      new Revelations(seed)
          .sayNoMoreThanTheAnswer(
              Operation.reveal(suite(), bare), Operation.reveal(suite(), dealt));
    }
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void revealsNoMoreThanTheAnswerToAPartyThatKnowsItsMasks(Sharing sharing) {
    for (Comparison comparison : Question.EVERY_COMPARISON) {
      SecureRandom random = Seed.generator(seed);
      for (Party receiver : Party.ALL) {
        Operation one =
            Operation.reveal(suite(), foreseenAround(receiver, comparison, sharing, random));
        Operation other =
            Operation.reveal(suite(), foreseenAround(receiver, comparison, sharing, random));
        if (List.of(Question.EQUAL, Question.LESS).contains(comparison)) {
          new Revelations(seed).sayNoMoreThanTheAnswerTo(receiver, one, other);
        } else {
          new Revelations(seed).sayNothingPlainTo(receiver, one, other);
        }
      }
    }
  }

  @Test
  void opensNoMoreThanTheBitsToAPartyThatKnowsItsMasks() {
    SecureRandom random = Seed.generator(seed + 2);
    Conjunctions bits = new Conjunctions(suite(), seed);
    for (Party receiver : Party.ALL) {
      new Revelations(seed)
          .sayNoMoreThanTheAnswerTo(
              receiver, bits.open(receiver, random), bits.open(receiver, random));
    }
  }

  @Test
  void revealsNoMoreThanTheAndToAPartyThatKnowsItsMasks() {
    SecureRandom random = Seed.generator(seed + 2);
    Conjunctions bits = new Conjunctions(suite(), seed);
    for (Party receiver : Party.ALL) {
      new Revelations(seed)
          .sayNoMoreThanTheAnswerTo(
              receiver, bits.revealAnd(receiver, random), bits.revealAnd(receiver, random));
    }
  }

  /** The receiver holds the same shares each time. */
  private Question foreseenAround(
      Party receiver, Comparison comparison, Sharing sharing, SecureRandom random) {
    Ring ring = new Ring(1);
    SecureRandom known = Seed.generator(seed);
    return Question.foreseen(
        comparison,
        ring,
        64,
        elements -> Question.around(receiver, sharing, ring, elements, known, random),
        random);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void saysNothingInItsChecks(Sharing sharing) {
    Ring ring = new Ring(1);
    SecureRandom random = Seed.generator(seed);
    for (Comparison comparison : List.of(Question.EQUAL, Question.LESS)) {
      Operation one =
          Operation.validated(
              suite(),
              Question.foreseen(
                  comparison, ring, 64, new Dealer(sharing, ring, random)::deal, random));
      Operation other = Operation.validated(suite(), zeros(comparison, sharing, ring, 64));
      new Revelations(seed).sayNoMoreThanTheAnswer(one, other);
      for (Party receiver : Party.ALL) {
        new Revelations(seed)
            .sayNoMoreThanTheAnswerTo(
                receiver,
                Operation.validated(suite(), foreseenAround(receiver, comparison, sharing, random)),
                Operation.validated(
                    suite(), foreseenAround(receiver, comparison, sharing, random)));
      }
    }
  }

  @Test
  void givesNoWrongAnswerWhenAPartyLies() {
    if (suite().adversary() == Adversary.MALICIOUS_WITH_ABORT) {
      new Liars(seed).areFound(liedTo(65));
    }
  }

  @Test
  void endsAsOftenForAllValuesWhenAPartyLies() {
    if (suite().adversary() == Adversary.MALICIOUS_WITH_ABORT) {
      SecureRandom random = Seed.generator(seed);
      Ring ring = new Ring(1);
      for (Comparison comparison : List.of(Question.EQUAL, Question.LESS)) {
        new Liars(seed)
            .endAlike(
                Operation.reveal(suite(), zeros(comparison, anySharing(), ring, 65)),
                Operation.reveal(
                    suite(), Question.random(comparison, anySharing(), ring, 65, random)));
      }
    }
  }

  /** All that is opened, or leaves for whoever is to have it, on random values. */
  private List<Operation> liedTo(int lanes) {
    ProtocolSuite suite = suite();
    Ring ring = new Ring(1);
    SecureRandom random = Seed.generator(seed);
    List<Operation> operations = new ArrayList<>();
    for (Comparison comparison : Question.EVERY_COMPARISON) {
      operations.add(
          Operation.reveal(suite, Question.random(comparison, anySharing(), ring, lanes, random)));
    }
    Question equal = Question.random(Question.EQUAL, anySharing(), ring, lanes, random);
    operations.add(Operation.revealAnd(suite, equal, Question.SIGNED_GREATER, seed));
    operations.add(Operation.open(suite, equal, seed));
    operations.addAll(Operation.validatedAggregations(suite, equal, seed));
    return operations;
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void usesEachLabelOnce(Sharing sharing) {
    everyOperation(sharing, new Ring(1), 65).forEach(new Labels(seed)::areSpentByOneUse);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void writesNothingOfItsWordsToALog(Sharing sharing) {
    for (Operation operation : everyOperation(sharing, new Ring(1), 65)) {
      Texts.sayNoWordDuring(
          () ->
              Trial.seeded(seed)
                  .run((session, exchange) -> operation.steps().run(session.nextBatch()))
                  .orThrow(),
          "%s (seed %d)".formatted(operation, seed));
    }
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void refusesSharesThatDoNotFitBeforeAByteIsSent(Sharing sharing) {
    new Refusals(suite(), seed).ofShares(sharing);
  }

  @Test
  void refusesSharingsThatItDoesNotNameBeforeAByteIsSent() {
    new Refusals(suite(), seed).ofOtherSharings();
  }

  @Test
  void refusesBitsThatDoNotFitBeforeAByteIsSent() {
    new Refusals(suite(), seed).ofBits();
  }

  @ParameterizedTest
  @EnumSource
  void endsWithAnErrorAtAllThreeWhenAPartyErrs(Fault.Kind kind) {
    Failures failures = new Failures(seed);
    Ring ring = new Ring(1);
    operations(anySharing(), ring, 65).stream()
        .filter(operation -> operation.reveals() || kind.malforms())
        .forEach(operation -> failures.endTheSession(operation, kind));
    if (kind.malforms() && sharings().contains(Sharing.REPLICATED_XOR)) {
      operations(Sharing.REPLICATED_XOR, ring, 65)
          .forEach(operation -> failures.endTheSession(operation, kind));
    }
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void endsWithAnErrorAtAllThreeWhenPartiesCompareDifferently(Sharing sharing) {
    new DifferentQuestions(suite(), seed).ofComparison(sharing);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void endsWithAnErrorAtAllThreeWhenPartiesHoldDifferentShapes(Sharing sharing) {
    new DifferentQuestions(suite(), seed).ofShape(sharing);
  }

  /** On random values. */
  private List<Operation> operations(Sharing sharing, Ring ring, int lanes) {
    return operations(comparison -> random(comparison, sharing, ring, lanes));
  }

  private List<Operation> operations(Function<Comparison, Question> asked) {
    ProtocolSuite suite = suite();
    Question equal = asked.apply(Question.EQUAL);
    Question less = asked.apply(Question.LESS);
    Question greater = asked.apply(Question.SIGNED_GREATER);
    List<Operation> operations = new ArrayList<>();
    operations.add(Operation.compare(suite, equal));
    operations.add(Operation.compare(suite, less));
    operations.add(Operation.compare(suite, greater));
    operations.add(Operation.compareAll(suite, less, Question.SIGNED_GREATER, Question.EQUAL));
    operations.add(Operation.and(suite, equal, Question.SIGNED_GREATER, seed));
    operations.add(Operation.revealAnd(suite, equal, Question.SIGNED_GREATER, seed));
    operations.add(Operation.open(suite, equal, seed));
    operations.add(Operation.reveal(suite, equal));
    operations.add(Operation.reveal(suite, less));
    operations.addAll(Operation.aggregations(suite, equal, seed));
    return operations;
  }

  /** The comparisons that are not among {@link #operations}. */
  private List<Operation> otherComparisons(Sharing sharing, Ring ring, int lanes) {
    List<Comparison> others = new ArrayList<>(Question.EVERY_COMPARISON);
    others.removeAll(List.of(Question.EQUAL, Question.LESS, Question.SIGNED_GREATER));
    return others.stream()
        .map(other -> Operation.compare(suite(), random(other, sharing, ring, lanes)))
        .toList();
  }

  /** All operations, with every comparison, shared and revealed. */
  private List<Operation> everyOperation(Sharing sharing, Ring ring, int lanes) {
    List<Operation> every = new ArrayList<>(operations(sharing, ring, lanes));
    every.addAll(otherComparisons(sharing, ring, lanes));
    List<Comparison> others = new ArrayList<>(Question.EVERY_COMPARISON);
    others.removeAll(List.of(Question.EQUAL, Question.LESS));
    for (Comparison comparison : others) {
      every.add(Operation.reveal(suite(), random(comparison, sharing, ring, lanes)));
    }
    return every;
  }

  private Question random(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    return Question.random(comparison, sharing, ring, lanes, Seed.generator(seed));
  }

  private Question zeros(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    return Question.zeros(comparison, sharing, ring, lanes, Seed.generator(seed));
  }

  /** Whether an operation's steps are its own: twice in one context is once too often. */
  private static final class Labels {
    private final long seed;

    Labels(long seed) {
      this.seed = seed;
    }

    void areSpentByOneUse(Operation operation) {
      Trial.Outcome<Boolean> outcome =
          Trial.seeded(seed)
              .run(
                  (session, exchange) -> {
                    Context context = session.nextBatch();
                    operation.steps().run(context);
                    operation.steps().run(context);
                    return true;
                  });
      assertThat(outcome.first())
          .as(
              "%s, twice in one context: the context refuses a label that was used, unless the suite"
                  + " takes its labels from somewhere else",
              operation)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("single use");
    }
  }

  /**
   * Whether every message, openings aside, is masked by something that its receiver does not know.
   *
   * <p>A party knows two of the three keys, and so takes off whatever masks are drawn from them.
   * The same shares are worked on many times over with these two keys unchanged and the third one
   * fresh: what the party receives must be as fresh, bit by bit, by itself and against its
   * neighbouring word and the other messages. Its own shares of input need no look, being the same
   * each time; nor does its output, which it computes of what it has seen. {@link Coincidences}
   * among the messages show a mask that is used again in another place.
   *
   * <p>A message that the receiver could compute from what it has, such as a copy to be compared,
   * is found too: it is not needed against a party that follows the protocol.
   */
  private static final class UnknownMasks {
    /** More than the square of the bound, so that a bit that never changes is beyond it. */
    private static final int SESSIONS = 128;

    /** A bit that never changes is not beyond the bound of so few, a word that never does is. */
    private static final int FEW_SESSIONS = 24;

    private final long seed;
    private final Uniformity uniformity = new Uniformity();

    UnknownMasks(long seed) {
      this.seed = seed;
    }

    /** For each of the three as receiver. */
    void coverEveryMessageOf(Operation operation) {
      cover(operation, SESSIONS);
    }

    /** The same with less effort: single bits are not found. */
    void coverEveryWordOf(Operation operation) {
      cover(operation, FEW_SESSIONS);
    }

    private void cover(Operation operation, int count) {
      List<Coincidences> coincidences = new ArrayList<>();
      for (Party receiver : Party.ALL) {
        List<Received> sessions =
            ReceiverKeys.received(operation, receiver, 0, count, seed).stream()
                .map(Received::hidden)
                .toList();
        Received first = sessions.get(0);
        for (Received session : sessions) {
          assertThat(session.shape())
              .as("lengths of messages at %s of %s (seed %d)", receiver, operation, seed)
              .isEqualTo(first.shape());
        }
        for (Look look : Look.at(first.views(), message -> true)) {
          uniformity.countEach(
              look.ones(sessions),
              count,
              bit ->
                  "bit %d of %s at %s, less the masks that it knows, over sessions of %s"
                      .formatted(bit, look, receiver, operation));
        }
        coincidences.add(
            new Coincidences(
                sessions.stream().map(Received::views).toList(),
                "at %s, less the masks that it knows, over sessions of %s (seed %d)"
                    .formatted(receiver, operation, seed)));
      }
      uniformity.assertNoneBeyondChance(seed);
      for (Coincidences ofReceiver : coincidences) {
        ofReceiver.assertNoWordTwice();
        ofReceiver.assertNoChangeTwice();
        ofReceiver.assertNoXorIsConstant();
      }
    }
  }

  /** Whether a suite says what a reader of {@code docs/protocols.md} needs to know. */
  private static final class Declarations {
    private final ProtocolSuite suite;

    Declarations(ProtocolSuite suite) {
      this.suite = suite;
    }

    void nameTheSuite() {
      assertThat(suite.name()).as("name of the suite").matches("[a-z0-9]+(-[a-z0-9]+)*");
      assertThat(ProtocolSuites.installed().byName().get(suite.name()))
          .as(
              "suite installed as '%s': name the class in META-INF/services/%s",
              suite.name(), ProtocolSuite.class.getName())
          .hasSameClassAs(suite);
    }

    void keepNoState() {
      assertThat(
              Arrays.stream(suite.getClass().getDeclaredFields())
                  .filter(field -> !Modifier.isStatic(field.getModifiers()))
                  .toList())
          .as("fields of %s: one suite serves every session at once", suite.getClass().getName())
          .isEmpty();
    }

    void describeEveryProtocol() {
      List<Protocol> protocols = suite.protocols();
      assertThat(protocols).as("protocols of '%s'", suite.name()).isNotEmpty();
      assertThat(protocols.stream().map(Protocol::name))
          .as("names of the protocols of '%s'", suite.name())
          .doesNotHaveDuplicates();
      for (Protocol protocol : protocols) {
        String what = "%s of protocol '" + protocol.name() + "'";
        assertThat(protocol.name()).as(what, "name").isNotBlank();
        assertThat(protocol.functionality()).as(what, "functionality").isNotBlank();
        assertThat(protocol.adversary()).as(what, "adversary").isNotBlank();
        assertThat(protocol.source()).as(what, "source").isNotBlank();
        assertThat(protocol.deviation()).as(what, "deviation").isNotNull();
        for (int limbs : new int[] {1, 3, 5}) {
          for (int lanes : new int[] {1, 65, 1 << 16}) {
            assertPossible(what, protocol.cost(new Ring(limbs), lanes));
          }
        }
      }
    }

    private static void assertPossible(String what, Cost cost) {
      assertThat(cost.rounds()).as(what, "rounds").isNotNegative();
      for (Party party : Party.ALL) {
        assertThat(cost.by(party)).as(what, "bytes").isNotNegative();
      }
      assertThat(cost.rounds() == 0)
          .as(what, "cost: bytes take rounds, and rounds take bytes")
          .isEqualTo(cost.bytes() == 0);
    }
  }

  /**
   * Whether one party that errs ends the session with an error at all three.
   *
   * <p>A party that needs nothing more may be done before another notices; it learns of the failure
   * from the {@link Confirmation} that is added here.
   */
  private static final class Failures {
    /** Short, since a party that vanishes is waited for that long. */
    private static final Duration DEADLINE = Duration.ofMillis(60);

    private final long seed;

    Failures(long seed) {
      this.seed = seed;
    }

    /** Every party that sends anything errs: in its first message, one in the middle, its last. */
    void endTheSession(Operation operation, Fault.Kind kind) {
      Trial.Outcome<Integer> honest =
          Trial.seeded(seed)
              .run(
                  (session, exchange) -> {
                    operation.steps().run(session.nextBatch());
                    return exchange.measuredMessages();
                  });
      for (Party party : Party.ALL) {
        int messages = honest.orThrow().get(party.index());
        for (int message :
            IntStream.of(0, messages / 2, messages - 1)
                .filter(i -> i >= 0 && i < messages)
                .distinct()
                .toArray()) {
          Fault fault = new Fault(kind, message);
          Texts.sayNoWordDuring(
              () -> endsTheSession(operation, party, fault),
              "%s, where %s %s (seed %d)".formatted(operation, party, kind, seed));
        }
      }
    }

    private void endsTheSession(Operation operation, Party faulty, Fault fault) {
      Trial trial = Trial.seeded(seed).where(faulty, fault);
      if (!fault.kind().malforms()) {
        trial = trial.within(DEADLINE);
      }
      Trial.Outcome<Boolean> outcome =
          trial.run(
              (session, exchange) -> {
                operation.steps().run(session.nextBatch());
                Confirmation.of(session);
                return true;
              });
      String what =
          "%s, where %s %s at its message %d (seed %d)"
              .formatted(operation, faulty, fault.kind(), fault.message(), seed);
      for (Party party : Party.ALL) {
        if (party != faulty || fault.kind() != Fault.Kind.VANISHES) {
          assertThat(outcome.failures().get(party.index()))
              .as("what %s ends with: %s", party, what)
              .isInstanceOf(ProtocolException.class);
          Texts.sayNoWord(outcome.failures().get(party.index()), what);
        }
      }
      if (fault.kind().malforms()) {
        assertThat(outcome.first())
            .as("what the receiver says first: %s", what)
            .isInstanceOfSatisfying(
                ProtocolException.class, e -> assertThat(e.culprit()).contains(faulty));
      }
      assertThat(outcome.threadsLeft()).as("threads left: %s", what).isZero();
    }
  }
}
