package io.dartagnan.mpc.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import java.util.List;
import org.junit.jupiter.api.Test;

class NumberShareTest {

  @Test
  void sharesAddUpModuloTheirPowerOfTwo() {
    assertThat(NumberShare.reconstruct(shares(16, 0xffff, 3, 5))).isEqualTo(7);
    assertThat(NumberShare.reconstruct(shares(16, 0xffff, 0, 0))).isEqualTo(0xffff);
    assertThat(NumberShare.reconstruct(shares(64, -1, 3, 5))).isEqualTo(7);
    assertThat(NumberShare.reconstruct(shares(64, -1, -1, 0))).isEqualTo(-2);
  }

  @Test
  void aShareIsTakenModuloItsPowerOfTwo() {
    assertThat(new NumberShare(Party.P1, 16, -1).share()).isEqualTo(0xffff);
    assertThat(new NumberShare(Party.P1, 64, -1).share()).isEqualTo(-1);
  }

  @Test
  void aKnownNumberIsAddedOnce() {
    List<NumberShare> shares = shares(16, 10, 20, 30);
    assertThat(NumberShare.reconstruct(shares.stream().map(share -> share.plus(0xffff)).toList()))
        .isEqualTo(59);
  }

  @Test
  void whatDoesNotBelongTogetherIsRefused() {
    NumberShare other = new NumberShare(Party.P2, 32, 1);
    List<NumberShare> shares = shares(16, 1, 2, 3);
    assertThatThrownBy(() -> NumberShare.reconstruct(List.of(shares.get(0), shares.get(1), other)))
        .isInstanceOf(MismatchedSharesException.class);
    assertThatThrownBy(() -> NumberShare.reconstruct(shares.subList(0, 2)))
        .isInstanceOf(MismatchedSharesException.class)
        .hasMessageContaining("2 parties");
    assertThatThrownBy(() -> NumberShare.reconstruct(List.of()))
        .isInstanceOf(MismatchedSharesException.class);
    assertThatThrownBy(
            () -> NumberShare.reconstruct(List.of(shares.get(0), shares.get(1), shares.get(1))))
        .isInstanceOf(MismatchedSharesException.class)
        .hasMessageContaining("two shares");
    assertThatIllegalArgumentException().isThrownBy(() -> new NumberShare(Party.P0, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new NumberShare(Party.P0, 65, 0));
  }

  @Test
  void theTextHoldsNoShare() {
    assertThat(new NumberShare(Party.P0, 16, 12345).toString()).doesNotContain("12345");
  }

  private static List<NumberShare> shares(int bits, long first, long second, long third) {
    return List.of(
        new NumberShare(Party.P0, bits, first),
        new NumberShare(Party.P1, bits, second),
        new NumberShare(Party.P2, bits, third));
  }
}
