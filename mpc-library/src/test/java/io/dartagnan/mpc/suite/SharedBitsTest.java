package io.dartagnan.mpc.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SharedBitsTest {

  @ParameterizedTest
  @EnumSource(Party.class)
  void notFlipsShareZeroAloneWhereverItIsHeld(Party holder) {
    SharedBits bits = new SharedBits(holder, 64, new long[] {5}, new long[] {9});
    SharedBits not = bits.not();
    assertThat(not.own()).containsExactly(holder == Party.P0 ? ~5L : 5L);
    assertThat(not.next()).containsExactly(holder == Party.P2 ? ~9L : 9L);
    assertThat(bits.own()).as("the original").containsExactly(5);
    assertThat(bits.next()).as("the original").containsExactly(9);
    assertThat(new SharedBits(holder, 64, new long[] {5}, null).not().next()).isNull();
  }

  @Test
  void publicBitsMaskEveryShare() {
    SharedBits masked =
        new SharedBits(Party.P1, 64, new long[] {7}, new long[] {12}).and(new long[] {5});
    assertThat(masked.own()).containsExactly(5);
    assertThat(masked.next()).containsExactly(4);
    assertThat(new SharedBits(Party.P1, 64, new long[] {7}, null).and(new long[] {5}).next())
        .isNull();
  }

  @Test
  void wordsThatAreNotThoseOfTheLanesAreRefused() {
    assertThatThrownBy(() -> new SharedBits(Party.P0, 65, new long[1], null))
        .hasMessage("1 words were given for 65 bits, 2 are needed");
    assertThatThrownBy(() -> new SharedBits(Party.P0, 64, new long[1], new long[2]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SharedBits(Party.P0, 0, new long[0], null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void operandsOfOneGateAreAlike() {
    SharedBits bits = new SharedBits(Party.P0, 64, new long[1], null);
    assertThatCode(() -> bits.requireAlike(new SharedBits(Party.P0, 64, new long[1], null)))
        .doesNotThrowAnyException();
    for (SharedBits other :
        new SharedBits[] {
          new SharedBits(Party.P1, 64, new long[1], null),
          new SharedBits(Party.P0, 63, new long[1], null),
          new SharedBits(Party.P0, 64, new long[1], new long[1])
        }) {
      assertThatThrownBy(() -> bits.requireAlike(other))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("not operands of one gate");
    }
  }

  @Test
  void shapeIsShownAndNoShare() {
    assertThat(new SharedBits(Party.P2, 3, new long[] {77}, new long[] {99}))
        .hasToString("replicated shares of 3 bits held by party 2");
    assertThat(new SharedBits(Party.P2, 3, new long[] {77}, null))
        .hasToString("xor shares of 3 bits held by party 2");
  }

  @Test
  void knownBitsAreAsManyAsTheSharedOnes() {
    SharedBits bits = new SharedBits(Party.P0, 65, new long[2], null);
    for (int words : new int[] {1, 3}) {
      assertThatThrownBy(() -> bits.and(new long[words]))
          .hasMessage(words + " words were given for 65 bits, 2 are needed");
    }
  }

  @Test
  void anotherPartysBitsAreToldApart() {
    SharedBits bits = new SharedBits(Party.P1, 64, new long[1], null);
    assertThatCode(() -> bits.requireHeldBy(Party.P1)).doesNotThrowAnyException();
    assertThatThrownBy(() -> bits.requireHeldBy(Party.P2))
        .hasMessage(
            "xor shares of 64 bits held by party 1 were given to party 2, a party computes with its own");
  }
}
