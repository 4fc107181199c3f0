package io.dartagnan.mpc.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is left of random predicates, against the same logic lane by lane. */
class ResidualTest {
  private enum Truth {
    NO,
    OPEN,
    YES
  }

  private final Random random = Seed.random(this);

  @Test
  void eachLaneIsDecidedAsTheTruthTablesSay() {
    for (int round = 0; round < 500; round++) {
      SampleTable table = new SampleTable(random, 70, List.of(Sharing.XOR, Sharing.ADDITIVE));
      Batch batch = table.batch(Party.P0);
      Predicate predicate = table.any(5).byParty().get(0);
      Residual residual = new Residual(predicate, new PublicBits(predicate, batch));
      long[] open = new long[2];
      long[] yes = new long[2];
      for (int lane = 0; lane < 70; lane++) {
        Truth truth = truth(predicate, batch, lane);
        open[lane / 64] |= truth == Truth.OPEN ? 1L << lane : 0;
        yes[lane / 64] |= truth == Truth.YES ? 1L << lane : 0;
      }
      assertThat(residual.holds()).as("%s", predicate).isEqualTo(yes);
      assertThat(residual.lanes()).as("%s", predicate).isEqualTo(lanes(open));
    }
  }

  /** What remains is true, false or open with the predicate, and has no part that says nothing. */
  @Test
  void whatIsLeftSaysTheSameOnOpenLanesAndNothingInItIsSettled() {
    for (int round = 0; round < 500; round++) {
      SampleTable table = new SampleTable(random, 70, List.of(Sharing.XOR, Sharing.ADDITIVE));
      Batch batch = table.batch(Party.P0);
      Predicate predicate = table.any(5).byParty().get(0);
      Residual residual = new Residual(predicate, new PublicBits(predicate, batch));
      if (residual.lanes().length == 0) {
        assertThat(residual.predicate()).isNull();
        continue;
      }
      for (boolean shared : new boolean[] {false, true}) {
        for (int lane : residual.lanes()) {
          assertThat(holds(residual.predicate(), batch, lane, shared))
              .as("%s left of %s", residual.predicate(), predicate)
              .isEqualTo(holds(predicate, batch, lane, shared));
        }
      }
      parts(residual.predicate())
          .forEach(
              part ->
                  assertThat(
                          Arrays.stream(residual.lanes())
                              .mapToObj(lane -> truth(part, batch, lane))
                              .distinct()
                              .toList())
                      .as("%s in %s, left of %s", part, residual.predicate(), predicate)
                      .isNotEqualTo(List.of(Truth.YES))
                      .isNotEqualTo(List.of(Truth.NO)));
    }
  }

  @Test
  void theMostThatCanBeLeftIsWhatOnePublicChildLeavesOfItsBranch() {
    SampleTable table = new SampleTable(random, 1, List.of(Sharing.XOR));
    Predicate shared = table.shared().byParty().get(0);
    Predicate plain = PublicCondition.present(0);
    Predicate both = new Predicate.And(List.of(shared, shared));
    assertThat(Residual.most(new Predicate.And(List.of(plain, shared)))).isEqualTo(shared);
    assertThat(Residual.most(new Predicate.Or(List.of(new Predicate.Not(plain), shared))))
        .isEqualTo(shared);
    assertThat(Residual.most(new Predicate.Not(new Predicate.Or(List.of(plain, both)))))
        .isEqualTo(new Predicate.Not(both));
    Predicate mixed =
        new Predicate.Or(List.of(shared, new Predicate.And(List.of(plain, shared)), plain));
    assertThat(Residual.most(mixed))
        .isEqualTo(new Predicate.Or(List.of(shared, new Predicate.And(List.of(plain, shared)))));
  }

  private static Truth truth(Predicate predicate, Batch batch, int lane) {
    if (predicate instanceof SharedCondition) {
      return Truth.OPEN;
    }
    if (predicate instanceof Predicate.Not not) {
      return Truth.values()[2 - truth(not.child(), batch, lane).ordinal()];
    }
    if (predicate instanceof Predicate.Branch branch) {
      Stream<Truth> truths = branch.children().stream().map(child -> truth(child, batch, lane));
      return branch instanceof Predicate.And
          ? truths.min(Truth::compareTo).orElseThrow()
          : truths.max(Truth::compareTo).orElseThrow();
    }
    return holds(predicate, batch, lane, false) ? Truth.YES : Truth.NO;
  }

  /** The predicate where every shared condition is {@code shared}. */
  private static boolean holds(Predicate predicate, Batch batch, int lane, boolean shared) {
    if (predicate instanceof SharedCondition) {
      return shared;
    }
    if (predicate instanceof Predicate.Not not) {
      return !holds(not.child(), batch, lane, shared);
    }
    if (predicate instanceof Predicate.And and) {
      return and.children().stream().allMatch(child -> holds(child, batch, lane, shared));
    }
    if (predicate instanceof Predicate.Or or) {
      return or.children().stream().anyMatch(child -> holds(child, batch, lane, shared));
    }
    return BitPlanes.bit(batch.bits((PublicCondition) predicate), lane);
  }

  private static Stream<Predicate> parts(Predicate predicate) {
    Stream<Predicate> below =
        predicate instanceof Predicate.Not not
            ? parts(not.child())
            : predicate instanceof Predicate.Branch branch && !predicate.isPublic()
                ? branch.children().stream().flatMap(ResidualTest::parts)
                : Stream.of();
    return Stream.concat(Stream.of(predicate), below);
  }

  private static int[] lanes(long[] bits) {
    return IntStream.range(0, 70).filter(lane -> BitPlanes.bit(bits, lane)).toArray();
  }
}
