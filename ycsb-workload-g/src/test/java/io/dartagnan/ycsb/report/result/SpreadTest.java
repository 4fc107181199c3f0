package io.dartagnan.ycsb.report.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void aQuotientReachesFromTheLeastToTheGreatestThatTheRangesAllow() {
    assertThat(Spread.of(List.of(2.0, 3.0, 6.0)).over(Spread.of(List.of(1.0, 2.0))))
        .isEqualTo(new Spread(2, 1, 6, 2));
  }

  @Test
  void theMedianIsTheMiddleOrTheMeanOfBothMiddles() {
    assertThat(Spread.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new Spread(4, 1, 9, 3));
    assertThat(Spread.of(List.of(9.0, 1.0, 4.0, 5.0))).isEqualTo(new Spread(4.5, 1, 9, 4));
    assertThat(Spread.of(List.of(2.0))).isEqualTo(new Spread(2, 2, 2, 1));
    assertThatThrownBy(() -> Spread.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aDifferenceIsSwallowedWhereTheRangesMeet() {
    Spread low = Spread.of(List.of(10.0, 11.0, 15.0));

    assertThat(low.swallows(Spread.of(List.of(14.0, 30.0, 40.0)))).isTrue();
    assertThat(Spread.of(List.of(14.0, 30.0, 40.0)).swallows(low)).isTrue();
    assertThat(low.swallows(Spread.of(List.of(1.0, 30.0)))).isTrue();
    assertThat(low.swallows(Spread.of(List.of(16.0, 30.0)))).isFalse();
    assertThat(Spread.of(List.of(16.0, 30.0)).swallows(low)).isFalse();
  }

  @Test
  void quantilesAreValuesOfTheSample() {
    List<Double> values = List.of(5.0, 1.0, 4.0, 2.0, 3.0, 6.0, 7.0, 8.0, 9.0, 10.0);

    assertThat(Spread.quantile(values, 0.1)).isEqualTo(1);
    assertThat(Spread.quantile(values, 0.5)).isEqualTo(5);
    assertThat(Spread.quantile(values, 1)).isEqualTo(10);
    assertThat(Spread.quantile(values, 0)).isEqualTo(1);
    assertThat(Spread.shareBelow(values, 4)).isEqualTo(0.3);
  }
}
