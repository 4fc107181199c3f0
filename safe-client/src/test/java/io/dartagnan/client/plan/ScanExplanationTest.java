package io.dartagnan.client.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ScanExplanationTest {
  private static final QueryColumn COLUMN =
      new QueryColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), Protection.parse("xor string(9)"));

  @Test
  void everyPartAndCountHasALineAndNoOperand() {
    WhereClause where =
        WhereClause.compare(COLUMN, Operator.EQUAL, Ordering.UNSIGNED, Bytes.toBytes("secret"));
    FilterPlan plan =
        new FilterPlan(
            Optional.of(where),
            RowRanges.prefix(Bytes.toBytes("secret")),
            Optional.empty(),
            List.of(
                FilterPart.at(Place.CLOUDS_ON_SHARES, "SingleColumnValueFilter on f:q EQUAL"),
                FilterPart.local("PageFilter", "it counts rows")));
    ScanExplanation before = ScanExplanation.before(TableName.valueOf("t"), plan);

    assertThat(before.lines())
        .containsExactly(
            "rows read: 1 range of rows",
            "clouds select: f:q = ?",
            "SingleColumnValueFilter on f:q EQUAL: clouds, on shares",
            "PageFilter: client, row by row, since it counts rows");
    assertThat(before.after(new ScanCounters(7, 3, 4096)).lines())
        .startsWith(before.lines().toArray(String[]::new))
        .endsWith(
            "rows fetched from the clouds: 7",
            "rows returned: 3",
            "bytes between the clouds: 4096");
    assertThat(before.toString()).startsWith("scan of table t: rows read").doesNotContain("secret");
  }

  @Test
  void aPlanWithoutRowsSaysSo() {
    FilterPlan plan = new FilterPlan(Optional.empty(), RowRanges.NONE, Optional.empty(), List.of());

    assertThat(ScanExplanation.before(TableName.valueOf("t"), plan).lines())
        .containsExactly("rows read: none, no row can pass");
  }
}
