package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.example.TextbookSuite;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Fault;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every check of the contract fails for a suite with the defect that it is there to find. */
class ProtocolSuiteContractTest {

  /** A suite that is right, but for what a test overrides. */
  private static class Broken implements ProtocolSuite {
    final ProtocolSuite right = new TextbookSuite();

    @Override
    public String name() {
      return right.name();
    }

    @Override
    public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
      return right.compare(context, comparison, x, k);
    }

    @Override
    public SharedBits and(Context context, SharedBits left, SharedBits right) {
      return this.right.and(context, left, right);
    }

    @Override
    public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
      return right.compareCost(comparison, sharing, ring, lanes);
    }

    @Override
    public Cost andCost(int lanes) {
      return right.andCost(lanes);
    }

    @Override
    public Cost openCost(int lanes) {
      return right.openCost(lanes);
    }

    @Override
    public List<Protocol> protocols() {
      return right.protocols();
    }
  }

  /** Compares as it should, and sends something besides. */
  private static class Chatty extends Broken {
    private final Chat chat;

    interface Chat {
      void run(Context context, Shares x, SharedBits answer);
    }

    Chatty(Chat chat) {
      this.chat = chat;
    }

    @Override
    public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
      SharedBits answer = right.compare(context.narrow("right"), comparison, x, k);
      chat.run(context.narrow("chat"), x, answer);
      return answer;
    }
  }

  private static ProtocolSuiteContract contractOf(ProtocolSuite suite) {
    return new ProtocolSuiteContract() {
      @Override
      protected ProtocolSuite suite() {
        return suite;
      }
    };
  }

  private static void caught(
      ProtocolSuite suite, Consumer<ProtocolSuiteContract> check, String... words) {
    ThrowableAssert.ThrowingCallable call = () -> check.accept(contractOf(suite));
    assertThatThrownBy(call).isInstanceOf(AssertionError.class).hasMessageContainingAll(words);
  }

  private static void sendRound(Context context, long[] words) {
    context.send(context.self().prev(), words);
    context.receive(context.self().next(), words.length);
  }

  @Test
  void aWrongAnswerInOneLaneIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            SharedBits answer = right.compare(context, comparison, x, k);
            if (x.lanes() == 65 && context.self() == Party.P0) {
              answer.own()[1] ^= 1;
            }
            return answer;
          }
        };
    caught(
        suite,
        contract -> contract.agreesWithPlaintextOnRandomValues(Sharing.XOR),
        "65 lanes",
        "at party 0",
        "64");
  }

  @Test
  void aWrongAnswerInHugeBatchesAloneIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            SharedBits answer = right.compare(context, comparison, x, k);
            return x.lanes() > 1 << 16 ? answer.not() : answer;
          }
        };
    caught(
        suite,
        contract -> contract.agreesWithPlaintextOnAHundredThousandLanes(Sharing.XOR),
        "100000 lanes");
  }

  @Test
  void anOrderingThatIsIgnoredIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            Comparison unsigned = new Comparison(comparison.operator(), Ordering.UNSIGNED);
            return right.compare(context, unsigned, x, k);
          }
        };
    caught(suite, contract -> contract.agreesWithPlaintextOnEdges(Sharing.ADDITIVE), "SIGNED");
  }

  @Test
  void anAndThatIsNoneIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits and(Context context, SharedBits left, SharedBits right) {
            return this.right.and(context, left, right).not();
          }
        };
    caught(suite, contract -> contract.combinesAnswersAsPlaintextDoes(Sharing.XOR), "AND on");
  }

  @Test
  void everyCostThatIsWrongIsFound() {
    Broken bytes =
        new Broken() {
          @Override
          public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
            Cost cost = right.compareCost(comparison, sharing, ring, lanes);
            return cost.beside(new Cost(0, 0, 8, 0));
          }
        };
    Broken swapped =
        new Broken() {
          @Override
          public Cost compareCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
            Cost cost = right.compareCost(comparison, sharing, ring, lanes);
            return new Cost(cost.rounds(), cost.byParty1(), cost.byParty0(), cost.byParty2());
          }
        };
    Broken rounds =
        new Broken() {
          @Override
          public Cost revealCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
            return super.revealCost(comparison, sharing, ring, lanes).then(new Cost(1, 0, 0, 0));
          }
        };
    Broken and =
        new Broken() {
          @Override
          public Cost andCost(int lanes) {
            return lanes % 64 == 0 ? right.andCost(lanes) : right.andCost(lanes + 64);
          }
        };
    Broken open =
        new Broken() {
          @Override
          public Cost openCost(int lanes) {
            return Opening.OF_REPLICATED_SHARES.cost(new Ring(1), lanes);
          }
        };
    caught(bytes, c -> c.costsWhatItDeclares(Sharing.XOR), "measured cost of compare");
    caught(swapped, c -> c.costsWhatItDeclares(Sharing.ADDITIVE), "measured cost of compare");
    caught(rounds, c -> c.costsWhatItDeclares(Sharing.XOR), "measured cost of reveal", "rounds");
    caught(and, c -> c.costsWhatItDeclares(Sharing.XOR), "measured cost of and");
    caught(open, c -> c.costsWhatItDeclares(Sharing.XOR), "measured cost of open");
  }

  @Test
  void anOpeningWithoutALabelIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public long[] reveal(Context context, Comparison comparison, Shares x, Shares k) {
            SharedBits answer = right.compare(context.narrow("compare"), comparison, x, k);
            return unlabelled(context.narrow("result"), answer.own().clone());
          }
        };
    caught(suite, c -> c.opensNothingButWhatItReveals(Sharing.XOR), "openings of reveal");
  }

  @Test
  void aComparisonThatOpensIsFound() {
    Broken suite = new Chatty((context, x, answer) -> Opening.toAll(context, answer));
    caught(suite, c -> c.opensNothingButWhatItReveals(Sharing.XOR), "openings of compare");
  }

  @Test
  void aComparisonThatOpensWithoutALabelIsFound() {
    Broken suite = new Chatty((context, x, answer) -> unlabelled(context, answer.own().clone()));
    caught(
        suite,
        c -> c.sendsWhatIsUniformForEqualSharesInEveryBatch(Sharing.XOR),
        "xor the party's output");
  }

  private static long[] unlabelled(Context context, long[] own) {
    Party self = context.self();
    context.send(self.next(), own);
    context.send(self.prev(), own);
    long[] next = context.receive(self.next(), own.length);
    long[] prev = context.receive(self.prev(), own.length);
    for (int i = 0; i < own.length; i++) {
      own[i] ^= next[i] ^ prev[i];
    }
    return own;
  }

  @ParameterizedTest
  @EnumSource
  void sharesSentWithoutAMaskAreFound(Sharing sharing) {
    Broken suite = new Chatty((context, x, answer) -> sendRound(context, x.own()));
    caught(
        suite,
        c -> c.sendsWhatIsUniformForEqualSharesInEveryBatch(sharing),
        "over batches of compare");
    caught(suite, c -> c.sendsNoMessageInTwoBatches(sharing), "sent again in the next batch");
  }

  @Test
  void theMissingReplicatedShareSentUnderOneMaskForAllLanesIsFound() {
    for (Sharing sharing : List.of(Sharing.REPLICATED_XOR, Sharing.REPLICATED_ADDITIVE)) {
      Broken suite =
          new Chatty(
              (context, x, answer) -> {
                long[] mask = x.ring().repeat(context.randomWithNext(x.ring().limbs()), x.lanes());
                sendRound(context, sharing.add(x.ring(), x.next(), mask));
              });
      caught(suite, c -> c.sendsWhatIsUniformForEqualValuesInEveryLane(sharing), "furthest of");
    }
  }

  @Test
  void aMaskUsedTwiceIsFound() {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              long[] first = x.own().clone();
              context.maskWithNext(first);
              long[] second = first.clone();
              second[0] ^= 1;
              sendRound(context.narrow("first"), first);
              sendRound(context.narrow("second"), second);
            });
    caught(suite, c -> c.sendsWhatIsUniformForEqualSharesInEveryBatch(Sharing.XOR), "xor message");
    caught(suite, c -> c.sendsWhatIsUniformForEqualValuesInEveryLane(Sharing.XOR), ", ");
  }

  @Test
  void aMaskThatIsTheSameInEveryBatchIsFound() {
    Broken suite =
        new Chatty((context, x, answer) -> sendRound(context, new Random(1).longs(64).toArray()));
    caught(
        suite,
        c -> c.sendsWhatIsUniformForEqualSharesInEveryBatch(Sharing.ADDITIVE),
        "over batches of");
    caught(
        suite,
        c -> c.sendsWhatIsUniformForEqualValuesInEveryLane(Sharing.ADDITIVE),
        "of the next batch");
  }

  @Test
  void aMessageWhoseLengthSpeaksIsFound() {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              int length = 1 + (int) (context.randomWithNext(1)[0] & 1);
              context.sendBytes(context.self().next(), new byte[8 * length]);
              context.receiveBytes(context.self().prev());
            });
    caught(
        suite,
        c -> c.sendsWhatIsUniformForEqualSharesInEveryBatch(Sharing.XOR),
        "lengths of messages");
  }

  @Test
  void labelsThatAreCountedAreFound() {
    int[] calls = new int[Party.ALL.size()];
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            Context next = context.narrow("call" + calls[context.self().index()]++);
            return right.compare(next, comparison, x, k);
          }
        };
    caught(suite, c -> c.usesEachLabelOnce(Sharing.XOR), "twice in one context");
    caught(suite, ProtocolSuiteContract::keepsNoState, "one suite serves every session");
  }

  @Test
  void aRefusalThatComesLateIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            context.narrow("early").send(context.self().next(), new long[1]);
            return right.compare(context, comparison, x, k);
          }
        };
    caught(
        suite,
        c -> c.refusesSharesThatDoNotFitBeforeAByteIsSent(Sharing.XOR),
        "refused, but after 1 messages");
  }

  @Test
  void argumentsThatAreNotRefusedAreFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            boolean fits = k.lanes() == 1 || !k.ring().equals(x.ring());
            return fits ? right.compare(context, comparison, x, k) : null;
          }

          @Override
          public SharedBits and(Context context, SharedBits left, SharedBits right) {
            return left;
          }
        };
    caught(
        suite,
        c -> c.refusesSharesThatDoNotFitBeforeAByteIsSent(Sharing.XOR),
        "an operand of two lanes",
        "accepted");
    caught(
        suite,
        ProtocolSuiteContract::refusesBitsThatDoNotFitBeforeAByteIsSent,
        "and of 63 and 64 bits",
        "accepted");
  }

  @Test
  void aFailureThatIsSwallowedIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            try {
              return right.compare(context, comparison, x, k);
            } catch (ProtocolException e) {
              return new SharedBits(
                  context.self(), x.lanes(), new long[(x.lanes() + 63) / 64], null);
            }
          }
        };
    caught(
        suite,
        c -> c.endsWithAnErrorAtAllThreeWhenAPartyErrs(Fault.Kind.TRUNCATES),
        "TRUNCATES at its message");
  }

  @Test
  void aMessageOfAnyLengthThatIsAcceptedIsFound() {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              context.sendBytes(context.self().next(), new byte[8]);
              context.receiveBytes(context.self().prev());
            });
    caught(
        suite,
        c -> c.endsWithAnErrorAtAllThreeWhenAPartyErrs(Fault.Kind.LENGTHENS),
        "LENGTHENS at its message");
  }

  @Test
  void anOperatorThatTheLabelsDoNotSayIsFound() {
    for (Operator unsaid : List.of(Operator.GREATER_OR_EQUAL, Operator.NOT_EQUAL)) {
      Operator said = unsaid == Operator.NOT_EQUAL ? Operator.EQUAL : Operator.LESS;
      Broken suite =
          new Broken() {
            @Override
            public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
              if (comparison.operator() != unsaid) {
                return right.compare(context, comparison, x, k);
              }
              Comparison negated = new Comparison(said, comparison.ordering());
              return right.compare(context, negated, x, k).not();
            }
          };
      for (Sharing sharing : Sharing.values()) {
        caught(
            suite,
            c -> c.endsWithAnErrorAtAllThreeWhenPartiesCompareDifferently(sharing),
            unsaid + " on 65 lanes",
            said + " on 65 lanes");
      }
    }
  }

  @Test
  void anOrderingThatTheLabelsDoNotSayIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            if (comparison.ordering() == Ordering.UNSIGNED || comparison.operator().isEquality()) {
              return right.compare(context, comparison, x, k);
            }
            Comparison unsigned = new Comparison(comparison.operator(), Ordering.UNSIGNED);
            return right.compare(context, unsigned, x.flipSign(), k.flipSign());
          }
        };
    for (Sharing sharing : Sharing.values()) {
      caught(
          suite,
          c -> c.endsWithAnErrorAtAllThreeWhenPartiesCompareDifferently(sharing),
          "SIGNED LESS on 65 lanes",
          "UNSIGNED LESS on 65 lanes");
    }
  }

  @Test
  void lanesThatTheLabelsDoNotSayAreFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            if (x.lanes() != 2 || k.lanes() != 1 || !k.ring().equals(x.ring())) {
              return right.compare(context, comparison, x, k);
            }
            SharedBits three = right.compare(context, comparison, x.append(k), k);
            return new SharedBits(three.holder(), 2, three.own(), three.next());
          }
        };
    caught(
        suite,
        c -> c.endsWithAnErrorAtAllThreeWhenPartiesHoldDifferentShapes(Sharing.XOR),
        "on 2 lanes of 1 limbs",
        "on 3 lanes of 1 limbs");
  }

  @Test
  void aSharingThatTheLabelsDoNotSayIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            boolean replicated =
                x.sharing() == Sharing.REPLICATED_XOR && k.sharing() == x.sharing();
            return right.compare(
                context, comparison, replicated ? single(x) : x, replicated ? single(k) : k);
          }

          private Shares single(Shares shares) {
            return Shares.single(shares.holder(), Sharing.XOR, shares.ring(), shares.own());
          }
        };
    caught(
        suite,
        c -> c.endsWithAnErrorAtAllThreeWhenPartiesHoldDifferentShapes(Sharing.XOR),
        "replicated");
  }

  @Test
  void bitsOfAnotherPartyThatAreNotRefusedAreFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits and(Context context, SharedBits left, SharedBits right) {
            left.requireAlike(right);
            return this.right.and(context, own(context, left), own(context, right));
          }

          private SharedBits own(Context context, SharedBits bits) {
            return new SharedBits(context.self(), bits.lanes(), bits.own(), bits.next());
          }
        };
    caught(
        suite,
        ProtocolSuiteContract::refusesBitsThatDoNotFitBeforeAByteIsSent,
        "and of bits of another party",
        "accepted");
  }

  /** Reveals as it should, and opens something besides. */
  private static class Indiscreet extends Broken {
    private final Price price;
    private final Disclosure disclosure;

    interface Disclosure {
      void run(Context context, Shares x, Shares k);
    }

    /** What the disclosure costs, so that it is not found for being undeclared. */
    interface Price {
      Cost of(Sharing sharing, int words);
    }

    Indiscreet(Price price, Disclosure disclosure) {
      this.price = price;
      this.disclosure = disclosure;
    }

    @Override
    public Cost revealCost(Comparison comparison, Sharing sharing, Ring ring, int lanes) {
      return price
          .of(sharing, lanes * ring.limbs())
          .then(super.revealCost(comparison, sharing, ring, lanes));
    }

    @Override
    public long[] reveal(Context context, Comparison comparison, Shares x, Shares k) {
      x.requireHeldBy(context.self());
      x.requireComparableWith(k);
      disclosure.run(context.opening("besides"), x, k);
      return super.reveal(context, comparison, x, k);
    }
  }

  private static Cost round(Sharing sharing, int words) {
    return Cost.each((long) words * Long.BYTES);
  }

  private static void caughtRevealing(ProtocolSuite suite, String... words) {
    for (Sharing sharing : Sharing.values()) {
      caught(suite, c -> c.revealsNoMoreThanTheAnswer(sharing), words);
    }
  }

  @Test
  void storedSharesSentInAnOpeningAreFound() {
    caughtRevealing(
        new Indiscreet(
            ProtocolSuiteContractTest::round, (opening, x, k) -> sendRound(opening, x.own())),
        "ALONE",
        "for other shares with the same answer");
  }

  @Test
  void storedSharesSentInAnOpeningUnderOneMaskForAllLanesAreFound() {
    caughtRevealing(
        new Indiscreet(
            ProtocolSuiteContractTest::round,
            (opening, x, k) -> {
              long[] mask = x.ring().repeat(opening.randomWithNext(x.ring().limbs()), x.lanes());
              sendRound(opening, x.sharing().add(x.ring(), x.own(), mask));
            }),
        "THE_WORD_BEFORE");
  }

  @Test
  void storedSharesSentInTwoOpeningsUnderOneMaskAreFound() {
    caughtRevealing(
        new Indiscreet(
            (sharing, words) -> round(sharing, words).then(round(sharing, words)),
            (opening, x, k) -> {
              long[] mask = opening.randomWithNext(x.own().length);
              Shares repeated = k.repeat(x.lanes());
              sendRound(opening.narrow("x"), x.sharing().add(x.ring(), x.own(), mask));
              sendRound(opening.narrow("k"), x.sharing().add(x.ring(), repeated.own(), mask));
            }),
        " message ");
  }

  /** Party 1 and party 2 hash a and -b with keys and a mask, and send the hashes to party 0. */
  private static Indiscreet hashing(boolean freshKeys, boolean masked) {
    return new Indiscreet(
        (sharing, words) ->
            ToTwoParties.cost(sharing, new Ring(1), words)
                .then(new Cost(1, 0, 8L * words, 8L * words)),
        (opening, x, k) -> {
          Shares d = x.minus(k);
          long[] part = ToTwoParties.convert(opening.narrow("parts"), d);
          int words = d.own().length;
          switch (opening.self()) {
            case P0 -> {
              opening.receive(Party.P1, words);
              opening.receive(Party.P2, words);
            }
            case P1 -> {
              long[] random = opening.randomWithNext(2 * words);
              opening.send(Party.P0, hashes(part, random, freshKeys, masked));
            }
            case P2 -> {
              long[] random = opening.randomWithPrev(2 * words);
              long[] minus = d.sharing().negate(d.ring(), part);
              opening.send(Party.P0, hashes(minus, random, freshKeys, masked));
            }
          }
        });
  }

  private static long[] hashes(long[] part, long[] random, boolean freshKeys, boolean masked) {
    long[] hashes = new long[part.length];
    for (int i = 0; i < hashes.length; i++) {
      long key = freshKeys ? random[2 * i] : 2 * i + 1;
      hashes[i] = key * part[i] + (masked ? random[2 * i + 1] : 0);
    }
    return hashes;
  }

  @Test
  void hashesUnderTheSameKeysInEveryBatchAreFound() {
    caughtRevealing(hashing(false, true), "for other shares with the same answer");
  }

  @Test
  void hashesWithoutAMaskAreFound() {
    for (Sharing sharing : List.of(Sharing.REPLICATED_XOR, Sharing.REPLICATED_ADDITIVE)) {
      caught(
          hashing(true, false),
          c -> c.revealsNoMoreThanTheAnswer(sharing),
          "for other shares with the same answer");
    }
  }

  @Test
  void aThreadThatStaysBehindIsFound() {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              Thread stays = new Thread(ProtocolSuiteContractTest::waitForAnInterrupt);
              stays.setDaemon(true);
              stays.start();
            });
    caught(
        suite,
        c -> c.endsWithAnErrorAtAllThreeWhenAPartyErrs(Fault.Kind.MISTAKES_THE_STEP),
        "threads left");
  }

  private static void waitForAnInterrupt() {
    try {
      Thread.currentThread().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void whatIsNotDeclaredIsFound() {
    Broken nothing =
        new Broken() {
          @Override
          public List<Protocol> protocols() {
            return List.of();
          }
        };
    Broken blank =
        new Broken() {
          @Override
          public List<Protocol> protocols() {
            Protocol named = right.protocols().get(0);
            return List.of(
                new Protocol(
                    named.name(),
                    named.functionality(),
                    named.adversary(),
                    " ",
                    "",
                    named.costing()));
          }
        };
    Broken unnamed =
        new Broken() {
          @Override
          public String name() {
            return "not-installed";
          }
        };
    caught(nothing, ProtocolSuiteContract::describesEveryProtocol, "protocols of 'textbook'");
    caught(blank, ProtocolSuiteContract::describesEveryProtocol, "source of protocol");
    caught(unnamed, ProtocolSuiteContract::isInstalledUnderItsName, "META-INF/services");
  }
}
