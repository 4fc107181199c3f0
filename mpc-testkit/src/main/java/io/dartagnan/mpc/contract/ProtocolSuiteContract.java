package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Fault;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
 * a mask that is merely weak, nor an adversary who deviates: that is for the argument beside each
 * algorithm. A bug that it missed is a bug in it.
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
  @EnumSource
  void agreesWithPlaintextOnEdges(Sharing sharing) {
    for (int limbs : new int[] {1, 2, 3, 5}) {
      new Agreement(suite(), seed).onEdges(sharing, new Ring(limbs));
    }
  }

  @ParameterizedTest
  @EnumSource
  void agreesWithPlaintextOnRandomValues(Sharing sharing) {
    new Agreement(suite(), seed).onRandomValues(sharing, new Ring(1), 1, 63, 64, 65, 4096);
    for (int limbs : new int[] {2, 3, 5}) {
      new Agreement(suite(), seed).onRandomValues(sharing, new Ring(limbs), 1, 65);
    }
  }

  @ParameterizedTest
  @EnumSource
  void agreesWithPlaintextOnTheLargestBatch(Sharing sharing) {
    for (Comparison comparison : List.of(Question.EQUAL, Question.LESS)) {
      new Agreement(suite(), seed).on(comparison, sharing, new Ring(1), Shares.MAX_BATCH_WORDS);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ADDITIVE", "XOR"})
  void agreesWithPlaintextOnTheWidestElements(Sharing sharing) {
    Ring ring = new Ring(Ring.MAX_LIMBS);
    int lanes = Shares.MAX_BATCH_WORDS / ring.limbs();
    for (Comparison comparison : List.of(Question.EQUAL, Question.LESS)) {
      new Agreement(suite(), seed).on(comparison, sharing, ring, lanes);
    }
  }

  @ParameterizedTest
  @EnumSource
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
  @EnumSource
  void aggregatesAsPlaintextDoesAtTheCostThatItDeclares(Sharing sharing) {
    new Aggregations(suite(), seed).areRightAtTheDeclaredCost(sharing);
  }

  @Test
  void refusesToAggregateWhatDoesNotFitBeforeAByteIsSent() {
    new Aggregations(suite(), seed).refuseWhatDoesNotFit();
  }

  @ParameterizedTest
  @EnumSource
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
  @EnumSource
  void opensNothingButWhatItReveals(Sharing sharing) {
    operations(sharing, new Ring(1), 64).forEach(new Secrecy(seed)::opensOnlyWhatItReveals);
  }

  @ParameterizedTest
  @EnumSource
  void sendsWhatIsUniformForEqualSharesInEveryBatch(Sharing sharing) {
    operations(sharing, new Ring(2), 64).forEach(new Secrecy(seed)::ofRepeatedBatches);
  }

  @ParameterizedTest
  @EnumSource
  void sendsWhatIsUniformForEqualValuesInEveryLane(Sharing sharing) {
    operations(sharing, new Ring(1), MANY_LANES).forEach(new Secrecy(seed)::ofOneLargeBatch);
  }

  @ParameterizedTest
  @EnumSource
  void masksEveryMessageByWhatItsReceiverDoesNotKnow(Sharing sharing) {
    operations(sharing, new Ring(1), 64).forEach(new UnknownMasks(seed)::coverEveryMessageOf);
  }

  @ParameterizedTest
  @EnumSource
  void sendsNoMessageInTwoBatches(Sharing sharing) {
    operations(sharing, new Ring(1), 64).forEach(new Secrecy(seed)::batchesShareNoMessage);
  }

  @ParameterizedTest
  @EnumSource
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
  @EnumSource
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
  @EnumSource
  void usesEachLabelOnce(Sharing sharing) {
    operations(sharing, new Ring(1), 65).forEach(new Labels(seed)::areSpentByOneUse);
  }

  @ParameterizedTest
  @EnumSource
  void refusesSharesThatDoNotFitBeforeAByteIsSent(Sharing sharing) {
    new Refusals(suite(), seed).ofShares(sharing);
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
    operations(Sharing.ADDITIVE, ring, 65).stream()
        .filter(operation -> operation.reveals() || kind.malforms())
        .forEach(operation -> failures.endTheSession(operation, kind));
    if (kind.malforms()) {
      operations(Sharing.REPLICATED_XOR, ring, 65)
          .forEach(operation -> failures.endTheSession(operation, kind));
    }
  }

  @ParameterizedTest
  @EnumSource
  void endsWithAnErrorAtAllThreeWhenPartiesCompareDifferently(Sharing sharing) {
    new DifferentQuestions(suite(), seed).ofComparison(sharing);
  }

  @ParameterizedTest
  @EnumSource
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
}
