package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.fixture.Schemas;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.FilterQuery;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class CloudRangesTest {
  private static final ScanRange RANGE =
      new ScanRange(
          new RowInterval(Bytes.toBytes("d"), Bytes.toBytes("k")),
          List.of("rs0,1,1", "rs1,1,1", "rs2,1,1"));
  private static final FilterPlan.Evaluate PLAN =
      new FilterPlan.Evaluate(
          Bytes.toBytes("v"),
          Bytes.toBytes("number"),
          Protection.parse("additive int64"),
          new Comparison(Operator.GREATER, Ordering.SIGNED),
          true,
          Bytes.toBytes(7L));

  @Test
  void theThreePartiesAreAskedTheSameWithTheirOwnShare() throws IOException {
    List<FilterQuery> queries = ranges().queries(RANGE);
    FilterQuery first = queries.get(0);

    for (Party party : Party.ALL) {
      FilterQuery query = FilterQuery.decode(queries.get(party.index()).encode());
      assertThat(query.party()).isEqualTo(party);
      assertThat(query.queryHigh()).isEqualTo(first.queryHigh());
      assertThat(query.queryLow()).isEqualTo(first.queryLow());
      assertThat(query.range()).isEqualTo(first.range());
      assertThat(query.servers()).isEqualTo(RANGE.servers());
      assertThat(query.suite()).isEqualTo("bogdanov");
      assertThat(query.family()).isEqualTo(PLAN.family());
      assertThat(query.qualifier()).isEqualTo(PLAN.qualifier());
      assertThat(query.protection()).isEqualTo(PLAN.protection());
      assertThat(query.comparison()).isEqualTo(PLAN.comparison());
      assertThat(query.keepMissing()).isTrue();
    }
    assertThat(queries.stream().mapToLong(query -> Bytes.toLong(query.operand())).sum())
        .isEqualTo(7);
  }

  @Test
  void noSessionAndNoShareIsEverUsedTwice() throws IOException {
    CloudRanges ranges = ranges();
    Set<Long> ids = new HashSet<>();
    Set<Integer> numbers = new HashSet<>();
    Set<Long> shares = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      List<FilterQuery> queries = ranges.queries(RANGE);
      assertThat(ids.add(queries.get(0).queryHigh())).isTrue();
      assertThat(ids.add(queries.get(0).queryLow())).isTrue();
      assertThat(numbers.add(queries.get(0).range())).isTrue();
      queries.forEach(query -> assertThat(shares.add(Bytes.toLong(query.operand()))).isTrue());
    }
  }

  @Test
  void theInnerScanReadsTheRangePageByPageAndCarriesTheQuery() throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes("a"), false)
            .withStopRow(Bytes.toBytes("z"), true)
            .addColumn(Bytes.toBytes("v"), Bytes.toBytes("number"))
            .setTimeRange(3, 9)
            .readVersions(2)
            .setLimit(5)
            .setCaching(100)
            .setAsyncPrefetch(true)
            .setFilter(new PrefixFilter(Bytes.toBytes("a")));
    FilterQuery query = ranges().queries(RANGE).get(1);

    Scan inner = CloudRanges.innerScan(scan, RANGE.rows(), query);

    assertThat(inner.getStartRow()).asString().isEqualTo("d");
    assertThat(inner.includeStartRow()).isTrue();
    assertThat(inner.getStopRow()).asString().isEqualTo("k");
    assertThat(inner.includeStopRow()).isFalse();
    assertThat(inner.getFilter()).isNull();
    assertThat(inner.getLimit()).isEqualTo(-1);
    assertThat(inner.getCaching()).isEqualTo(1);
    assertThat(inner.isAsyncPrefetch()).isFalse();
    assertThat(inner.getMaxVersions()).isEqualTo(InnerVersions.withSlack(2));
    assertThat(inner.getTimeRange()).isEqualTo(scan.getTimeRange());
    assertThat(inner.getFamilyMap()).isEqualTo(scan.getFamilyMap());
    assertThat(inner.getAttribute(FilterQuery.ATTRIBUTE)).isEqualTo(query.encode());
    assertThat(scan.getFilter()).as("the application's scan").isInstanceOf(PrefixFilter.class);
    assertThat(scan.getLimit()).isEqualTo(5);
    assertThat(scan.getAttribute(FilterQuery.ATTRIBUTE)).isNull();
  }

  @Test
  void aPageIsReadFromTheOnlyCellOfAResult() throws IOException {
    Page page = MemoryClouds.page(Page.Kind.MORE, "b", "a", "b");

    assertThat(CloudPages.page(Result.create(List.of(cell(page.encode())))).rows()).hasSize(2);
  }

  @Test
  void whatIsNotAPageIsFatalAndSaysWhatToCheck() {
    Cell page = cell(MemoryClouds.page(Page.Kind.LAST, "").encode());
    for (Result result :
        new Result[] {
          null,
          Result.EMPTY_RESULT,
          Result.create(List.of(page, page)),
          Result.create(List.of(cell(Bytes.toBytes("an ordinary value")))),
          Result.create(List.of(cell(new byte[0])))
        }) {
      assertThatThrownBy(() -> CloudPages.page(result))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("io.dartagnan.server.ProtectedRegion");
    }
  }

  private static Cell cell(byte[] value) {
    return new KeyValue(Bytes.toBytes("row"), Bytes.toBytes("f"), Bytes.toBytes("q"), 1L, value);
  }

  private static CloudRanges ranges() throws IOException {
    return new CloudRanges(List.of(), party -> null, Schemas.TABLE, new Scan(), PLAN, "bogdanov");
  }
}
