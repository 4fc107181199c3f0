package io.dartagnan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.filter.Filter;
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
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      TableColumns.Column column = columns.all().get(random.nextInt(columns.all().size()));
      String operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
      Condition condition =
          Condition.parse(
              column.qualifier() + " " + operator + " " + text(column, random), columns);
      byte[] value = column.format().encode(text(column, random));

      assertThat(condition.matches(value))
          .as("seed %d, case %d: %s", seed, i, condition.text())
          .isEqualTo(keeps(condition.filter(), column, value));
      assertThat(condition.matches(null)).isEqualTo(keeps(condition.filter(), column, null));
    }
  }

  @Test
  void readsEveryOperatorWithAndWithoutSpacesAndQuotes() {
    for (String operator : OPERATORS) {
      String expected = "Name " + operator + " x y";
      assertThat(Condition.parse("Name" + operator + "x y", columns).text()).isEqualTo(expected);
      assertThat(Condition.parse(" Name  " + operator + " 'x y' ", columns).text())
          .isEqualTo(expected);
    }
    assertThat(Condition.parse("Name = \" x\"", columns).operand()).isEqualTo(Bytes.toBytes(" x"));
    assertThat(Condition.parse("Name=a>=b", columns).text()).isEqualTo("Name = a>=b");
    assertThat(Condition.parse("Name=", columns).operand()).isEmpty();
  }

  @Test
  void saysWhatIsWrongWithACondition() {
    assertThatThrownBy(() -> Condition.parse("Name", columns))
        .hasMessage("'Name' is not COLUMN OP VALUE, where OP is one of = != < <= > >=");
    assertThatThrownBy(() -> Condition.parse("Nome = x", columns))
        .hasMessageStartingWith("table t declares no column 'Nome'");
    assertThatThrownBy(() -> Condition.parse("Fee >= 1.239", columns))
        .hasMessage(
            "a condition on column 'Fee' cannot be used: the value has 3 digits after the point,"
                + " the column is declared additive decimal(2)");
  }

  private static String text(TableColumns.Column column, Random random) {
    return column.format().isNumeric()
        ? Integer.toString(random.nextInt(7) - 3)
        : "abc".substring(random.nextInt(3)).substring(0, 1).repeat(random.nextInt(3));
  }

  private static boolean keeps(Filter filter, TableColumns.Column column, byte[] value)
      throws IOException {
    filter.reset();
    if (value != null) {
      filter.filterCell(
          new KeyValue(Bytes.toBytes("r"), column.familyBytes(), column.qualifierBytes(), value));
    }
    return !filter.filterRow();
  }
}
