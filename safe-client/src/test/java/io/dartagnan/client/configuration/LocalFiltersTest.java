package io.dartagnan.client.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class LocalFiltersTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void theClientJudgesUnlessItIsRefused() {
    assertThat(LocalFilters.of(conf)).isEqualTo(LocalFilters.ALLOW);
    conf.set("dartagnan.client.filter.local", " refuse ");
    assertThat(LocalFilters.of(conf)).isEqualTo(LocalFilters.REFUSE);
    conf.set("dartagnan.client.filter.local", "allow");
    assertThat(LocalFilters.of(conf)).isEqualTo(LocalFilters.ALLOW);
  }

  @Test
  void anyOtherWordIsRefused() {
    conf.set("dartagnan.client.filter.local", "REFUSE");

    assertThatThrownBy(() -> LocalFilters.of(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("dartagnan.client.filter.local is 'REFUSE'; 'allow' and 'refuse' are allowed");
  }
}
