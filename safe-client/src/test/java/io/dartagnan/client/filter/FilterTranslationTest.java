package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Schemas;
import io.dartagnan.client.refusal.UnsupportedOptions;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FilterTranslationTest {
  private static final byte[] EIGHT = Bytes.toBytes(-42L);
  private static final TableSchema SCHEMA = Schemas.visits();

  static Stream<Arguments> supported() {
    List<Arguments> table = new ArrayList<>();
    for (CompareOperator operator : CompareOperator.values()) {
      if (operator == CompareOperator.NO_OP) {
        continue;
      }
      for (String column : List.of("number", "blob", "text", "open")) {
        table.add(Arguments.of(operator, column, new BinaryComparator(EIGHT), Ordering.UNSIGNED));
      }
      for (String column : List.of("number", "open")) {
        table.add(Arguments.of(operator, column, new LongComparator(-42), Ordering.SIGNED));
      }
    }
    return table.stream();
  }

  @ParameterizedTest
  @MethodSource("supported")
  void everySupportedCombinationBecomesTheSameComparison(
      CompareOperator operator, String column, ByteArrayComparable comparator, Ordering ordering) {
    FilterPlan plan = plan(new Scan().setFilter(filter(column, operator, comparator)));

    assertThat(plan)
        .isInstanceOfSatisfying(
            FilterPlan.Evaluate.class,
            evaluate -> {
              assertThat(evaluate.comparison().operator())
                  .isEqualTo(Operator.valueOf(operator.name()));
              assertThat(evaluate.comparison().ordering()).isEqualTo(ordering);
              assertThat(evaluate.family()).asString().isEqualTo("v");
              assertThat(evaluate.qualifier()).asString().isEqualTo(column);
              assertThat(evaluate.protection())
                  .isEqualTo(SCHEMA.require(evaluate.family(), evaluate.qualifier()));
              assertThat(evaluate.operand()).isEqualTo(EIGHT);
              assertThat(evaluate.keepMissing()).isTrue();
            });
  }

  @Test
  void rowsWithoutTheColumnAreDroppedWhenTheFilterSaysSo() {
    SingleColumnValueFilter filter = equal("text", new BinaryComparator(EIGHT));
    filter.setFilterIfMissing(true);

    assertThat(plan(new Scan().setFilter(filter)))
        .isInstanceOfSatisfying(
            FilterPlan.Evaluate.class, plan -> assertThat(plan.keepMissing()).isFalse());
  }

  static Stream<Arguments> refusedFilters() {
    SingleColumnValueFilter anyVersion = equal("text", new BinaryComparator(EIGHT));
    anyVersion.setLatestVersionOnly(false);
    SingleColumnValueFilter subclass =
        new SingleColumnValueFilter(
            Bytes.toBytes("v"), Bytes.toBytes("text"), CompareOperator.EQUAL, EIGHT) {};
    return Stream.of(
        Arguments.of(
            new SingleColumnValueExcludeFilter(
                Bytes.toBytes("v"), Bytes.toBytes("text"), CompareOperator.EQUAL, EIGHT),
            "SingleColumnValueExcludeFilter is not supported"),
        Arguments.of(subclass, "SingleColumnValueFilter is"),
        Arguments.of(new PrefixFilter(EIGHT), "PrefixFilter is not supported"),
        Arguments.of(
            new FilterList(equal("text", new BinaryComparator(EIGHT))),
            "FilterList is not supported"),
        Arguments.of(anyVersion, "setLatestVersionOnly(false)"),
        Arguments.of(
            filter("text", CompareOperator.NO_OP, new BinaryComparator(EIGHT)),
            "operator NO_OP is not supported"),
        Arguments.of(
            filter("text", null, new BinaryComparator(EIGHT)), "operator null is not supported"),
        Arguments.of(
            equal("text", new BinaryPrefixComparator(EIGHT)),
            "comparator BinaryPrefixComparator is not supported"),
        Arguments.of(equal("text", new BinaryComparator(EIGHT) {}), "comparator"),
        Arguments.of(equal("text", new BinaryComparator(null)), "BinaryComparator of null"),
        Arguments.of(equal("text", null), "no comparator"),
        Arguments.of(equal("text", new LongComparator(1)), "column of type string(12)"),
        Arguments.of(equal("blob", new LongComparator(1)), "column of type bytes(12)"),
        Arguments.of(equal("number", new BinaryComparator(new byte[7])), "an operand of 7 bytes"));
  }

  @ParameterizedTest
  @MethodSource("refusedFilters")
  void aFilterThatTheCloudsCannotEvaluateIsRefused(Filter filter, String reason) {
    assertThatThrownBy(() -> plan(new Scan().setFilter(filter)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining(reason)
        .hasMessageContaining("table visits was not sent");
  }

  static Stream<Arguments> refusedScans() {
    return Stream.of(
        refused("setReversed", scan -> scan.setReversed(true)),
        refused("setAllowPartialResults", scan -> scan.setAllowPartialResults(true)),
        refused("setNeedCursorResult", scan -> scan.setNeedCursorResult(true)),
        refused("setRaw", scan -> scan.setRaw(true)),
        refused("setScanMetricsEnabled", scan -> scan.setScanMetricsEnabled(true)),
        refused("setConsistency", scan -> scan.setConsistency(Consistency.TIMELINE)),
        refused("setReplicaId", scan -> scan.setReplicaId(1)));
  }

  private static Arguments refused(String feature, Consumer<Scan> use) {
    return Arguments.of(feature, use);
  }

  @ParameterizedTest
  @MethodSource("refusedScans")
  void aScanFeatureThatAFilteredScanLacksIsRefused(String feature, Consumer<Scan> use) {
    Scan scan = new Scan();
    use.accept(scan);
    scan.setFilter(equal("text", new BinaryComparator(EIGHT)));

    assertThatThrownBy(() -> plan(scan))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining(feature);
  }

  @Test
  void allReasonsComeInOneMessage() {
    SingleColumnValueFilter filter =
        filter("nowhere", CompareOperator.NO_OP, new BinaryPrefixComparator(EIGHT));
    filter.setLatestVersionOnly(false);

    assertThatThrownBy(() -> plan(new Scan().setReversed(true).setRaw(true).setFilter(filter)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContainingAll(
            "setReversed(true)",
            "setRaw",
            "setLatestVersionOnly(false)",
            "NO_OP",
            "BinaryPrefixComparator",
            "the column is not declared");
  }

  @Test
  void anUndeclaredColumnIsTheCallersMistake() {
    Scan scan = new Scan().setFilter(equal("nowhere", new BinaryComparator(EIGHT)));

    assertThatThrownBy(() -> plan(scan))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column v:nowhere of table visits is not declared");
  }

  @Test
  void aScanWithoutAFilterIsNotPlanned() {
    assertThatThrownBy(() -> plan(new Scan())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void neitherPlanNorRefusalShowsTheOperand() {
    SingleColumnValueFilter shown = equal("text", new BinaryComparator(Bytes.toBytes("secret")));
    SingleColumnValueFilter refused =
        equal("number", new BinaryComparator(Bytes.toBytes("secret")));

    assertThat(plan(new Scan().setFilter(shown)).toString())
        .isEqualTo("v:text (additive string(12)) EQUAL");
    assertThatThrownBy(() -> plan(new Scan().setFilter(refused)))
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining(Bytes.toHex(Bytes.toBytes("secret")));
  }

  @Test
  void theOperandIsACopy() {
    byte[] operand = Bytes.toBytes("abc");
    FilterPlan plan = plan(new Scan().setFilter(equal("text", new BinaryComparator(operand))));
    operand[0] = 'z';

    assertThat(((FilterPlan.Evaluate) plan).operand()).asString().isEqualTo("abc");
  }

  @Test
  void aPlainColumnTakesAnOperandOfAnyLength() {
    Scan scan = new Scan().setFilter(equal("open", new BinaryComparator(new byte[3])));

    assertThat(plan(scan))
        .isInstanceOfSatisfying(
            FilterPlan.Evaluate.class,
            plan -> assertThat(plan.protection()).isEqualTo(Protection.PLAIN));
  }

  private static FilterPlan plan(Scan scan) {
    return FilterTranslation.plan(SCHEMA, scan, UnsupportedOptions.of(scan));
  }

  private static SingleColumnValueFilter equal(String column, ByteArrayComparable comparator) {
    return filter(column, CompareOperator.EQUAL, comparator);
  }

  private static SingleColumnValueFilter filter(
      String column, CompareOperator operator, ByteArrayComparable comparator) {
    return new SingleColumnValueFilter(
        Bytes.toBytes("v"), Bytes.toBytes(column), operator, comparator);
  }
}
