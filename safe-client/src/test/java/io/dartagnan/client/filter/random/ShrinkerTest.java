package io.dartagnan.client.filter.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ShrinkerTest {

  @Test
  void leavesOutWhatAFailureDoesNotNeed() {
    Filter filter =
        new FilterList(
            FilterList.Operator.MUST_PASS_ONE,
            new KeyOnlyFilter(),
            new WhileMatchFilter(
                new FilterList(new SkipFilter(new PageFilter(2)), new KeyOnlyFilter())));
    filter.setReversed(true);
    Scan scan =
        new Scan()
            .setReversed(true)
            .setLimit(3)
            .readVersions(2)
            .withStartRow(Bytes.toBytes("k"))
            .addFamily(Bytes.toBytes("a"));

    RandomQuery smallest =
        Shrinker.shrink(
            new RandomQuery(7, scan, filter),
            query ->
                query.scan().isReversed()
                    && query.filter() != null
                    && FilterText.of(query.filter()).contains("PageFilter"));

    assertThat(smallest.filter()).isEqualTo(new PageFilter(2));
    assertThat(smallest.scan().isReversed()).isTrue();
    assertThat(smallest.scan().getLimit()).isEqualTo(-1);
    assertThat(smallest.scan().getMaxVersions()).isEqualTo(1);
    assertThat(smallest.scan().getStartRow()).isEmpty();
    assertThat(smallest.scan().hasFamilies()).isFalse();
    assertThat(smallest.toString()).contains("seed 7", "PageFilter 2");
  }

  @Test
  void keepsWhatAFailureNeeds() {
    Filter filter = new FilterList(new KeyOnlyFilter(), new PageFilter(1), new PageFilter(2));

    RandomQuery smallest =
        Shrinker.shrink(
            new RandomQuery(7, new Scan(), filter),
            query ->
                query.filter() instanceof FilterList list
                    && list.getFilters().contains(new PageFilter(1))
                    && list.getFilters().contains(new PageFilter(2)));

    assertThat(((FilterList) smallest.filter()).getFilters())
        .isEqualTo(List.of(new PageFilter(1), new PageFilter(2)));
  }
}
