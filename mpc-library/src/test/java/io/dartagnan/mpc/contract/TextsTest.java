package io.dartagnan.mpc.contract;

import static io.dartagnan.mpc.contract.Catches.caught;
import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Fault;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.SharedBits;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Shares, keys and values in messages of exceptions and in logs are found. */
class TextsTest {
  private static final String FOUND = "holds what may be a share, a value or a key";

  /** Ways to write words down. */
  static Stream<Function<long[], String>> spellings() {
    return Stream.of(
        Arrays::toString,
        words -> Long.toHexString(words[0]),
        words -> Long.toUnsignedString(words[words.length - 1]),
        words -> Long.toBinaryString(words[0]),
        words -> Double.toString(words[0]),
        words -> Arrays.toString(bytes(words)),
        words -> HexFormat.ofDelimiter(":").formatHex(bytes(words)),
        words -> Base64.getEncoder().encodeToString(bytes(words)));
  }

  private static byte[] bytes(long[] words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES);
    bytes.asLongBuffer().put(words);
    return bytes.array();
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void sharesInARefusalAreFound(Function<long[], String> spelling) {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            try {
              return right.compare(context, comparison, x, k);
            } catch (IllegalArgumentException e) {
              long[] words = x.own().length == 0 ? new long[] {-1} : x.own();
              throw new IllegalArgumentException("does not fit: " + spelling.apply(words), e);
            }
          }
        };
    caught(suite, c -> c.refusesSharesThatDoNotFitBeforeAByteIsSent(Sharing.XOR), FOUND);
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void sharesInAFailureAreFound(Function<long[], String> spelling) {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            try {
              return right.compare(context, comparison, x, k);
            } catch (ProtocolException e) {
              e.addSuppressed(new IllegalStateException(spelling.apply(x.own())));
              throw e;
            }
          }
        };
    caught(suite, c -> c.endsWithAnErrorAtAllThreeWhenAPartyErrs(Fault.Kind.TRUNCATES), FOUND);
  }

  @Test
  void sharesThatAreLoggedWithAFailureAreFound() {
    Logger logger = Logger.getLogger("io.dartagnan.mpc.broken");
    Broken suite =
        new Broken() {
          @Override
          public SharedBits compare(Context context, Comparison comparison, Shares x, Shares k) {
            try {
              return right.compare(context, comparison, x, k);
            } catch (ProtocolException e) {
              logger.log(Level.FINE, "had " + Arrays.toString(x.own()), e);
              throw e;
            }
          }
        };
    caught(suite, c -> c.endsWithAnErrorAtAllThreeWhenAPartyErrs(Fault.Kind.TRUNCATES), FOUND);
  }

  @Test
  void bitsInTheRefusalOfAGateAreFound() {
    Broken suite =
        new Broken() {
          @Override
          public SharedBits and(Context context, SharedBits left, SharedBits right) {
            try {
              return this.right.and(context, left, right);
            } catch (IllegalArgumentException e) {
              throw new IllegalArgumentException("not " + Long.toHexString(right.own()[0]), e);
            }
          }
        };
    caught(suite, ProtocolSuiteContract::refusesBitsThatDoNotFitBeforeAByteIsSent, FOUND);
  }

  @ParameterizedTest
  @MethodSource("spellings")
  void sharesInALogAreFound(Function<long[], String> spelling) {
    Logger logger = Logger.getLogger("io.dartagnan.mpc.broken");
    Broken logging =
        new Chatty(
            (context, x, answer) -> logger.log(Level.FINE, "has {0}", spelling.apply(x.own())));
    Broken printing =
        new Broken() {
          @Override
          public long[] reveal(Context context, Comparison comparison, Shares x, Shares k) {
            System.out.println(spelling.apply(x.own()));
            return super.reveal(context, comparison, x, k);
          }
        };
    caught(logging, c -> c.writesNothingOfItsWordsToALog(Sharing.XOR), FOUND);
    caught(printing, c -> c.writesNothingOfItsWordsToALog(Sharing.XOR), FOUND);
  }

  @Test
  void whatSaysNothingPasses() {
    Texts.sayNoWord(
        new ProtocolException("sent 16777216 bytes in step batch12/and-131136, which takes 8"), "");
    assertThat(Texts.haveAWord("shares [J@1b6d3586 of 4096 lanes, at 10.0.0.1:8020 of 3 2 1 7"))
        .isFalse();
  }
}
