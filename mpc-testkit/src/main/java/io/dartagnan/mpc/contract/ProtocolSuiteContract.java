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
 * time, failures not noticed, and answers to parties that ask different questions. It does not find
 * a mask that is merely weak: that is for the argument beside each algorithm. Of a suite that says
 * that it withstands a party that deviates it tries out deviations in every message; that there is
 * no other is again for the argument. A bug that it missed is a bug in it.
 *
 * <p>All that is random follows from one printed seed; {@code -Ddartagnan.seed=N} repeats a run.
 * One run takes some 20 seconds.
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
    operations(sharing, new Ring(1), 64).forEach(new Secrecy(seed)::opensOnlyWhatItReveals);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void sendsWhatIsUniformForEqualSharesInEveryBatch(Sharing sharing) {
    operations(sharing, new Ring(2), 64).forEach(new Secrecy(seed)::ofRepeatedBatches);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void sendsWhatIsUniformForEqualValuesInEveryLane(Sharing sharing) {
    operations(sharing, new Ring(1), MANY_LANES).forEach(new Secrecy(seed)::ofOneLargeBatch);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void masksEveryMessageByWhatItsReceiverDoesNotKnow(Sharing sharing) {
    operations(sharing, new Ring(1), 64).forEach(new UnknownMasks(seed)::coverEveryMessageOf);
  }

  @ParameterizedTest
  @MethodSource("sharings")
  void sendsNoMessageInTwoBatches(Sharing sharing) {
    operations(sharing, new Ring(1), 64).forEach(new Secrecy(seed)::batchesShareNoMessage);
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
    for (Comparison comparison : List.of(Question.EQUAL, Question.LESS)) {
      SecureRandom random = Seed.generator(seed);
      for (Party receiver : Party.ALL) {
        new Revelations(seed)
            .sayNoMoreThanTheAnswerTo(
                receiver,
                Operation.reveal(suite(), foreseenAround(receiver, comparison, sharing, random)),
                Operation.reveal(suite(), foreseenAround(receiver, comparison, sharing, random)));
      }
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
      Operation other = Operation.validated(suite(), question(comparison, sharing, ring, 64));
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
                Operation.reveal(suite(), question(comparison, anySharing(), ring, 65)),
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
    operations(sharing, new Ring(1), 65).forEach(new Labels(seed)::areSpentByOneUse);
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

  private List<Operation> operations(Sharing sharing, Ring ring, int lanes) {
    ProtocolSuite suite = suite();
    Question equal = question(Question.EQUAL, sharing, ring, lanes);
    Question less = question(Question.LESS, sharing, ring, lanes);
    Question greater = question(Question.SIGNED_GREATER, sharing, ring, lanes);
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

  private Question question(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
    return Question.constant(comparison, sharing, ring, lanes, Seed.generator(seed));
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
   * each time; nor does its output, which it computes of what it has seen.
   *
   * <p>A message that the receiver could compute from what it has, such as a copy to be compared,
   * is found too: it is not needed against a party that follows the protocol.
   */
  private static final class UnknownMasks {
    /** More than the square of the bound, so that a bit that never changes is beyond it. */
    private static final int SESSIONS = 128;

    private final long seed;
    private final Uniformity uniformity = new Uniformity();

    UnknownMasks(long seed) {
      this.seed = seed;
    }

    /** For each of the three as receiver. */
    void coverEveryMessageOf(Operation operation) {
      for (Party receiver : Party.ALL) {
        List<Received> sessions =
            ReceiverKeys.received(operation, receiver, 0, SESSIONS, seed).stream()
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
              SESSIONS,
              bit ->
                  "bit %d of %s at %s, less the masks that it knows, over sessions of %s"
                      .formatted(bit, look, receiver, operation));
        }
      }
      uniformity.assertNoneBeyondChance(seed);
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
          endsTheSession(operation, party, new Fault(kind, message));
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
