package io.dartagnan.server.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.Protection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchSizeTest {

  @ParameterizedTest(name = "{0}, {1}: {2} rows")
  @CsvSource({
    "araki, additive int64, 8192",
    "araki, xor string(39), 6553",
    "araki, replicated string(39), 3276",
    "bogdanov, additive int64, 4096",
    "bogdanov, xor int64, 8192",
    "bogdanov, additive string(39), 819",
    "araki, additive string(16384), 64",
    "bogdanov, additive string(16384), 64"
  })
  void followsFromWhatAnOrderSends(String suite, String protection, int rows) {
    assertThat(rows(protection, Operator.LESS, suite)).isEqualTo(rows);
  }

  @Test
  void anEqualitySendsLessAndTakesMoreRows() {
    assertThat(rows("additive int64", Operator.EQUAL, "bogdanov")).isEqualTo(8192);
  }

  @Test
  void plainColumnsCostNothingToCompare() {
    assertThat(rows("plain", Operator.LESS, "bogdanov")).isEqualTo(8192);
  }

  private static int rows(String protection, Operator operator, String suite) {
    return BatchSize.mostRows(
        Protection.parse(protection),
        new Comparison(operator, Ordering.UNSIGNED),
        ProtocolSuites.installed().named(suite));
  }
}
