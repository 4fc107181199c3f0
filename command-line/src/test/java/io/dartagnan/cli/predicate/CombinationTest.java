package io.dartagnan.cli.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.fixture.PlainRegion;
import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.mpc.harness.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clauses against HBase's own filters, and against three-valued logic. */
class CombinationTest {

  private static final List<String> OPERATORS = List.of("=", "!=", "<", "<=", ">", ">=");

  @TempDir private Path folder;
  private TableColumns columns;

  @BeforeEach
  void readColumns() {
    ImportPlan plan = Csv.plan(folder, Csv.THREE_ROWS);
    columns = TableColumns.of(plan.schema().descriptor(TableName.valueOf("t"), "f"));
  }

  @Test
  void keepsTheRowsThatHBaseKeepsAndThatSqlWouldSelect() throws IOException {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    int kept = 0;
    for (int i = 0; i < 3_000; i++) {
      StringBuilder text = new StringBuilder();
      Logic expected = clause(text, random, 4);
      WhereClause clause = parse(text.toString());
      for (int row = 0; row < 4; row++) {
        Map<Column, byte[]> values = row(random);
        boolean matches = clause.matches(values::get);
        kept += matches ? 1 : 0;

        assertThat(matches)
            .as("seed %d, case %d: %s", seed, i, text)
            .isEqualTo(Boolean.TRUE.equals(expected.of(values)));
        assertThat(PlainRegion.keeps(clause.filter(), values))
            .as("seed %d, case %d: %s", seed, i, text)
            .isEqualTo(matches && !values.isEmpty());
        assertThat(parse(clause.text()).matches(values::get)).isEqualTo(matches);
      }
    }
    assertThat(kept).isBetween(1_000, 11_000);
  }

  @Test
  void aRowWithoutTheColumnSatisfiesNeitherAConditionNorItsNegation() {
    Map<Column, byte[]> row = Map.of(columns.named("Count"), Bytes.toBytes(3L));

    assertThat(parse("Name = Ann").matches(row::get)).isFalse();
    assertThat(parse("NOT Name = Ann").matches(row::get)).isFalse();
    assertThat(parse("NOT (Name = Ann AND Count = 3)").matches(row::get)).isFalse();
    assertThat(parse("NOT (Name = Ann AND Count = 4)").matches(row::get)).isTrue();
    assertThat(parse("Name = Ann OR Count = 3").matches(row::get)).isTrue();
  }

  @Test
  void isATreeOfFilterLists() {
    FilterList and = (FilterList) parse("Name = a AND (Count > 1 OR NOT Fee = 2)").filter();

    assertThat(and.getOperator()).isEqualTo(FilterList.Operator.MUST_PASS_ALL);
    assertThat(and.getFilters()).hasSize(2);
    FilterList or = (FilterList) and.getFilters().get(1);
    assertThat(or.getOperator()).isEqualTo(FilterList.Operator.MUST_PASS_ONE);
    assertThat(or.getFilters()).hasSize(2);
  }

  /** Truth of a clause on a row: true, false, or null for unknown. */
  private interface Logic {
    Boolean of(Map<Column, byte[]> row);
  }

  /** Appends a random clause to a text; its value by the rules of three-valued logic. */
  private Logic clause(StringBuilder text, Random random, int depth) {
    int kind = depth == 0 ? 0 : random.nextInt(4);
    if (kind == 1) {
      text.append("NOT ");
      Logic inner = group(text, random, depth - 1);
      return row -> inner.of(row) == null ? null : !inner.of(row);
    }
    if (kind > 1) {
      boolean and = kind == 2;
      List<Logic> inner = new ArrayList<>();
      for (int i = 2 + random.nextInt(2); i > 0; i--) {
        inner.add(group(text, random, depth - 1));
        text.append(i == 1 ? "" : and ? " AND " : " OR ");
      }
      return row -> {
        List<Boolean> each = inner.stream().map(logic -> logic.of(row)).toList();
        return each.contains(!and) ? Boolean.valueOf(!and) : each.contains(null) ? null : and;
      };
    }
    return condition(text, random);
  }

  private Logic group(StringBuilder text, Random random, int depth) {
    text.append("(");
    Logic inner = clause(text, random, depth);
    text.append(")");
    return inner;
  }

  private Logic condition(StringBuilder text, Random random) {
    Column column = columns.all().get(random.nextInt(columns.all().size()));
    String symbol = OPERATORS.get(random.nextInt(OPERATORS.size()));
    String value = text(column, random);
    text.append(column.qualifier())
        .append(' ')
        .append(symbol)
        .append(" '")
        .append(value)
        .append("'");
    byte[] operand = column.format().encode(value);
    return row -> {
      if (row.get(column) == null) {
        return null;
      }
      int order = column.format().compare(row.get(column), operand);
      CompareOperator operator = Condition.OPERATORS.get(symbol);
      return switch (operator) {
        case EQUAL -> order == 0;
        case NOT_EQUAL -> order != 0;
        case LESS -> order < 0;
        case LESS_OR_EQUAL -> order <= 0;
        case GREATER -> order > 0;
        default -> order >= 0;
      };
    };
  }

  private Map<Column, byte[]> row(Random random) {
    Map<Column, byte[]> row = new HashMap<>();
    for (Column column : columns.all()) {
      if (random.nextInt(4) > 0) {
        row.put(column, column.format().encode(text(column, random)));
      }
    }
    return row;
  }

  private static String text(Column column, Random random) {
    return column.format().isNumeric()
        ? Integer.toString(random.nextInt(5) - 2)
        : Character.toString("abc'".charAt(random.nextInt(3)));
  }

  private WhereClause parse(String text) {
    return WhereParser.parse("--where", text, columns, warning -> {});
  }
}
