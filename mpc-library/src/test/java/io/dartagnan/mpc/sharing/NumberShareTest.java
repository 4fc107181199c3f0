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
    assertThat(NumberShare.additive(Party.P1, 16, -1).element().own()).containsExactly(0xffff);
    assertThat(NumberShare.additive(Party.P1, 64, -1).element().own()).containsExactly(-1);
  }

  @Test
  void replicatedSharesAreComparedAsTwoPartiesHaveThem() {
    List<NumberShare> shares = replicated(0x1ff00, 0xf0, 0xf0, 0xf, 0xf, 0x1ff00);
    assertThat(NumberShare.reconstruct(shares)).isEqualTo(0xffff);
    assertThatThrownBy(() -> NumberShare.reconstruct(replicated(1, 2, 2, 4, 5, 1)))
        .isInstanceOf(MismatchedSharesException.class)
        .hasMessageContaining("different copies of share 2");
    assertThatThrownBy(() -> NumberShare.reconstruct(shares.subList(0, 2)))
        .isInstanceOf(MismatchedSharesException.class);
    assertThatThrownBy(
            () ->
                NumberShare.reconstruct(
                    List.of(shares.get(0), shares.get(1), NumberShare.additive(Party.P2, 16, 1))))
        .isInstanceOf(MismatchedSharesException.class);
  }

  /** Of each party its own share, and the next one's. */
  private static List<NumberShare> replicated(long... shares) {
    return Party.ALL.stream()
        .map(
            party ->
                NumberShare.replicatedXor(
                    party, 16, shares[2 * party.index()], shares[2 * party.index() + 1]))
        .toList();
  }

  @Test
  void whatDoesNotBelongTogetherIsRefused() {
    NumberShare other = NumberShare.additive(Party.P2, 32, 1);
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
        .hasMessageContaining("two batches");
    assertThatIllegalArgumentException().isThrownBy(() -> NumberShare.additive(Party.P0, 0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> NumberShare.additive(Party.P0, 65, 0));
  }

  @Test
  void theTextHoldsNoShare() {
    assertThat(NumberShare.additive(Party.P0, 16, 12345).toString()).doesNotContain("12345");
  }

  private static List<NumberShare> shares(int bits, long first, long second, long third) {
    return List.of(
        NumberShare.additive(Party.P0, bits, first),
        NumberShare.additive(Party.P1, bits, second),
        NumberShare.additive(Party.P2, bits, third));
  }
}
