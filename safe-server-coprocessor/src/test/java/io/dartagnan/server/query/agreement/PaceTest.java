package io.dartagnan.server.query.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.query.Operation;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {
  private static final PublicCondition PREDICATE = PublicCondition.present(0);

  @ParameterizedTest(name = "limit {0}, batches of {1} at most: {2} first, {3} in flight")
  @CsvSource({
    "2147483647, 8192, 512, 4",
    "2147483647, 100, 100, 4",
    "1, 8192, 64, 1",
    "64, 8192, 64, 1",
    "200, 8192, 200, 1",
    "10000, 8192, 512, 1",
    "10000, 64, 64, 1",
  })
  void theFirstBatchIsSmallAndOneThatIsLimitedSmaller(
      int limit, int mostRows, int firstRows, int inFlight) {
    assertThat(Pace.of(new Operation.Select(PREDICATE, limit), mostRows))
        .isEqualTo(new Pace(firstRows, mostRows, inFlight));
  }

  @Test
  void anAggregateReadsToTheEnd() {
    Operation count = new Operation.Aggregate(PREDICATE, 0, Set.of(Operation.Function.COUNT));

    assertThat(Pace.of(count, 8192)).isEqualTo(new Pace(512, 8192, 4));
  }

  @Test
  void batchesDoubleToTheMost() {
    Pace pace = new Pace(512, 3000, 4);

    assertThat(pace.rowsAfter(512)).isEqualTo(1024);
    assertThat(pace.rowsAfter(1024)).isEqualTo(2048);
    assertThat(pace.rowsAfter(2048)).isEqualTo(3000);
    assertThat(pace.rowsAfter(3000)).isEqualTo(3000);
  }
}
