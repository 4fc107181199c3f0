package io.dartagnan.mpc.araki;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.araki.masked.MaskedDigits;
import io.dartagnan.mpc.araki.masked.MaskedVerdicts;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.conversion.ToTwoParties;
import io.dartagnan.mpc.harness.ThreeParties;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.replicated.And;
import io.dartagnan.mpc.replicated.AndRounds;
import io.dartagnan.mpc.replicated.CarrySave;
import io.dartagnan.mpc.replicated.Conjunction;
import io.dartagnan.mpc.replicated.FirstDifference;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.replicated.Rounds;
import io.dartagnan.mpc.replicated.ToReplicated;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.Aggregation;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.Protocol;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every protocol that the suite lists is run by its name and measured, rounds and bytes. */
class DeclaredCostsTest {

  static Stream<String> protocols() {
    return new ArakiSuite().protocols().stream().map(Protocol::name);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void partiesSendWhatIsDeclared(String name) {
    Protocol protocol =
        new ArakiSuite()
            .protocols().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
    int[][] shapes = {{1, 1}, {1, 64}, {1, 65}, {3, 130}, {1, 1000}};
    for (int[] shape : shapes) {
      Ring ring = new Ring(shape[0]);
      int lanes = shape[1];
      ThreeParties.Run<?> run =
          ThreeParties.run(
              (context, self) -> {
                onZeros(name, context, ring, lanes);
                return null;
              });
      assertThat(run.cost())
          .as("%d lanes of %d limbs", lanes, ring.limbs())
          .isEqualTo(protocol.cost(ring, lanes));
    }
  }

  private static void onZeros(String name, Context context, Ring ring, int lanes) {
    int width = BitPlanes.words(lanes);
    int n = ring.bits();
    Shares x = zeros(context, Sharing.ADDITIVE, ring, lanes);
    Shares k = zeros(context, Sharing.ADDITIVE, ring, 1);
    Shares xorX = zeros(context, Sharing.XOR, ring, lanes);
    Shares xorK = zeros(context, Sharing.XOR, ring, 1);
    Aggregation aggregation = new ArakiAggregation();
    SharedBits bits = aggregation.constants(context.self(), lanes, new long[width]);
    switch (name) {
      case "reshare to two parties" -> ToTwoParties.convert(context, x);
      case "equality, revealed" -> RevealedEquality.compare(context, x, k);
      case "AND of replicated bits" -> And.GATES.of(context, planes(1, width), planes(1, width));
      case "conjunction" ->
          AndRounds.run(And.GATES, context, List.of(new Conjunction(planes(n, width))));
      case "first difference" ->
          AndRounds.run(
              And.GATES,
              context,
              List.of(new FirstDifference(0, true, planes(n, width), planes(n, width))));
      case "to replicated" -> ToReplicated.convert(context, new long[n * width]);
      case "equality of xor shares, shared" -> compare(context, Operator.EQUAL, xorX, xorK);
      case "less-than on xor shares" -> compare(context, Operator.LESS, xorX, xorK);
      case "to masked" -> ToMasked.convert(context, x);
      case "verdict on masked values" ->
          Rounds.run(
              List.of(
                  new MaskedVerdicts(
                      context,
                      List.of(
                          new MaskedDigits(
                              new MaskedDigits.Size(ring, width, true),
                              new long[n * width],
                              null)))));
      case "equality of additive shares, shared" -> compare(context, Operator.EQUAL, x, k);
      case "less-than on additive shares" -> compare(context, Operator.LESS, x, k);
      case "count of replicated bits" -> aggregation.count(context, bits, 0, lanes);
      case "bit times number" -> aggregation.times(context, bits, x);
      case "sum of additive shares under bits" ->
          aggregation.sum(context, bits, zeros(context, Sharing.ADDITIVE, new Ring(1), lanes));
      case "bit times string" -> aggregation.times(context, bits, xorX);
      case "carry-save addition" ->
          AndRounds.run(
              And.GATES,
              context,
              List.of(new CarrySave(planes(n, width), width * Long.SIZE, n, CarrySave.TWO_WORDS)));
      case "sum of xor shares under bits" ->
          aggregation.sum(context, bits, zeros(context, Sharing.XOR, new Ring(1), lanes));
      case "less-than of two batches, xor shares" -> aggregation.less(context, xorX, xorX);
      case "less-than of two batches, additive shares" -> aggregation.less(context, x, x);
      case "opening of replicated shares" ->
          Opening.toAll(
              context, new SharedBits(context.self(), lanes, new long[width], new long[width]));
      case "opening of xor shares" ->
          Opening.toAll(context, new SharedBits(context.self(), lanes, new long[width], null));
      case "opening of two parties' xor shares" -> Opening.ofTwo(context, new long[width], lanes);
      default -> throw new IllegalArgumentException(name + " is listed and not tested");
    }
  }

  private static void compare(Context context, Operator operator, Shares x, Shares k) {
    new ArakiSuite().compare(context, new Comparison(operator, Ordering.UNSIGNED), x, k);
  }

  private static Shares zeros(Context context, Sharing sharing, Ring ring, int lanes) {
    return Shares.single(context.self(), sharing, ring, new long[lanes * ring.limbs()]);
  }

  private static ReplicatedPlanes planes(int count, int width) {
    return new ReplicatedPlanes(width, new long[count * width], new long[count * width]);
  }
}
