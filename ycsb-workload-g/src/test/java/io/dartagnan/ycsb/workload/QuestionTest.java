package io.dartagnan.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.ycsb.model.Column;
import io.dartagnan.ycsb.model.Schemas;
import io.dartagnan.ycsb.workload.Operations.Question;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The recomputation decides as HBase's own filters do. */
class QuestionTest {
  private final long seed = Long.getLong("dartagnan.seed", new Random().nextLong());

  /** A question of two columns, of which a row's answer needs both. */
  @Test
  void aQuestionOfTwoColumnsHoldsWhereBothDo() throws Exception {
    Random random = new Random(seed);
    List<Column> columns = Schemas.appointments(seed, 3);
    Column type = columns.get(3);
    Column date = columns.get(2);
    int held = 0;
    for (int turn = 0; turn < 500; turn++) {
      Question question =
          Question.of(OperationKind.FILTER_EQUAL, type, random.nextInt(3), 1)
              .and(Question.of(OperationKind.FILTER_GREATER, date, random.nextLong(), 1));
      long row = random.nextInt(50);
      Filter filter = question.filter();
      for (Column column : List.of(date, type)) {
        filter.filterCell(cell(column, row));
      }

      assertThat(question.holdsFor(row))
          .as("seed %d, turn %d, %s", seed, turn, question)
          .isEqualTo(!filter.filterRow());
      held += question.holdsFor(row) ? 1 : 0;
    }
    assertThat(held).isPositive().isLessThan(250);
  }

  private static Cell cell(Column column, long row) {
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(Bytes.toBytes(row))
        .setFamily(column.family())
        .setQualifier(column.qualifier())
        .setTimestamp(1)
        .setType(Cell.Type.Put)
        .setValue(column.value(row))
        .build();
  }

  @ParameterizedTest
  @EnumSource(names = {"FILTER_EQUAL", "FILTER_GREATER", "FILTER_RANGE", "COUNT", "SUM"})
  void aQuestionHoldsForTheRowsThatItsFilterLetsPass(OperationKind operation) throws Exception {
    Random random = new Random(seed);
    List<Column> columns =
        Stream.concat(
                Schemas.appointments(seed, 20).stream(),
                Schemas.hospitalAppointments(seed).stream())
            .toList();
    int held = 0;
    for (int turn = 0; turn < 2_000; turn++) {
      Column column = columns.get(random.nextInt(columns.size()));
      long operand =
          random.nextBoolean()
              ? column.number(random.nextInt(50))
              : column.domain().drawn(random.nextLong());
      Question question =
          Question.of(
              operation, column, operand, 1 + (random.nextLong() >>> random.nextInt(1, 63)));
      long row = random.nextInt(50);
      Filter filter = question.filter();
      filter.filterCell(cell(column, row));

      assertThat(question.holdsFor(row))
          .as("seed %d, turn %d, %s", seed, turn, question)
          .isEqualTo(!filter.filterRow());
      held += question.holdsFor(row) ? 1 : 0;
    }
    assertThat(held).isPositive().isLessThan(2_000);
  }
}
