package io.dartagnan.cli.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.fixture.PlainRegion;
import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.mpc.harness.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConditionTest {

  private static final List<String> OPERATORS = List.of("=", "!=", "<", "<=", ">", ">=");

  @TempDir private Path folder;
  private TableColumns columns;

  @BeforeEach
  void readColumns() {
    ImportPlan plan = Csv.plan(folder, Csv.THREE_ROWS);
    columns = TableColumns.of(plan.schema().descriptor(TableName.valueOf("t"), "f"));
  }

  @Test
  void matchesExactlyWhatTheFilterOfHBaseKeeps() throws IOException {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      TableColumns.Column column = columns.all().get(random.nextInt(columns.all().size()));
      String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
      Condition condition =
          Condition.of(column, Condition.OPERATORS.get(operator), text(column, random));
      byte[] value = column.format().encode(text(column, random));

      assertThat(condition.matches(any -> value))
          .as("seed %d, case %d: %s", seed, i, condition.text())
          .isEqualTo(keeps(condition.filter(), column, value));
      assertThat(condition.matches(any -> null)).isEqualTo(keeps(condition.filter(), column, null));
    }
  }

  @Test
  void ordersNumbersByAmountAlsoBelowZero() throws IOException {
    TableColumns.Column count = columns.named("Count");
    TableColumns.Column fee = columns.named("Fee");
    Condition negative = Condition.of(count, CompareOperator.LESS, "0");

    assertThat(((SingleColumnValueFilter) negative.filter()).getComparator())
        .isInstanceOf(LongComparator.class);
    assertThat(keeps(negative.filter(), count, Bytes.toBytes(-12L))).isTrue();
    assertThat(keeps(negative.filter(), count, Bytes.toBytes(3L))).isFalse();
    Condition aboveMinusTwo = Condition.of(fee, CompareOperator.GREATER, "-2.00");
    assertThat(keeps(aboveMinusTwo.filter(), fee, Bytes.toBytes(-199L))).isTrue();
    assertThat(keeps(aboveMinusTwo.filter(), fee, Bytes.toBytes(-201L))).isFalse();
  }

  @Test
  void warnsWhenTextIsOrderedByANumber() {
    TableColumns.Column name = columns.named("Name");

    assertThat(Condition.of(name, CompareOperator.GREATER, "3").warning())
        .hasValue(
            "column 'Name' is declared xor string(7) and is compared as text, in which '10' comes"
                + " before '9'; numbers are compared by amount in columns declared int64 or"
                + " decimal(d)");
    assertThat(Condition.of(name, CompareOperator.EQUAL, "3").warning()).isEmpty();
    assertThat(Condition.of(name, CompareOperator.GREATER, "C3").warning()).isEmpty();
    assertThat(Condition.of(columns.named("Fee"), CompareOperator.GREATER, "3").warning())
        .isEmpty();
  }

  @Test
  void findsWordsAsTheFilterOfHBaseDoes() throws IOException {
    TableColumns.Column name = columns.named("Name");
    byte[] value = Bytes.toBytes("Ann-Mary");
    for (String word : List.of("ann", "MARY", "annmary")) {
      for (String symbol : Condition.WORD_OPERATORS.keySet()) {
        Condition condition = Condition.of(name, symbol, word);
        boolean has = !word.equals("annmary");
        assertThat(condition.matches(any -> value))
            .isEqualTo(has == symbol.equals("contains-word"))
            .isEqualTo(keeps(condition.filter(), name, value));
        assertThat(condition.negated().matches(any -> value))
            .isNotEqualTo(condition.matches(any -> value));
        assertThat(condition.matches(any -> null)).isFalse();
      }
    }
  }

  @Test
  void doesNotTellItsValue() {
    assertThat(Condition.of(columns.named("Name"), CompareOperator.EQUAL, "Ann"))
        .hasToString("Name EQUAL");
  }

  private static String text(TableColumns.Column column, Random random) {
    return column.format().isNumeric()
        ? Integer.toString(random.nextInt(7) - 3)
        : "abc".substring(random.nextInt(3)).substring(0, 1).repeat(random.nextInt(3));
  }

  private static boolean keeps(Filter filter, TableColumns.Column column, byte[] value)
      throws IOException {
    return PlainRegion.keeps(filter, value == null ? Map.of() : Map.of(column, value));
  }
}
