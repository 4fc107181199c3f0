package io.dartagnan.ycsb.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DomainTest {
  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());

  private static Stream<Domain> domains() {
    return Stream.of(
        Domain.int64(),
        Domain.int64Below(20),
        Domain.text(4),
        Domain.text(15),
        Domain.text(16),
        Domain.text(64),
        Domain.text(1024),
        Domain.days(2015, 2020));
  }

  @ParameterizedTest
  @MethodSource("domains")
  void valuesAreOrderedAsTheirNumbersAndFitTheType(Domain domain) {
    Random random = new Random(seed);
    for (int turn = 0; turn < 1_000; turn++) {
      long one = domain.drawn(random.nextLong());
      long other = domain.drawn(random.nextLong());
      byte[] value = domain.value(one);

      assertThat(Integer.signum(Bytes.compareTo(value, domain.value(other))))
          .as("seed %d", seed)
          .isEqualTo(Integer.signum(Long.compareUnsigned(one, other)));
      assertThat(domain.type())
          .isEqualTo(domain.isInt64() ? "int64" : "string(" + value.length + ")");
      assertThat(domain.size() == 0 || Long.compareUnsigned(one, domain.size()) < 0).isTrue();
    }
  }

  @Test
  void drawsAreUniform() {
    Domain types = Domain.int64Below(20);
    Column column = Column.of("f:Type", types, seed);
    long[] counts = new long[20];
    for (long row = 0; row < 100_000; row++) {
      counts[(int) column.number(row)]++;
    }
    // Five standard deviations of a share of 5,000.
    assertThat(Arrays.stream(counts).boxed())
        .as("seed %d", seed)
        .allMatch(count -> Math.abs(count - 5_000) < 350);
  }

  @Test
  void daysAreTheDaysOfSixYearsInFourteenBytes() {
    Domain days = Domain.days(2015, 2020);
    assertThat(days.size()).isEqualTo(2_192);
    assertThat(Bytes.toString(days.value(0))).isEqualTo("20150101000000");
    assertThat(Bytes.toString(days.value(2_191))).isEqualTo("20201231000000");
  }
}
