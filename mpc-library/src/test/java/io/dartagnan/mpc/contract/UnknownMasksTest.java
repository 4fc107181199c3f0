package io.dartagnan.mpc.contract;

import static io.dartagnan.mpc.contract.Catches.caught;
import static io.dartagnan.mpc.contract.Catches.contractOf;
import static io.dartagnan.mpc.contract.Chatty.sendRound;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Masks that the receiver of a message can take off are found. */
@Tag("thorough")
class UnknownMasksTest {

  private static void caughtMasking(ProtocolSuite suite, Sharing sharing, String... words) {
    caught(suite, c -> c.masksEveryMessageByWhatItsReceiverDoesNotKnow(sharing), words);
  }

  /**
   * The AND of the example with shares that are not reshared, under the one stream that the
   * receiver knows: it takes the mask off, computes the right product, and has seen the shares.
   */
  @Test
  void anAndThatMasksByWhatItsReceiverKnowsIsFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits and(Context context, SharedBits left, SharedBits right) {
            left.requireAlike(right);
            return new SharedBits(
                context.self(),
                left.lanes(),
                underKnownMasks(context.narrow("and-" + left.lanes()), left.own(), right.own()),
                null);
          }
        };
    caughtMasking(suite, Sharing.XOR, "over sessions of and of UNSIGNED EQUAL");
  }

  private static long[] underKnownMasks(Context context, long[] u, long[] v) {
    Party self = context.self();
    long[] left = u.clone();
    long[] right = v.clone();
    context.narrow("left").maskWithPrev(left);
    context.narrow("right").maskWithPrev(right);
    context.send(self.prev(), left, right);
    long[] next = context.receive(self.next(), 2 * u.length);
    long[] leftMask = context.narrow("left").randomWithNext(u.length);
    long[] rightMask = context.narrow("right").randomWithNext(v.length);

    long[] w = new long[u.length];
    for (int i = 0; i < w.length; i++) {
      long uNext = next[i] ^ leftMask[i];
      long vNext = next[w.length + i] ^ rightMask[i];
      w[i] = (u[i] & v[i]) ^ (u[i] & vNext) ^ (uNext & v[i]);
    }
    return w;
  }

  @ParameterizedTest
  @EnumSource
  void storedSharesUnderAMaskThatTheReceiverKnowsAreFound(Sharing sharing) {
    ProtocolSuite suite =
        new Chatty(
            (context, x, answer) ->
                sendRound(
                    context,
                    sharing.add(x.ring(), x.own(), context.randomWithPrev(x.own().length))));
    caughtMasking(suite, sharing, "ALONE", "over sessions of compare");
  }

  @ParameterizedTest
  @EnumSource
  void masksThatTheSenderDrawsAloneAreUnknownToEveryReceiver(Sharing sharing) {
    ProtocolSuite suite =
        new Chatty(
            (context, x, answer) ->
                sendRound(
                    context, sharing.add(x.ring(), x.own(), context.randomAlone(x.own().length))));
    contractOf(suite).masksEveryMessageByWhatItsReceiverDoesNotKnow(sharing);
  }

  @ParameterizedTest
  @EnumSource
  void oneUnknownMaskForAllLanesUnderKnownOnesIsFound(Sharing sharing) {
    ProtocolSuite suite =
        new Chatty(
            (context, x, answer) -> {
              long[] one = x.ring().repeat(context.randomWithNext(x.ring().limbs()), x.lanes());
              long[] known = context.randomWithPrev(x.own().length);
              long[] masks = sharing.add(x.ring(), one, known);
              sendRound(context, sharing.add(x.ring(), x.own(), masks));
            });
    caughtMasking(suite, sharing, "THE_WORD_BEFORE");
  }

  @ParameterizedTest
  @EnumSource
  void oneUnknownMaskForTwoMessagesUnderKnownOnesIsFound(Sharing sharing) {
    ProtocolSuite suite =
        new Chatty(
            (context, x, answer) -> {
              long[] unknown = sharing.add(x.ring(), x.own(), context.randomWithNext(64));
              for (String name : new String[] {"first", "second"}) {
                Context step = context.narrow(name);
                sendRound(step, sharing.add(x.ring(), unknown, step.randomWithPrev(64)));
              }
            });
    caughtMasking(suite, sharing, " message ");
  }

  @ParameterizedTest
  @EnumSource
  void masksUsedAgainTwoWordsLaterAreFound(Sharing sharing) {
    masksUsedAgainLaterAreFound(sharing, 2);
    masksUsedAgainLaterAreFound(sharing, 37);
  }

  private static void masksUsedAgainLaterAreFound(Sharing sharing, int distance) {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              long[] masks = context.randomWithNext(x.own().length);
              for (int i = distance; i < masks.length; i++) {
                if (i / distance % 2 == 1) {
                  masks[i] = masks[i - distance];
                }
              }
              sendRound(context, sharing.add(x.ring(), x.own(), masks));
            });
    caughtMasking(suite, sharing, "two words change alike");
  }

  @ParameterizedTest
  @EnumSource
  void oneUnknownMaskInThreeMessagesUnderKnownOnesIsFound(Sharing sharing) {
    ProtocolSuite suite =
        new Chatty(
            (context, x, answer) -> {
              long[] first = context.narrow("first").randomWithNext(x.own().length);
              long[] second = context.narrow("second").randomWithNext(x.own().length);
              long[] both = Sharing.XOR.add(x.ring(), first, second);
              sendRound(context.narrow("1"), first);
              sendRound(context.narrow("2"), second);
              context.narrow("known").maskWithPrev(both);
              sendRound(context.narrow("3"), Sharing.XOR.add(x.ring(), x.own(), both));
            });
    caughtMasking(suite, sharing, "an xor of the messages");
  }

  @ParameterizedTest
  @MethodSource("io.dartagnan.mpc.contract.LeaksTest#otherComparisons")
  void masksThatTheReceiverKnowsForOneComparisonAloneAreFound(Comparison comparison) {
    Broken suite =
        LeaksTest.chattyFor(
            comparison,
            (context, x, answer) ->
                sendRound(
                    context,
                    x.sharing().add(x.ring(), x.own(), context.randomWithPrev(x.own().length))));
    caughtMasking(suite, Sharing.ADDITIVE, comparison.ordering() + " " + comparison.operator());
  }
}
