package io.dartagnan.mpc.contract;

import static io.dartagnan.mpc.contract.Catches.caught;
import static io.dartagnan.mpc.contract.Chatty.sendRound;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Openings that say more than the answer are found. */
class RevelationsTest {

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
        new Indiscreet(RevelationsTest::round, (opening, x, k) -> sendRound(opening, x.own())),
        "ALONE",
        "for other shares with the same answer");
  }

  @Test
  void storedSharesSentInAnOpeningUnderOneMaskForAllLanesAreFound() {
    caughtRevealing(
        new Indiscreet(
            RevelationsTest::round,
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

  @Test
  void storedSharesSentInAnOpeningUnderAMaskThatTheReceiverKnowsAreFound() {
    Indiscreet suite =
        new Indiscreet(
            RevelationsTest::round,
            (opening, x, k) -> {
              // Of replicated shares the party before has this party's own.
              long[] share = x.sharing().isReplicated() ? x.next() : x.own();
              long[] mask = opening.randomWithPrev(share.length);
              sendRound(opening, x.sharing().add(x.ring(), share, mask));
            });
    for (Sharing sharing : Sharing.values()) {
      caught(
          suite,
          c -> c.revealsNoMoreThanTheAnswerToAPartyThatKnowsItsMasks(sharing),
          "ALONE",
          "and for other shares with the same answer");
    }
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
  void anAndThatOpensItsOperandsIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public long[] revealAnd(Context context, SharedBits left, SharedBits right) {
            left.requireAlike(right);
            long[] both = open(context.narrow("left"), left);
            long[] second = open(context.narrow("right"), right);
            for (int i = 0; i < both.length; i++) {
              both[i] &= second[i];
            }
            return both;
          }

          @Override
          public Cost revealAndCost(int lanes) {
            return openCost(lanes).beside(openCost(lanes));
          }
        };
    caught(
        suite,
        ProtocolSuiteContract::revealsNoMoreThanTheAndToAPartyThatKnowsItsMasks,
        "revealed and",
        "for other shares");
  }

  /** The answer is that of the shares that are sent, as they came out of a gate. */
  @Test
  void sharesThatAreOpenedAsTheyAreAreFound() {
    Broken suite =
        new Broken() {
          @Override
          public long[] open(Context context, SharedBits bits) {
            bits.requireHeldBy(context.self());
            Context step = context.opening("bits-" + bits.lanes());
            long[] opened = bits.own().clone();
            BitPlanes.clearBeyond(opened, bits.lanes());
            Party self = step.self();
            step.send(self.next(), opened);
            step.send(self.prev(), opened);
            long[] next = step.receive(self.next(), opened.length);
            long[] prev = step.receive(self.prev(), opened.length);
            for (int i = 0; i < opened.length; i++) {
              opened[i] ^= next[i] ^ prev[i];
            }
            return opened;
          }
        };
    caught(
        suite,
        ProtocolSuiteContract::opensNoMoreThanTheBitsToAPartyThatKnowsItsMasks,
        "open",
        "for other shares");
  }

  @Tag("thorough")
  @ParameterizedTest
  @MethodSource("io.dartagnan.mpc.contract.LeaksTest#otherComparisons")
  void sharesUnderMasksThatTheReceiverKnowsInTheOpeningOfOneComparisonAloneAreFound(
      Comparison comparison) {
    Broken suite =
        new Broken() {
          @Override
          public long[] reveal(Context context, Comparison asked, Shares x, Shares k) {
            long[] answer = super.reveal(context, asked, x, k);
            if (asked.equals(comparison)) {
              Context besides = context.opening("besides");
              long[] masked = x.own().clone();
              besides.maskWithPrev(masked);
              sendRound(besides, masked);
            }
            return answer;
          }
        };
    String asked = comparison.ordering() + " " + comparison.operator();
    caught(suite, c -> c.revealsNoMoreThanTheAnswerToAPartyThatKnowsItsMasks(Sharing.XOR), asked);
  }
}
