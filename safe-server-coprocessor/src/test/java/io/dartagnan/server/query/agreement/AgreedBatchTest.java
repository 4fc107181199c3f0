package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.server.query.agreement.AlignedBatch.AlignedRow;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Conditions on keys, against a comparison of each key. */
class AgreedBatchTest {
  private static final int TIMES = 500;

  private final Random random = Seed.random(this);

  @ParameterizedTest
  @EnumSource
  void keysSatisfyAConditionAsEachDoes(Operator operator) {
    for (int i = 0; i < TIMES; i++) {
      List<byte[]> keys = keys(random.nextBoolean());
      byte[] operand = key();
      PublicCondition condition =
          new PublicCondition(0, new Comparison(operator, Ordering.UNSIGNED), operand);
      long[] bits = batch(keys).keyBits(condition);
      for (int lane = 0; lane < keys.size(); lane++) {
        assertThat(BitPlanes.bit(bits, lane))
            .isEqualTo(operator.holds(Arrays.compareUnsigned(keys.get(lane), operand)));
      }
    }
  }

  /** None, one, or some in either order. */
  private List<byte[]> keys(boolean reversed) {
    Comparator<byte[]> order = Bytes.BYTES_COMPARATOR;
    TreeSet<byte[]> keys = new TreeSet<>(reversed ? order.reversed() : order);
    for (int count = random.nextInt(150); count > 0; count--) {
      keys.add(key());
    }
    return List.copyOf(keys);
  }

  private byte[] key() {
    byte[] key = new byte[1 + random.nextInt(2)];
    random.nextBytes(key);
    return key;
  }

  private static AgreedBatch<MemoryRow> batch(List<byte[]> keys) {
    List<AlignedRow<MemoryRow>> rows =
        keys.stream()
            .map(key -> new AlignedRow<>(MemoryRow.absent(key), new Version[0], false))
            .toList();
    return new RowBatch<>(null, List.of(), new AlignedBatch<>(rows, null, ""), null);
  }
}
