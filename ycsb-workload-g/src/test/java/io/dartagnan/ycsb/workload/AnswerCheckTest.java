package io.dartagnan.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.ycsb.model.Column;
import io.dartagnan.ycsb.model.RowKeys;
import io.dartagnan.ycsb.model.Schemas;
import io.dartagnan.ycsb.model.TableModel;
import io.dartagnan.ycsb.workload.Operations.AnswerCheck;
import io.dartagnan.ycsb.workload.Operations.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import site.ycsb.generator.AcknowledgedCounterGenerator;

/** Each way in which an answer can be wrong, and each in which it may differ. */
class AnswerCheckTest {
  private static final long ROWS = 200;

  private final TableModel model = new TableModel(Schemas.appointments(3, 20), new RowKeys(8));
  private final AcknowledgedCounterGenerator inserts = new AcknowledgedCounterGenerator(ROWS);
  private final TableRows rows = new TableRows(inserts, ROWS - 1);
  private final Column type = model.column("f:Type").orElseThrow();
  private final Question question = Question.of(OperationKind.FILTER_EQUAL, type, 7, 1);

  private List<Long> matching(long first, long end) {
    return new ArrayList<>(
        LongStream.range(first, end).filter(question::holdsFor).boxed().toList());
  }

  private AnswerCheck check(long first, long limit) {
    return new AnswerCheck(model, rows, question.toString(), question::holdsFor, first, limit);
  }

  private AnswerCheck check() {
    return check(0, Long.MAX_VALUE);
  }

  private Result result(long row, long contentsOf) {
    List<Cell> cells = new ArrayList<>();
    for (Column column : model.columnsOf(row)) {
      cells.add(
          CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
              .setRow(model.keys().key(row))
              .setFamily(column.family())
              .setQualifier(column.qualifier())
              .setTimestamp(1)
              .setType(Cell.Type.Put)
              .setValue(column.value(contentsOf))
              .build());
    }
    cells.sort(CellComparator.getInstance());
    return Result.create(cells);
  }

  private Optional<String> verdict(AnswerCheck check, List<Long> answer) {
    for (long row : answer) {
      check.read(result(row, row));
    }
    return check.finish();
  }

  @Test
  void theRightAnswerIsRight() {
    assertThat(matching(0, ROWS)).hasSizeGreaterThan(3);
    assertThat(verdict(check(), matching(0, ROWS))).isEmpty();
    assertThat(verdict(check(50, Long.MAX_VALUE), matching(50, ROWS))).isEmpty();
  }

  @Test
  void aRowThatIsMissingIsNamed() {
    for (int at = 0; at < matching(0, ROWS).size(); at++) {
      List<Long> answer = matching(0, ROWS);
      long missing = answer.remove(at);

      assertThat(verdict(check(), answer))
          .hasValue(
              "FILTER-EQUAL on f:Type: row %s matches and was not returned"
                  .formatted(model.keys().text(missing)));
    }
  }

  @Test
  void aRowThatDoesNotMatchIsNamed() {
    List<Long> answer = matching(0, ROWS);
    long intruder =
        LongStream.range(0, ROWS).filter(row -> !question.holdsFor(row)).findFirst().orElseThrow();
    answer.add(intruder);
    answer.sort(null);

    assertThat(verdict(check(), answer).orElseThrow()).endsWith("was returned and does not match");
  }

  @Test
  void aRowThatComesTwiceOrTooLateIsNamed() {
    List<Long> answer = matching(0, ROWS);
    answer.add(1, answer.get(0));
    assertThat(verdict(check(), answer).orElseThrow()).contains("twice or out of order");

    assertThat(verdict(check(100, Long.MAX_VALUE), matching(0, ROWS)).orElseThrow())
        .contains("out of order");
  }

  @Test
  void aValueThatWasNotWrittenIsNamed() {
    List<Long> answer = matching(0, ROWS);
    AnswerCheck check = check();

    boolean more = check.read(result(answer.get(0), answer.get(1)));

    assertThat(more).isFalse();
    assertThat(check.finish().orElseThrow()).contains("has another value than was written");
  }

  @Test
  void aCellThatIsMissingOrTooMuchIsNamed() {
    long row = matching(0, ROWS).get(0);
    List<Cell> cells = new ArrayList<>(List.of(result(row, row).rawCells()));
    cells.remove(2);
    AnswerCheck fewer = check();
    fewer.read(Result.create(cells));
    assertThat(fewer.finish().orElseThrow()).contains("lacks column");

    List<Cell> more = new ArrayList<>(List.of(result(row, row).rawCells()));
    more.add(
        CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
            .setRow(model.keys().key(row))
            .setFamily(type.family())
            .setQualifier(Bytes.toBytes("z"))
            .setTimestamp(1)
            .setType(Cell.Type.Put)
            .setValue(new byte[8])
            .build());
    AnswerCheck tooMany = check();
    tooMany.read(Result.create(more));
    assertThat(tooMany.finish().orElseThrow()).contains("has 6 cells, and 5 were written");
  }

  @Test
  void aRowThatIsBeingInsertedMayBeThereOrNot() {
    AnswerCheck with = check();
    AnswerCheck without = check();
    long row = rows.begin();
    while (!question.holdsFor(row)) {
      rows.end(row, true);
      row = rows.begin();
    }
    List<Long> answer = matching(0, ROWS);
    assertThat(verdict(without, answer)).isEmpty();

    answer.add(row);
    assertThat(verdict(with, answer)).isEmpty();

    rows.end(row, true);
    AnswerCheck later = check();
    assertThat(verdict(later, matching(0, ROWS)).orElseThrow())
        .endsWith("row %s matches and was not returned".formatted(model.keys().text(row)));
  }

  @Test
  void aRowWhoseInsertFailedMayBeThereOrNot() {
    long row = rows.begin();
    while (!question.holdsFor(row)) {
      rows.end(row, true);
      row = rows.begin();
    }
    rows.end(row, false);

    List<Long> answer = matching(0, ROWS);
    assertThat(verdict(check(), answer)).isEmpty();
    answer.add(row);
    assertThat(verdict(check(), answer)).isEmpty();
  }

  @Test
  void aRowThatNobodyWroteIsNamed() {
    List<Long> answer = matching(0, 2 * ROWS);
    assertThat(answer.get(answer.size() - 1)).isGreaterThanOrEqualTo(ROWS);

    assertThat(verdict(check(), answer).orElseThrow()).endsWith("was returned and never written");
  }

  @Test
  void aLimitEndsAnAnswer() {
    List<Long> answer = matching(0, ROWS);
    assertThat(verdict(check(0, 2), answer.subList(0, 2))).isEmpty();
    assertThat(verdict(check(0, 3), answer.subList(0, 2)).orElseThrow())
        .endsWith("matches and was not returned");
    assertThat(verdict(check(0, 2), answer.subList(0, 3)).orElseThrow())
        .endsWith("3 rows were returned, and the limit is 2");
  }

  @Test
  void theOperandIsNotSaid() {
    assertThat(question).hasToString("FILTER-EQUAL on f:Type");
  }
}
