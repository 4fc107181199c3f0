package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.replicated.Addition;
import io.dartagnan.mpc.replicated.CarrySave;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What an aggregation refuses, and what counts cost; its answers are for the contract. */
class VerifiedAggregationTest {
  private static final VerifiedAggregation AGGREGATION = new VerifiedAggregation();
  private static final Ring RING = new Ring(1);

  private static void requireRefused(String message, ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(message);
  }

  private static void requireRefusedByAll(String message, ThreeParties.Side<long[]> side) {
    requireRefused(message, () -> ThreeParties.opened(side));
  }

  @Test
  void sharesOfOtherSharingsAreRefused() {
    String message = "suite verified computes on replicated-xor ones";
    List<Shares> x = ThreeParties.deal(Sharing.REPLICATED_ADDITIVE, RING, new long[] {7});
    requireRefusedByAll(
        message,
        (context, self) -> AGGREGATION.times(context, bit(self), x.get(self.index())).own());
    requireRefusedByAll(
        message, (context, self) -> AGGREGATION.fresh(context, x.get(self.index())).own());
    requireRefusedByAll(
        message,
        (context, self) ->
            AGGREGATION.less(context, x.get(self.index()), x.get(self.index())).own());
    Sharing sharing = Sharing.REPLICATED_ADDITIVE;
    requireRefused(message, () -> AGGREGATION.sumCost(sharing, 1));
    requireRefused(message, () -> AGGREGATION.timesCost(sharing, RING, 1));
    requireRefused(message, () -> AGGREGATION.lessCost(sharing, RING, 1));
  }

  private static SharedBits bit(Party self) {
    return SharedBits.replicatedOf(self, 1, new long[] {1});
  }

  @Test
  void bitsThatOnePartyHoldsAloneAreRefused() {
    requireRefusedByAll(
        "suite verified computes on replicated ones",
        (context, self) -> {
          SharedBits single = new SharedBits(self, 1, new long[1], null);
          AGGREGATION.count(context, single, 0, 1);
          return new long[1];
        });
  }

  @Test
  void sharesOfAnotherPartyAreRefused() {
    List<Shares> x = ThreeParties.deal(Sharing.REPLICATED_XOR, RING, new long[] {7});
    requireRefusedByAll(
        "a party computes with its own",
        (context, self) -> AGGREGATION.fresh(context, x.get(self.next().index())).own());
  }

  @Test
  void batchesThatAreTooLargeHaveNoCost() {
    int most = Shares.MAX_BATCH_WORDS;
    Sharing sharing = Sharing.REPLICATED_XOR;
    String message = "words are allowed";
    requireRefused(message, () -> AGGREGATION.sumCost(sharing, most + 1));
    requireRefused(message, () -> AGGREGATION.timesCost(sharing, RING, most + 1));
    assertThat(AGGREGATION.timesCost(sharing, RING, most).rounds()).isPositive();
    // Of which two are compared.
    requireRefused(message, () -> AGGREGATION.lessCost(sharing, RING, most / 2 + 1));
    assertThat(AGGREGATION.lessCost(sharing, RING, most / 2).rounds()).isPositive();
  }

  /** A count of at most seven has three bits, one of eight has four. */
  @Test
  void aCountHasAsManyBitsAsItNeeds() {
    for (int bits : new int[] {3, 4}) {
      assertThat(AGGREGATION.countCost(7, bits == 3 ? 7 : 8))
          .isEqualTo(CarrySave.cost(1, bits, 7, CarrySave.TWO_LANES).then(Addition.cost(bits)));
    }
  }
}
