package io.dartagnan.mpc.araki;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.harness.ThreeParties.Run;
import io.dartagnan.mpc.replicated.PlanesOfThree;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Comparison of two batches, against plain arithmetic. */
class LaneLessThanTest {
  private static final Aggregation AGGREGATION = new ArakiSuite().aggregation().orElseThrow();

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @EnumSource(Sharing.class)
  void everyLaneIsComparedWithItsOwn(Sharing sharing) {
    for (int limbs : new int[] {1, 2}) {
      for (int lanes : new int[] {1, 64, 65, 300}) {
        Ring ring = new Ring(limbs);
        long[] x = random.longs((long) limbs * lanes).toArray();
        long[] y = random.longs((long) limbs * lanes).toArray();
        for (int lane = 0; lane < lanes; lane += 2) {
          System.arraycopy(x, lane * limbs, y, lane * limbs, limbs);
          y[lane * limbs + random.nextInt(limbs)] += random.nextInt(3) - 1;
        }
        List<Shares> left = new Dealer(sharing, ring, new SecureRandom()).deal(x);
        List<Shares> right = new Dealer(sharing, ring, new SecureRandom()).deal(y);
        Run<ReplicatedPlanes> run =
            ThreeParties.run(
                (context, self) ->
                    compare(context, left.get(self.index()), right.get(self.index())));
        long[] less = PlanesOfThree.reconstruct(run.results());
        BitPlanes.clearBeyond(less, lanes);
        assertThat(less)
            .as("%d limbs, %d lanes", limbs, lanes)
            .isEqualTo(BitPlanes.pack(ring.below(x, y)));
        assertThat(run.cost()).isEqualTo(AGGREGATION.lessCost(sharing, ring, lanes));
      }
    }
  }

  private static ReplicatedPlanes compare(Context context, Shares left, Shares right) {
    return ReplicatedPlanes.of(AGGREGATION.less(context, left, right));
  }
}
