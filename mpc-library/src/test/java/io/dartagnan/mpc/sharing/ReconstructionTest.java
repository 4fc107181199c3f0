package io.dartagnan.mpc.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReconstructionTest {
  private static final int LANES = 100;

  @ParameterizedTest
  @EnumSource
  void allThreePartiesMakeTheValuesAgainInAnyOrder(Sharing sharing) {
    Random random = Seed.random(this);
    for (int limbs : new int[] {1, 3}) {
      long[] values = random.longs((long) limbs * LANES).toArray();
      List<Shares> s = deal(sharing, limbs, values);
      assertThat(Reconstruction.values(List.of(s.get(0), s.get(1), s.get(2)))).isEqualTo(values);
      assertThat(Reconstruction.values(List.of(s.get(1), s.get(2), s.get(0)))).isEqualTo(values);
      assertThat(Reconstruction.values(List.of(s.get(2), s.get(1), s.get(0)))).isEqualTo(values);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REPLICATED_ADDITIVE", "REPLICATED_XOR"})
  void anyTwoPartiesOfAReplicatedSharingDo(Sharing sharing) {
    Random random = Seed.random(this);
    for (int limbs : new int[] {1, 3}) {
      long[] values = random.longs((long) limbs * LANES).toArray();
      List<Shares> s = deal(sharing, limbs, values);
      for (Party one : Party.ALL) {
        for (Party other : List.of(one.next(), one.prev())) {
          assertThat(Reconstruction.values(List.of(s.get(one.index()), s.get(other.index()))))
              .as("%s and %s", one, other)
              .isEqualTo(values);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void noLanesMakeNoValues(Sharing sharing) {
    assertThat(Reconstruction.values(deal(sharing, 2, new long[0]))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"ADDITIVE", "XOR"})
  void twoPartiesOfASingleSharingDoNot(Sharing sharing) {
    List<Shares> s = deal(sharing, 1, new long[LANES]);
    for (Party missing : Party.ALL) {
      refused(List.of(s.get(missing.next().index()), s.get(missing.prev().index())))
          .hasMessage("the shares of 2 parties were given, those of 3 are needed");
    }
  }

  @ParameterizedTest
  @EnumSource
  void onePartyNeverDoes(Sharing sharing) {
    for (Shares one : deal(sharing, 1, new long[LANES])) {
      refused(List.of(one))
          .hasMessage(
              "the shares of 1 parties were given, those of %d are needed"
                  .formatted(sharing.isReplicated() ? 2 : 3));
    }
  }

  @Test
  void nothingIsRefused() {
    refused(List.of()).hasMessage("the shares of 0 parties were given, those of 3 are needed");
  }

  @ParameterizedTest
  @EnumSource
  void twoBatchesOfOnePartyAreRefused(Sharing sharing) {
    List<Shares> s = deal(sharing, 1, new long[LANES]);
    refused(List.of(s.get(0), s.get(1), s.get(1))).hasMessage("two batches of party 1 were given");
    refused(List.of(s.get(0), s.get(1), s.get(2), s.get(0)))
        .hasMessage("two batches of party 0 were given");
  }

  @ParameterizedTest
  @EnumSource
  void sharesOfDifferentSharingsAreRefused(Sharing sharing) {
    List<Shares> s = deal(sharing, 1, new long[LANES]);
    for (Sharing other : Sharing.values()) {
      if (other != sharing) {
        List<Shares> o = deal(other, 1, new long[LANES]);
        refused(List.of(s.get(0), s.get(1), o.get(2)))
            .hasMessageContaining(sharing.word() + " shares of")
            .hasMessageContaining("do not belong with " + other.word());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void sharesOfDifferentRingsOrNumbersOfLanesAreRefused(Sharing sharing) {
    List<Shares> s = deal(sharing, 1, new long[LANES]);
    // As many words, and as many lanes.
    Shares wider = deal(sharing, 2, new long[LANES]).get(1);
    Shares widerLanes = deal(sharing, 2, new long[2 * LANES]).get(1);
    Shares longer = deal(sharing, 1, new long[LANES + 1]).get(1);
    for (Shares odd : List.of(wider, widerLanes, longer)) {
      refused(List.of(s.get(0), odd, s.get(2))).hasMessage(s.get(0) + " do not belong with " + odd);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"REPLICATED_ADDITIVE", "REPLICATED_XOR"})
  void copiesThatDifferAreRefusedWhereverTheyDo(Sharing sharing) {
    int limbs = 2;
    for (Party index : Party.ALL) {
      for (int word : new int[] {0, 1, 2 * 41, 2 * 41 + 1, 2 * LANES - 1}) {
        for (Party altering : List.of(index, index.prev())) {
          List<Shares> s = deal(sharing, limbs, new long[limbs * LANES]);
          Shares altered = s.get(altering.index());
          long[] copy = altering == index ? altered.own() : altered.next();
          copy[word] ^= 1L << 17;
          String said =
              "%s and %s hold different copies of share %d in lane %d"
                  .formatted(index, index.prev(), index.index(), word / limbs);

          assertThat(refusal(s).suspects()).containsOnly(index, index.prev());
          refused(s).hasMessage(said);
          refused(List.of(s.get(index.index()), s.get(index.prev().index()))).hasMessage(said);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoAltersBothItsSharesIsTheOneSuspect(Party altering) {
    List<Shares> s = deal(Sharing.REPLICATED_XOR, 1, new long[LANES]);
    s.get(altering.index()).own()[1] ^= 1;
    s.get(altering.index()).next()[2] ^= 1;
    assertThat(refusal(s).suspects()).containsOnly(altering);
    s.get(altering.next().index()).next()[0] ^= 1;
    assertThat(refusal(s).suspects()).isEmpty();
  }

  private static MismatchedSharesException refusal(List<Shares> shares) {
    return catchThrowableOfType(
        MismatchedSharesException.class, () -> Reconstruction.values(shares));
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(List<Shares> shares) {
    return assertThatThrownBy(() -> Reconstruction.values(shares))
        .isInstanceOf(MismatchedSharesException.class);
  }

  private static List<Shares> deal(Sharing sharing, int limbs, long[] values) {
    return new Dealer(sharing, new Ring(limbs), new SecureRandom()).deal(values);
  }
}
