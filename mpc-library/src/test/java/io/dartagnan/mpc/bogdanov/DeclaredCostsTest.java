package io.dartagnan.mpc.bogdanov;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every protocol that the suite lists is run by its name and measured. */
class DeclaredCostsTest {

  static Stream<String> protocols() {
    return new BogdanovSuite().protocols().stream().map(Protocol::name);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void partiesSendWhatIsDeclared(String name) {
    Protocol protocol =
        new BogdanovSuite()
            .protocols().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
    int[][] shapes = {{1, 1}, {1, 64}, {1, 65}, {3, 130}};
    for (int[] shape : shapes) {
      Ring ring = new Ring(shape[0]);
      int lanes = shape[1];
      Batches.assertCosts(
          protocol.cost(ring, lanes),
          ThreeParties.run(
              (context, self) -> {
                onZeros(name, context, ring, lanes);
                return null;
              }));
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void receivedMessagesLookUniformOnSharesThatAreAllZero(String name) {
    Batches.assertReceivedUniform(
        ThreeParties.run(
            (context, self) -> {
              onZeros(name, context, new Ring(1), 1 << 12);
              return null;
            }));
  }

  @Test
  void costsFor64BitsAreThoseInTheJavadoc() {
    Ring ring = new Ring(1);
    int lanes = 1 << 20;
    assertThat(perLane(Multiplication.cost(ring, lanes), lanes)).isEqualTo(48);
    assertThat(perLane(Equality.cost(Sharing.ADDITIVE, ring, lanes), lanes)).isEqualTo(55.25);
    assertThat(perLane(Equality.cost(Sharing.XOR, ring, lanes), lanes)).isEqualTo(47.25);
    assertThat(perLane(ShareConversion.cost(ring, 1, lanes), lanes)).isEqualTo(8.25);
    assertThat(perLane(PrefixOr.PROTOCOL.cost(ring, lanes), lanes)).isEqualTo(144);
    assertThat(perLane(Overflow.PROTOCOL.cost(ring, lanes), lanes)).isEqualTo(192);
    assertThat(perLane(ShiftRight.PROTOCOL.cost(ring, lanes), lanes)).isEqualTo(395.25);
    assertThat(perLane(AdditiveLessThan.PROTOCOL.cost(ring, lanes), lanes))
        .isBetween(799.25, 799.3);
    assertThat(perLane(XorLessThan.PROTOCOL.cost(ring, lanes), lanes)).isBetween(168.0, 168.1);
  }

  @Test
  void roundsFor64BitsAreThoseInTheJavadoc() {
    Ring ring = new Ring(1);
    assertThat(Equality.cost(Sharing.ADDITIVE, ring, 1).rounds()).isEqualTo(7);
    assertThat(Equality.cost(Sharing.REPLICATED_ADDITIVE, ring, 1).rounds()).isEqualTo(6);
    assertThat(Equality.cost(Sharing.XOR, ring, 1).rounds()).isEqualTo(6);
    assertThat(Overflow.PROTOCOL.cost(ring, 1).rounds()).isEqualTo(7);
    assertThat(ShiftRight.PROTOCOL.cost(ring, 1).rounds()).isEqualTo(8);
    assertThat(AdditiveLessThan.cost(Sharing.ADDITIVE, ring, 1).rounds()).isEqualTo(10);
    assertThat(AdditiveLessThan.cost(Sharing.REPLICATED_ADDITIVE, ring, 1).rounds()).isEqualTo(9);
    assertThat(XorLessThan.cost(ring, 1).rounds()).isEqualTo(7);
  }

  private static double perLane(Cost cost, int lanes) {
    return (double) cost.bytes() / lanes;
  }

  private static void onZeros(String name, Context context, Ring ring, int lanes) {
    int words = BitPlanes.words(lanes);
    int n = ring.bits();
    long[] batch = new long[lanes * ring.limbs()];
    long[] planes = new long[n * words];
    Shares additive = Shares.single(context.self(), Sharing.ADDITIVE, ring, batch);
    Shares xor = Shares.single(context.self(), Sharing.XOR, ring, batch);
    Shares one = Shares.single(context.self(), Sharing.ADDITIVE, ring, new long[ring.limbs()]);
    Shares oneXor = Shares.single(context.self(), Sharing.XOR, ring, new long[ring.limbs()]);
    switch (name) {
      case "reshare" -> Reshare.additive(context, ring, batch);
      case "reshare to two parties" -> ToTwoParties.convert(context, additive);
      case "multiplication" -> Multiplication.multiply(context, ring, batch, batch);
      case "AND" -> XorMultiplication.and(context, new long[2 * words]);
      case "share conversion" -> ShareConversion.convert(context, ring, new long[words], lanes);
      case "conjunction" -> Conjunction.of(context, planes, words);
      case "equality" -> Equality.withZero(context, additive);
      case "equality of xor shares" -> Equality.withZero(context, xor);
      case "prefix OR" -> PrefixOr.apply(context, planes, words, n);
      case "most significant non-zero bit" ->
          MostSignificantNonZeroBit.apply(context, planes, words, n);
      case "overflow" -> Overflow.carries(context, ring, batch, lanes, n);
      case "shift right" -> ShiftRight.shift(context, ring, batch, lanes, n - 1);
      case "less than" -> AdditiveLessThan.compare(context, additive, one, false);
      case "less than of xor shares" -> XorLessThan.compare(context, xor, oneXor, false);
      case "count of ones" -> ChosenSum.count(context, new long[words], lanes);
      case "sum under bits" ->
          ChosenSum.sum(context, new long[words], zeros(context, Sharing.ADDITIVE, lanes));
      case "sum of xor shares under bits" ->
          ChosenSum.sum(context, new long[words], zeros(context, Sharing.XOR, lanes));
      case "less than of two batches" -> LaneLessThan.compare(context, additive, additive);
      case "less than of two batches of xor shares" -> LaneLessThan.compare(context, xor, xor);
      case "opening of xor shares" ->
          Opening.toAll(context, new SharedBits(context.self(), lanes, new long[words], null));
      default -> throw new IllegalArgumentException(name + " is listed and not tested");
    }
  }

  private static Shares zeros(Context context, Sharing sharing, int lanes) {
    return Shares.single(context.self(), sharing, new Ring(1), new long[lanes]);
  }
}
