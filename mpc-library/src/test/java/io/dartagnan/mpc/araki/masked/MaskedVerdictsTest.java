package io.dartagnan.mpc.araki.masked;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Run;
import io.dartagnan.mpc.replicated.PlanesOfThree;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.replicated.Rounds;
import io.dartagnan.mpc.replicated.Uniform;
import io.dartagnan.mpc.sharing.Ring;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparison of masked values with their masks, against plain arithmetic. */
class MaskedVerdictsTest {
  private static final int WIDTH = 3;
  private static final int LANES = WIDTH * Long.SIZE;

  private final Random random = Seed.random(this);

  /** Numbers of which many agree in all digits but one, and some in all. */
  private final class Numbers {
    final Ring ring;
    final long[] masked;
    final long[] mask;

    Numbers(int limbs) {
      this.ring = new Ring(limbs);
      this.masked = random.longs((long) LANES * limbs).toArray();
      this.mask = masked.clone();
      for (int lane = 0; lane < LANES; lane++) {
        int limb = lane * limbs + random.nextInt(limbs);
        switch (lane % 3) {
          case 0 -> mask[limb] ^= 1L << random.nextInt(Long.SIZE);
          case 1 -> mask[limb] = random.nextLong();
          default -> {}
        }
      }
    }

    MaskedDigits digits(Party self, boolean order, long[] added) {
      long[] part = BitPlanes.of(ring, self == Party.P0 ? mask : masked);
      return new MaskedDigits(new MaskedDigits.Size(ring, WIDTH, order), part, added);
    }

    long[] less() {
      return BitPlanes.pack(ring.below(masked, mask));
    }

    long[] equal() {
      long[] equal = new long[LANES];
      for (int lane = 0; lane < LANES; lane++) {
        int at = lane * ring.limbs();
        int end = at + ring.limbs();
        equal[lane] = Arrays.equals(masked, at, end, mask, at, end) ? 1 : 0;
      }
      return BitPlanes.pack(equal);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 13})
  void ordersAndEqualitiesInTheSameRounds(int limbs) {
    Numbers numbers = new Numbers(limbs);
    Numbers others = new Numbers(1);
    long[] atZero = random.longs(WIDTH - 1).toArray();
    long[] atOne = random.longs(WIDTH).toArray();
    Run<List<ReplicatedPlanes>> run =
        ThreeParties.run(
            (context, self) -> {
              long[] added = self == Party.P0 ? atZero : self == Party.P1 ? atOne : null;
              MaskedVerdicts verdicts =
                  new MaskedVerdicts(
                      context,
                      List.of(
                          numbers.digits(self, true, added),
                          numbers.digits(self, false, null),
                          others.digits(self, true, null)));
              Rounds.run(List.of(verdicts));
              return List.of(verdicts.result(0), verdicts.result(1), verdicts.result(2));
            });
    long[] less = numbers.less();
    for (int i = 0; i < less.length; i++) {
      less[i] ^= atOne[i] ^ (i < atZero.length ? atZero[i] : 0);
    }
    assertThat(verdicts(run, 0)).isEqualTo(less);
    assertThat(verdicts(run, 1)).isEqualTo(numbers.equal());
    assertThat(verdicts(run, 2)).isEqualTo(others.less());
    MaskedDigits.Size order = numbers.digits(Party.P0, true, null).size();
    MaskedDigits.Size equality = numbers.digits(Party.P0, false, null).size();
    MaskedDigits.Size other = others.digits(Party.P0, true, null).size();
    assertThat(run.cost())
        .isEqualTo(
            MaskedVerdicts.dealtCost(order)
                .beside(MaskedVerdicts.dealtCost(equality))
                .beside(MaskedVerdicts.dealtCost(other))
                .then(
                    MaskedVerdicts.roundsCost(order)
                        .beside(MaskedVerdicts.roundsCost(equality))
                        .beside(MaskedVerdicts.roundsCost(other))));
  }

  private static long[] verdicts(Run<List<ReplicatedPlanes>> run, int batch) {
    return PlanesOfThree.reconstruct(
        run.results().stream().map(results -> results.get(batch)).toList());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void verdictsThatStayWithTwoParties(boolean order) {
    Numbers numbers = new Numbers(2);
    long[] added = random.longs(WIDTH).toArray();
    Run<long[]> run =
        ThreeParties.run(
            (context, self) ->
                MaskedVerdicts.shared(
                    context, numbers.digits(self, order, self == Party.P0 ? added : null)));
    long[] verdicts = order ? numbers.less() : numbers.equal();
    for (int i = 0; i < WIDTH; i++) {
      verdicts[i] ^= added[i] ^ run.results().get(1)[i];
    }
    assertThat(run.results().get(0)).isNull();
    assertThat(run.results().get(2)).isEqualTo(verdicts);
    MaskedDigits.Size size = numbers.digits(Party.P0, order, null).size();
    assertThat(run.cost())
        .isEqualTo(MaskedVerdicts.dealtCost(size).then(MaskedVerdicts.roundsCostButLast(size)));
  }

  @Test
  void whatIsSentIsUniformOnZeros() {
    Ring ring = new Ring(1);
    int width = 512;
    MaskedDigits zeros =
        new MaskedDigits(
            new MaskedDigits.Size(ring, width, true), new long[ring.bits() * width], null);
    Run<ReplicatedPlanes> run =
        ThreeParties.run(
            (context, self) -> {
              MaskedVerdicts verdicts = new MaskedVerdicts(context, List.of(zeros));
              Rounds.run(List.of(verdicts));
              return verdicts.result(0);
            });
    List<byte[]> received = new ArrayList<>();
    for (Party receiver : List.of(Party.P1, Party.P2)) {
      received.addAll(run.exchanges().get(receiver.index()).received());
    }
    assertThat(received).as("what is dealt, and four exchanges").hasSize(1 + 2 * 4);
    received.forEach(Uniform::assertBits);
    assertThat(run.exchanges().get(0).received()).as("received by party 0").isEmpty();
  }
}
