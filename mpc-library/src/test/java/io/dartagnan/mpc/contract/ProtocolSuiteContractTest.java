package io.dartagnan.mpc.contract;

import static io.dartagnan.mpc.contract.Catches.caught;
import static io.dartagnan.mpc.contract.Chatty.sendRound;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Fault;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Adversary;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.SharedBits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every check of the contract fails for a suite with the defect that it is there to find. */
class ProtocolSuiteContractTest {

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
        contract -> contract.agreesWithPlaintextOnTheLargestBatch(Sharing.XOR),
        "131136 lanes");
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
      Thread.currentThread().join(Duration.ofMinutes(1).toMillis());
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

  @Test
  void aWrongAnswerBesideOthersIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public List<List<SharedBits>> compareAll(
              Context context, List<ColumnComparisons> columns, List<Shares> values) {
            List<List<SharedBits>> answers =
                new ArrayList<>(right.compareAll(context, columns, values));
            List<SharedBits> last = new ArrayList<>(answers.get(answers.size() - 1));
            if (last.size() > 1) {
              last.set(last.size() - 1, last.get(last.size() - 1).not());
            }
            answers.set(answers.size() - 1, last);
            return answers;
          }
        };
    caught(
        suite,
        ProtocolSuiteContract::answersSideBySideAsPlaintextDoesAtTheCostThatItDeclares,
        "answer 2 on column 0");
  }

  @Test
  void aWrongCostOfManyComparisonsIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public Cost compareAllCost(List<ColumnComparisons> columns, int lanes) {
            return right.compareAllCost(columns, lanes).beside(new Cost(0, 0, 0, 8));
          }
        };
    caught(
        suite,
        ProtocolSuiteContract::answersSideBySideAsPlaintextDoesAtTheCostThatItDeclares,
        "bytes by party 2");
  }

  @Test
  void aggregatesThatAreWrongOrCostOtherwiseAreFound() {
    caught(
        aggregating(
            new BrokenAggregation() {
              @Override
              public NumberShare sum(Context context, SharedBits bits, Shares values) {
                NumberShare sum = right.sum(context, bits, values);
                return new NumberShare(Long.SIZE, sum.element().plus(sum.element()));
              }
            }),
        c -> c.aggregatesAsPlaintextDoesAtTheCostThatItDeclares(Sharing.ADDITIVE),
        "sum of 1 lanes");
    caught(
        aggregating(
            new BrokenAggregation() {
              @Override
              public SharedBits less(Context context, Shares x, Shares y) {
                return right.less(context, y, x).not();
              }
            }),
        c -> c.aggregatesAsPlaintextDoesAtTheCostThatItDeclares(Sharing.XOR),
        "less on");
    caught(
        aggregating(
            new BrokenAggregation() {
              @Override
              public Cost countCost(int lanes, int most) {
                return right.countCost(lanes + 64, most);
              }
            }),
        c -> c.aggregatesAsPlaintextDoesAtTheCostThatItDeclares(Sharing.XOR),
        "measured cost of count");
    caught(
        aggregating(
            new BrokenAggregation() {
              @Override
              public List<NumberShare> countAll(Context context, List<Ones> all, int most) {
                NumberShare first = count(context, all.get(0).bits(), all.get(0).known(), most);
                return Collections.nCopies(all.size(), first);
              }
            }),
        c -> c.aggregatesAsPlaintextDoesAtTheCostThatItDeclares(Sharing.XOR),
        "number 1 of 3 counts");
    caught(
        aggregating(
            new BrokenAggregation() {
              @Override
              public Cost countAllCost(int counts, int lanes, int most) {
                return right.countAllCost(counts, lanes, most).beside(new Cost(0, 0, 0, 8));
              }
            }),
        c -> c.aggregatesAsPlaintextDoesAtTheCostThatItDeclares(Sharing.XOR),
        "bytes by party 2 of 3 counts");
    caught(
        aggregating(
            new BrokenAggregation() {
              @Override
              public Cost countAllCost(int counts, int lanes, int most) {
                Cost one = right.countCost(lanes, most);
                return one.beside(one).beside(one);
              }
            }),
        c -> c.aggregatesAsPlaintextDoesAtTheCostThatItDeclares(Sharing.XOR),
        "rounds of 3 counts");
  }

  @Test
  void aSumOfBitsSentAsTheyAreIsFound() {
    Broken suite =
        aggregating(
            new BrokenAggregation() {
              @Override
              public NumberShare count(Context context, SharedBits bits, int known, int most) {
                sendRound(context.narrow("bare"), bits.own());
                return right.count(context, bits, known, most);
              }
            });
    caught(suite, c -> c.sendsWhatIsUniformForEqualSharesInEveryBatch(Sharing.XOR), "count of");
  }

  @Test
  void anAggregateThatOpensIsFound() {
    Broken suite =
        aggregating(
            new BrokenAggregation() {
              @Override
              public NumberShare count(Context context, SharedBits bits, int known, int most) {
                Opening.toAll(context, bits);
                return right.count(context, bits, known, most);
              }
            });
    caught(suite, c -> c.opensNothingButWhatItReveals(Sharing.XOR), "openings of count");
    Broken ofSeveral =
        aggregating(
            new BrokenAggregation() {
              @Override
              public List<NumberShare> countAll(Context context, List<Ones> all, int most) {
                Opening.toAll(context, all.get(1).bits());
                return right.countAll(context, all, most);
              }
            });
    caught(ofSeveral, c -> c.opensNothingButWhatItReveals(Sharing.XOR), "openings of counts");
  }

  @Test
  void aSuiteThatSaysItWithstandsLiesAndDoesNotIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public Adversary adversary() {
            return Adversary.MALICIOUS_WITH_ABORT;
          }
        };
    caught(suite, ProtocolSuiteContract::givesNoWrongAnswerWhenAPartyLies, "right is the answer");
  }

  /** It looks at a message again and again, but where the answer is no alone. */
  @Test
  void anEndThatDependsOnTheAnswerIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public Adversary adversary() {
            return Adversary.MALICIOUS_WITH_ABORT;
          }

          @Override
          public long[] open(Context context, SharedBits bits) {
            long[] answer = super.open(context, bits);
            for (int i = 0; i < 12; i++) {
              Context check = context.checking("zero" + i);
              check.send(context.self().next(), new long[1]);
              long[] zero = check.receive(context.self().prev(), 1);
              if (zero[0] != 0 && (answer[0] & 0b110) != 0b110) {
                throw new ProtocolException(context.self().prev(), "sent no zero");
              }
            }
            return answer;
          }
        };
    caught(suite, ProtocolSuiteContract::endsAsOftenForAllValuesWhenAPartyLies, "lies of");
  }

  @Test
  void aCheckThatShowsSharesIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            context.ofBatch(Shown.class, () -> new Shown(x.own()));
            return right.compare(context, comparison, x, k);
          }

          @Override
          public void validate(Context context) {
            Shown shown = context.ofBatch(Shown.class, () -> new Shown(new long[0]));
            if (shown.words().length > 0) {
              sendRound(context.checking("shares"), shown.words());
            }
          }
        };
    caught(suite, c -> c.saysNothingInItsChecks(Sharing.XOR), "for other shares");
  }

  private record Shown(long[] words) {}

  private static Broken aggregating(BrokenAggregation aggregation) {
    return new Broken() {
      @Override
      public Optional<Aggregation> aggregation() {
        return Optional.of(aggregation);
      }
    };
  }
}
