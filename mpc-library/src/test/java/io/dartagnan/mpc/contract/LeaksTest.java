package io.dartagnan.mpc.contract;

import static io.dartagnan.mpc.contract.Catches.caught;
import static io.dartagnan.mpc.contract.Chatty.sendRound;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages that give something away now and then, in few places, or put together, are found. */
@Tag("thorough")
class LeaksTest {

  private static void caughtOverBatches(ProtocolSuite suite, Sharing sharing, String... words) {
    caught(suite, c -> c.sendsWhatIsUniformForEqualSharesInEveryBatch(sharing), words);
  }

  /** The receiver gets r (x + 1) for a random r: uniform if x is 0, and even if x is odd. */
  @Test
  void aProductThatIsUniformForZeroAloneIsFound() {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              long[] part = ToTwoParties.convert(context.narrow("parts"), x);
              int words = x.lanes();
              switch (context.self()) {
                case P0 -> {
                  context.receive(Party.P1, words);
                  context.receive(Party.P2, words);
                }
                case P1 -> {
                  long[] keys = context.narrow("keys").randomWithNext(words);
                  long[] masks = context.narrow("masks").randomWithNext(words);
                  context.send(Party.P0, hashes(x.ring(), part, keys, masks, 1));
                }
                case P2 -> {
                  long[] keys = context.narrow("keys").randomWithPrev(words);
                  long[] masks = context.narrow("masks").randomWithPrev(words);
                  long[] minus = x.sharing().negate(x.ring(), part);
                  context.send(Party.P0, hashes(x.ring(), minus, keys, masks, 0));
                }
              }
            });
    for (Sharing sharing : List.of(Sharing.ADDITIVE, Sharing.REPLICATED_ADDITIVE)) {
      caughtOverBatches(suite, sharing, "xor message");
    }
  }

  private static long[] hashes(Ring ring, long[] part, long[] keys, long[] masks, int more) {
    long[] hashes = new long[ring.elements(part)];
    for (int lane = 0; lane < hashes.length; lane++) {
      int lowest = (lane + 1) * ring.limbs() - 1;
      hashes[lane] = keys[lane] * (part[lowest] + more) + masks[lane];
    }
    return hashes;
  }

  /** Random words, in one of which, anywhere, there is a share. */
  @ParameterizedTest
  @EnumSource
  void aShareOfOneRandomRowSentAsItIsIsFound(Sharing sharing) {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              long[] words = context.narrow("masks").randomWithNext(x.own().length);
              int row = oneOf(context, words.length);
              words[row] = x.own()[row];
              sendRound(context, words);
            });
    caughtOverBatches(suite, sharing, "in two batches");
  }

  /** Masked bits, one of which, anywhere, is a share. */
  @ParameterizedTest
  @EnumSource
  void aShareOfOneRandomBitSentAsItIsIsFound(Sharing sharing) {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              long[] words = context.narrow("masks").randomWithNext(answer.own().length);
              long[] one = new long[words.length];
              int row = oneOf(context, answer.lanes());
              one[row / Long.SIZE] = 1L << row;
              for (int i = 0; i < words.length; i++) {
                words[i] = words[i] & ~one[i] | x.own()[i] & one[i];
              }
              sendRound(context, words);
            });
    caught(suite, c -> c.sendsWhatIsUniformForOneLane(sharing), "furthest of");
  }

  private static int oneOf(Context context, int count) {
    return (int) Long.remainderUnsigned(context.narrow("row").randomAlone(1)[0], count);
  }

  /** Batches 2 and 3 have the masks of 0 and 1, and so on. */
  @ParameterizedTest
  @EnumSource
  void masksUsedAgainTwoBatchesLaterAreFound(Sharing sharing) {
    Broken suite =
        chattyFor(
            Question.EQUAL,
            (context, x, answer) -> {
              long[] drawn = context.randomWithNext(x.own().length);
              long[] masks =
                  context
                      .ofSession(Masks.class, () -> new Masks(new long[2][]))
                      .of(context.batchNumber(), drawn);
              sendRound(context, sharing.add(x.ring(), x.own(), masks));
            });
    caughtOverBatches(suite, sharing, "over batches of");
  }

  private record Masks(long[][] kept) {
    long[] of(long batch, long[] drawn) {
      int place = (int) batch % 2;
      if (batch % 4 < 2 || kept[place] == null) {
        kept[place] = drawn;
      }
      return kept[place];
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatShowsInTheXorOfThreeMessagesIsFound(Sharing sharing) {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              long[] first = context.narrow("first").randomWithNext(x.own().length);
              long[] second = context.narrow("second").randomWithNext(x.own().length);
              long[] third = x.own().clone();
              for (int i = 0; i < third.length; i++) {
                third[i] ^= first[i] ^ second[i];
              }
              sendRound(context.narrow("1"), first);
              sendRound(context.narrow("2"), second);
              sendRound(context.narrow("3"), third);
            });
    caughtOverBatches(suite, sharing, "an xor of the messages");
  }

  /** The receiver puts a share that it lacks together of the products of two messages each. */
  @ParameterizedTest
  @EnumSource(names = {"ADDITIVE", "XOR"})
  void whatShowsInTheSumOfFourProductsOfMessagesIsFound(Sharing sharing) {
    Broken suite =
        new Chatty(
            (context, x, answer) -> {
              Random random = new Random(context.narrow("factors").randomAlone(1)[0]);
              long[][] factors = new long[8][x.own().length];
              for (int bit = 0; bit < Long.SIZE * x.own().length; bit++) {
                int drawn = factorsOf(x.own()[bit / Long.SIZE] >>> bit & 1, random);
                for (int i = 0; i < 8; i++) {
                  factors[i][bit / Long.SIZE] |= (long) (drawn >> i & 1) << bit;
                }
              }
              for (int i = 0; i < 8; i++) {
                sendRound(context.narrow("" + i), factors[i]);
              }
            });
    caughtOverBatches(suite, sharing, "furthest of");
  }

  /** Eight bits, in pairs whose products add up to the share. */
  private static int factorsOf(long share, Random random) {
    int drawn;
    do {
      drawn = random.nextInt(1 << 8);
    } while (Integer.bitCount(drawn & drawn >> 1 & 0b01010101) % 2 != share);
    return drawn;
  }

  static List<Comparison> otherComparisons() {
    List<Comparison> every = new ArrayList<>(Question.EVERY_COMPARISON);
    every.removeAll(List.of(Question.EQUAL, Question.LESS, Question.SIGNED_GREATER));
    return every;
  }

  /** Sends what the chat sends for one comparison alone. */
  static Broken chattyFor(Comparison one, Chatty.Chat chat) {
    return new Broken() {
      @Override
      public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
        SharedBits answer = right.compare(context.narrow("right"), comparison, x, k);
        if (comparison.equals(one)) {
          chat.run(context.narrow("chat"), x, answer);
        }
        return answer;
      }
    };
  }

  @ParameterizedTest
  @MethodSource("otherComparisons")
  void sharesSentAsTheyAreForOneComparisonAloneAreFound(Comparison comparison) {
    String asked = comparison.ordering() + " " + comparison.operator();
    Broken suite = chattyFor(comparison, (context, x, answer) -> sendRound(context, x.own()));
    caught(suite, c -> c.sendsWhatIsUniformForOneLane(Sharing.XOR), asked);
    caught(suite, c -> c.sendsWhatIsUniformForEqualValuesInEveryLane(Sharing.ADDITIVE), asked);
    caught(suite, c -> c.sendsNoMessageInTwoBatches(Sharing.XOR), "sent again in the next batch");
  }
}
