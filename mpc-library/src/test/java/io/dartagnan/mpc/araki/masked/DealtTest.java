package io.dartagnan.mpc.araki.masked;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Run;
import io.dartagnan.mpc.sharing.Ring;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What party 0 deals, around the size of a message. */
class DealtTest {
  private static final int WORDS_OF_A_MESSAGE = Exchange.MAX_PAYLOAD_BYTES / Long.BYTES;

  private final Random random = Seed.random(this);

  @ParameterizedTest(name = "{0} words more than a message takes, in {1}")
  @CsvSource({"-1, 1", "0, 1", "1, 2", "100000, 2"})
  void partsOfPartiesOneAndTwoMakeWhatWasDealt(int beyond, int messages) {
    List<MaskedDigits.Size> sizes = sizesOf(WORDS_OF_A_MESSAGE + beyond);
    List<Dealt> clear = sizes.stream().map(this::dealt).toList();
    Run<List<Dealt>> run =
        ThreeParties.run(
            (context, self) -> {
              if (self == Party.P0) {
                Dealt.send(context, clear.stream().map(DealtTest::copy).toList());
                return List.of();
              }
              return Dealt.take(context, sizes);
            });

    for (int i = 0; i < sizes.size(); i++) {
      Dealt one = run.results().get(1).get(i);
      Dealt two = run.results().get(2).get(i);
      assertThat(sum(one.tables(), two.tables())).isEqualTo(clear.get(i).tables());
      assertThat(sum(one.products(), two.products())).isEqualTo(clear.get(i).products());
    }
    assertThat(run.exchanges().get(1).received()).isEmpty();
    assertThat(run.exchanges().get(2).received()).hasSize(messages);
  }

  /** Two batches for which so many words are dealt. */
  private static List<MaskedDigits.Size> sizesOf(int words) {
    int each = words(new MaskedDigits.Size(new Ring(2), 1, true));
    for (int width = 1; ; width++) {
      MaskedDigits.Size equality = new MaskedDigits.Size(new Ring(1), width, false);
      int left = words - words(equality);
      if (left % each == 0) {
        return List.of(equality, new MaskedDigits.Size(new Ring(2), left / each, true));
      }
    }
  }

  private static int words(MaskedDigits.Size size) {
    return size.tableWords() + size.productWords();
  }

  private Dealt dealt(MaskedDigits.Size size) {
    return new Dealt(
        random.longs(size.tableWords()).toArray(), random.longs(size.productWords()).toArray());
  }

  private static Dealt copy(Dealt of) {
    return new Dealt(of.tables().clone(), of.products().clone());
  }

  private static long[] sum(long[] one, long[] other) {
    long[] sum = one.clone();
    BitPlanes.add(sum, 0, other, 0, sum.length);
    return sum;
  }
}
