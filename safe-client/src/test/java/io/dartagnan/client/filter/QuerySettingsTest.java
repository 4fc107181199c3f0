package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuerySettingsTest {

  @Test
  void defaultsAreThoseOfTheDocumentation() {
    assertThat(QuerySettings.of(new Configuration(false)))
        .isEqualTo(new QuerySettings(4, 120_000, "bogdanov"));
  }

  @Test
  void theConfigurationDecides() {
    Configuration configuration = new Configuration(false);
    configuration.set("dartagnan.client.query.attempts", " 7 ");
    configuration.set("dartagnan.client.query.timeout.ms", "500");
    configuration.set("dartagnan.client.query.suite", "other");

    assertThat(QuerySettings.of(configuration)).isEqualTo(new QuerySettings(7, 500, "other"));
  }

  @ParameterizedTest
  @CsvSource({
    "dartagnan.client.query.attempts, 0, is 0; 1 or more is allowed",
    "dartagnan.client.query.attempts, many, is 'many'; a whole number of 1 or more is allowed",
    "dartagnan.client.query.timeout.ms, -1, is -1; 1 or more is allowed",
    "dartagnan.client.query.suite, ' ', is blank"
  })
  void aValueThatIsNotAllowedIsNamedWithItsKey(String key, String value, String reason) {
    Configuration configuration = new Configuration(false);
    configuration.set(key, value);

    assertThatThrownBy(() -> QuerySettings.of(configuration))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key + " " + reason);
  }

  @Test
  void pausesGrowAndThenStay() {
    QuerySettings settings = QuerySettings.of(new Configuration(false));

    assertThat(settings.pauseMs(1)).isEqualTo(100);
    assertThat(settings.pauseMs(2)).isEqualTo(300);
    assertThat(settings.pauseMs(3)).isEqualTo(1000);
    assertThat(settings.pauseMs(99)).isEqualTo(1000);
  }
}
