package io.dartagnan.cli.tour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.cli.predicate.Condition;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.harness.Seed;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpectationTest {

  @TempDir private Path folder;

  @Test
  void anAnswerThatIsTheFileIsVerified() {
    Expectation expectation = expectation();

    assertThat(expectation.verify("all", expectation.all(), answer(expectation.all())))
        .isEqualTo("verified: 3 rows, all columns equal");
    assertThat(expectation.first(2))
        .extracting(row -> Bytes.toString(row.key()))
        .containsExactly("a", "b");
  }

  @Test
  void namesMissingRowsAndRowsThatAreTooMany() {
    Expectation expectation = expectation();
    List<Expectation.Row> all = expectation.all();

    assertThatThrownBy(() -> expectation.verify("Q", all.subList(0, 2), answer(all.subList(1, 3))))
        .isInstanceOf(CommandException.class)
        .hasMessage(
            "WRONG ANSWER to Q: it is not what was imported: 1 rows missing: a; 1 rows too many: c");
  }

  @Test
  void namesTheColumnsThatDiffer() {
    Expectation expectation = expectation();
    List<Expectation.Row> all = expectation.all();
    List<Result> changed = answer(all);
    changed.set(0, result(all.get(0), "f", "Fee", Bytes.toBytes(751L)));
    List<Result> elsewhere = answer(all);
    elsewhere.set(0, result(all.get(0), "g", "", null));
    List<Result> fewer = answer(all);
    fewer.set(2, Result.create(List.<Cell>of(cell(all.get(2), "f", "Name", Bytes.toBytes("Bob")))));

    assertThatThrownBy(() -> expectation.verify("Q", all, changed))
        .hasMessageEndingWith("1 rows different: a (Fee)");
    assertThatThrownBy(() -> expectation.verify("Q", all, elsewhere))
        .hasMessageEndingWith("1 rows different: a (Count, Fee)");
    assertThatThrownBy(() -> expectation.verify("Q", all, fewer))
        .hasMessageEndingWith("1 rows different: c (Count)");
  }

  @Test
  void namesARowThatIsRepeatedOrOutOfOrder() {
    Expectation expectation = expectation();
    List<Result> twice = answer(expectation.all());
    twice.add(twice.get(2));
    List<Result> swapped = answer(expectation.all());
    swapped.add(0, swapped.remove(1));

    assertThatThrownBy(() -> expectation.verify("Q", expectation.all(), twice))
        .hasMessageEndingWith("row c is repeated or out of order");
    assertThatThrownBy(() -> expectation.verify("Q", expectation.all(), swapped))
        .hasMessageEndingWith("row a is repeated or out of order");
  }

  @Test
  void matchingRowsAreThoseThatTheTextOfTheFileSays() {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    StringBuilder csv = new StringBuilder("Id,Fee,Name\n");
    List<String[]> fields = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String fee =
          random.nextInt(10) == 0
              ? ""
              : BigDecimal.valueOf(random.nextInt(2_000) - 1_000, 2).toPlainString();
      String name = Character.toString('a' + random.nextInt(5));
      fields.add(new String[] {"k" + i, fee, name});
      csv.append("k%d,%s,%s%n".formatted(i, fee, name));
    }
    ImportPlan plan = Csv.plan(folder, csv.toString());
    Expectation expectation = new Expectation(plan, "f");
    TableColumns columns = TableColumns.of(plan.schema().descriptor(TableName.valueOf("t"), "f"));
    BigDecimal bound = new BigDecimal("-2.5");

    assertThat(
            keys(
                expectation.matching(
                    Condition.of(columns.named("Fee"), CompareOperator.GREATER_OR_EQUAL, "-2.5"))))
        .as("seed %d", seed)
        .containsExactlyElementsOf(
            new TreeSet<>(
                fields.stream()
                    .filter(f -> !f[1].isEmpty() && new BigDecimal(f[1]).compareTo(bound) >= 0)
                    .map(f -> f[0])
                    .toList()));
    assertThat(
            keys(
                expectation.matching(
                    Condition.of(columns.named("Name"), CompareOperator.LESS, "c"))))
        .as("seed %d", seed)
        .containsExactlyElementsOf(
            new TreeSet<>(
                fields.stream().filter(f -> f[2].compareTo("c") < 0).map(f -> f[0]).toList()));
  }

  private static List<String> keys(List<Expectation.Row> rows) {
    return rows.stream().map(row -> Bytes.toString(row.key())).toList();
  }

  private Expectation expectation() {
    return new Expectation(Csv.plan(folder, Csv.THREE_ROWS), "f");
  }

  private static List<Result> answer(List<Expectation.Row> rows) {
    List<Result> answer = new ArrayList<>();
    rows.forEach(row -> answer.add(result(row, "f", "", null)));
    return answer;
  }

  /** The row, in this family, with one value replaced. */
  private static Result result(
      Expectation.Row row, String family, String replaced, byte[] replacement) {
    List<Cell> cells = new ArrayList<>();
    row.values()
        .forEach(
            (name, value) ->
                cells.add(cell(row, family, name, name.equals(replaced) ? replacement : value)));
    return Result.create(cells);
  }

  private static Cell cell(Expectation.Row row, String family, String name, byte[] value) {
    return new KeyValue(row.key(), Bytes.toBytes(family), Bytes.toBytes(name), value);
  }
}
