package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.ShareBytes;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FilterPlanTest {
  private static final byte[] OPERAND = Bytes.toBytes("\u0001operand"); // eight bytes

  @ParameterizedTest
  @ValueSource(
      strings = {
        "additive int64",
        "additive bytes(5)",
        "additive bytes(20)",
        "additive string(300)",
        "xor int64",
        "xor bytes(20)",
        "replicated int64",
        "replicated string(300)"
      })
  void sharesOfTheOperandAddUpToItAndAreDealtAnewEachTime(String declared) {
    Protection protection = Protection.parse(declared);
    FilterPlan.Evaluate plan = plan(protection);

    List<byte[]> shares = plan.deal(new SecureRandom());
    List<byte[]> again = plan.deal(new SecureRandom());

    assertThat(sum(protection, shares)).isEqualTo(protection.type().encodeOperand(OPERAND));
    assertThat(sum(protection, again)).isEqualTo(protection.type().encodeOperand(OPERAND));
    for (int party = 0; party < 3; party++) {
      assertThat(again.get(party)).isNotEqualTo(shares.get(party));
    }
  }

  @Test
  void aPlainColumnsOperandGoesToAllThree() {
    assertThat(plan(Protection.PLAIN).deal(new SecureRandom()))
        .containsExactly(OPERAND, OPERAND, OPERAND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"replicated int64", "replicated bytes(20)"})
  void aPartyGetsTwoSharesOfAReplicatedOperand(String declared) {
    Protection protection = Protection.parse(declared);
    int elementBytes = protection.type().ring().limbs() * Long.BYTES;

    List<byte[]> shares = plan(protection).deal(new SecureRandom());

    for (Party party : Party.ALL) {
      byte[] held = shares.get(party.index());
      byte[] ofNext = shares.get(party.next().index());
      assertThat(held).hasSize(2 * elementBytes);
      assertThat(Arrays.copyOfRange(held, elementBytes, 2 * elementBytes))
          .isEqualTo(Arrays.copyOf(ofNext, elementBytes));
    }
  }

  private static FilterPlan.Evaluate plan(Protection protection) {
    return new FilterPlan.Evaluate(
        Bytes.toBytes("v"),
        Bytes.toBytes("q"),
        protection,
        new Comparison(Operator.LESS, Ordering.UNSIGNED),
        true,
        OPERAND);
  }

  private static long[] sum(Protection protection, List<byte[]> shares) {
    return Reconstruction.values(
        Party.ALL.stream()
            .map(party -> ShareBytes.read(shares.get(party.index()), party, protection))
            .toList());
  }
}
