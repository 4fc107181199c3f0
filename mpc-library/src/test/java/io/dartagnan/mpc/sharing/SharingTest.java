package io.dartagnan.mpc.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SharingTest {

  @ParameterizedTest
  @EnumSource(Sharing.class)
  void wordsAndCodesReadBack(Sharing sharing) {
    assertThat(Sharing.parse(sharing.word())).isEqualTo(sharing);
    assertThat(Sharing.ofCode(sharing.code())).isEqualTo(sharing);
  }

  @Test
  void unknownWordsAreRefusedWithThoseKnown() {
    assertThatThrownBy(() -> Sharing.parse("shamir"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "sharing 'shamir' given, known are additive, xor, replicated-additive, replicated-xor");
  }

  @Test
  void aBatchBeyondWhatOneMayHoldIsRefused() {
    Shares.requireBatch(new Ring(4), Shares.MAX_BATCH_WORDS / 4);
    assertThatThrownBy(() -> Shares.requireBatch(new Ring(4), Shares.MAX_BATCH_WORDS / 4 + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("32785 lanes of 4 limbs")
        .hasMessageContaining("cut it");
    Shares one = Shares.single(Party.P0, Sharing.XOR, new Ring(1), new long[1]);
    Shares many =
        Shares.single(Party.P0, Sharing.XOR, new Ring(1), new long[Shares.MAX_BATCH_WORDS + 1]);
    assertThatThrownBy(() -> many.requireComparableWith(one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cut it");
  }
}
