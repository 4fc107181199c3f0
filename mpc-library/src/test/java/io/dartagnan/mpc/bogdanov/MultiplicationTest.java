package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MultiplicationTest {
  private final Random random = Seed.random(this);

  @ParameterizedTest
  @MethodSource("io.dartagnan.mpc.bogdanov.Batches#shapes")
  void givesTheProductInTheRing(int limbs, int lanes) {
    Ring ring = new Ring(limbs);
    long[] u = Batches.withEdges(random, ring, lanes);
    long[] v = Batches.withEdges(random, ring, lanes);
    List<Shares> sharesOfU = Batches.deal(Sharing.ADDITIVE, ring, u);
    List<Shares> sharesOfV = Batches.deal(Sharing.ADDITIVE, ring, v);

    ThreeParties.Run<long[]> run =
        ThreeParties.run(
            (context, self) ->
                Multiplication.multiply(
                    context,
                    ring,
                    sharesOfU.get(self.index()).own(),
                    sharesOfV.get(self.index()).own()));

    long[] products = Batches.sum(ring, run);
    BigInteger modulus = BigInteger.ONE.shiftLeft(ring.bits());
    for (int lane = 0; lane < lanes; lane++) {
      assertThat(Batches.number(ring, products, lane))
          .isEqualTo(
              Batches.number(ring, u, lane).multiply(Batches.number(ring, v, lane)).mod(modulus));
    }
    Batches.assertCosts(Multiplication.cost(ring, lanes), run);
  }
}
