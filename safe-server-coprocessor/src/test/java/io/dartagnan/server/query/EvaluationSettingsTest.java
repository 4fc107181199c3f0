package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvaluationSettingsTest {

  @Test
  void theLeastOfEachIsAllowed() {
    assertThatCode(() -> settings(1, 0, 0)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 0, 'dartagnan.evaluation.max is 0, it must be 1 or more'",
    "1, -1, 0, 'dartagnan.evaluation.overlap.max is -1, it must be 0, for none, or more'",
    "1, 0, -1, 'dartagnan.alignment.missing.max is -1, it must be 0 or more'",
  })
  void aSettingBelowItsLeastIsRefusedUnderItsKey(
      int max, int maxOverlap, int mostMissing, String reason) {
    assertThatThrownBy(() -> settings(max, maxOverlap, mostMissing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(reason);
  }

  private static EvaluationSettings settings(int max, int maxOverlap, int mostMissing) {
    return new EvaluationSettings(Duration.ofSeconds(1), max, maxOverlap, mostMissing);
  }
}
