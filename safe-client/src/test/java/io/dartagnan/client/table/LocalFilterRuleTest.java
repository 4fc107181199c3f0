package io.dartagnan.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.LocalFilters;
import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.FilterPlan.Part;
import io.dartagnan.client.filter.FilterPlan.Place;
import io.dartagnan.client.filter.RowRanges;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class LocalFilterRuleTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final Part PUSHED = Part.at(Place.CLOUDS_ON_SHARES, "on shares");
  private static final Part PAGE = Part.local("PageFilter", "it counts rows");
  private static final Part VALUE = Part.local("ValueFilter", "it compares");

  @Test
  void theLogHearsOnceOfEachTableAndShape() {
    LocalFilterRule rule = new LocalFilterRule(LocalFilters.ALLOW);

    assertThat(rule.apply(TABLE, plan(PUSHED, PAGE))).isTrue();
    assertThat(rule.apply(TABLE, plan(PUSHED, PAGE))).isFalse();
    assertThat(rule.apply(TABLE, plan(PAGE))).isFalse();
    assertThat(rule.apply(TABLE, plan(PAGE, VALUE))).isTrue();
    assertThat(rule.apply(TableName.valueOf("other"), plan(PAGE))).isTrue();
    assertThat(rule.apply(TABLE, plan(PUSHED))).isFalse();
  }

  @Test
  void whatIsRememberedIsBounded() {
    LocalFilterRule rule = new LocalFilterRule(LocalFilters.ALLOW);
    rule.apply(TABLE, plan(PAGE));
    for (int i = 0; i < 1_000; i++) {
      assertThat(rule.apply(TableName.valueOf("t" + i), plan(PAGE))).isTrue();
    }

    assertThat(rule.apply(TABLE, plan(PAGE))).isTrue();
  }

  @Test
  void aRefusalNamesEveryPartAndTheSetting() {
    LocalFilterRule rule = new LocalFilterRule(LocalFilters.REFUSE);

    assertThat(rule.apply(TABLE, plan(PUSHED))).isFalse();
    assertThatThrownBy(() -> rule.apply(TABLE, plan(PAGE, PUSHED, VALUE)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage(
            "the filtered scan of table t was not sent: dartagnan.client.filter.local is 'refuse',"
                + " and the client would have to judge PageFilter (it counts rows); ValueFilter"
                + " (it compares); set it to 'allow', or leave these out");
  }

  private static FilterPlan plan(Part... parts) {
    return new FilterPlan(
        Optional.empty(), RowRanges.ALL, Optional.empty(), List.of(parts), true, false);
  }
}
