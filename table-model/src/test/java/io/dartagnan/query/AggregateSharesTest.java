package io.dartagnan.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.common.primitives.Bytes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.sharing.NumberShare;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AggregateSharesTest {
  private static final AggregateShares ALL =
      new AggregateShares(
          Optional.of(NumberShare.additive(Party.P1, 16, 0x1234)),
          Optional.of(NumberShare.additive(Party.P1, 64, -2)),
          Optional.of(Shares.single(Party.P1, Sharing.XOR, new Ring(2), new long[] {1, 2})),
          Optional.of(Shares.single(Party.P1, Sharing.ADDITIVE, new Ring(1), new long[] {3})));

  private static final AggregateShares REPLICATED =
      new AggregateShares(
          Optional.of(NumberShare.replicatedXor(Party.P1, 16, 0x1234, 0x4321)),
          Optional.empty(),
          Optional.empty(),
          Optional.of(
              new Shares(
                  Party.P1, Sharing.REPLICATED_XOR, new Ring(1), new long[] {5}, new long[] {-6})));

  @Test
  void layoutIsTheDrawnOne() {
    assertThat(HexFormat.of().formatHex(ALL.encode()))
        .isEqualTo(
            "100000000000001234"
                + "40fffffffffffffffe"
                + "02000200000000000000010000000000000002"
                + "0100010000000000000003");
    assertThat(
            new AggregateShares(
                    Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty())
                .encode())
        .containsExactly(0, 0, 0, 0);
  }

  /** Of a number and an element that two parties hold each share of. */
  @Test
  void layoutOfReplicatedSharesIsTheDrawnOne() {
    assertThat(HexFormat.of().formatHex(REPLICATED.encode()))
        .isEqualTo(
            "90"
                + "0000000000001234"
                + "0000000000004321"
                + "00"
                + "00"
                + "0400010000000000000005fffffffffffffffa");
  }

  @Test
  void readsBackWhatItWrites() {
    for (AggregateShares shares : List.of(ALL, REPLICATED)) {
      assertThat(AggregateShares.decode(shares.encode(), Party.P1))
          .usingRecursiveComparison()
          .isEqualTo(List.of(shares));
    }
  }

  @Test
  void readsOneBatchAfterTheOther() {
    byte[] two = Bytes.concat(ALL.encode(), ALL.encode());
    assertThat(AggregateShares.decode(two, Party.P1))
        .usingRecursiveComparison()
        .isEqualTo(List.of(ALL, ALL));
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] bytes = ALL.encode();
    for (int length = 0; length < bytes.length; length++) {
      byte[] truncated = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> AggregateShares.decode(truncated, Party.P1))
          .as("%d bytes", length)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(
            () -> AggregateShares.decode(Arrays.copyOf(bytes, bytes.length + 1), Party.P1))
        .hasMessageContaining("end too early");
  }

  @Test
  void anyBytesAreReadOrRefusedAndNothingElse() {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      byte[] noise = new byte[random.nextInt(60)];
      random.nextBytes(noise);
      Throwable thrown = catchThrowable(() -> AggregateShares.decode(noise, Party.P2));
      if (thrown != null) {
        assertThat(thrown)
            .as("seed %d round %d", seed, round)
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void whatTheLayoutHasNoPlaceForIsNotSent() {
    Shares two = Shares.single(Party.P1, Sharing.XOR, new Ring(1), new long[] {1, 2});
    AggregateShares shares =
        new AggregateShares(Optional.empty(), Optional.empty(), Optional.of(two), Optional.empty());
    NumberShare xor = new NumberShare(16, two.slice(0, 1));
    AggregateShares number =
        new AggregateShares(Optional.of(xor), Optional.empty(), Optional.empty(), Optional.empty());

    assertThatThrownBy(number::encode).isInstanceOf(IllegalArgumentException.class);

    assertThatThrownBy(shares::encode).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void noShareIsInTheText() {
    assertThat(ALL.toString()).doesNotContain("4660").doesNotContain("-2");
  }
}
