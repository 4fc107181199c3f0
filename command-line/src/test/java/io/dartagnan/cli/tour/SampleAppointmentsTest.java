package io.dartagnan.cli.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.csv.CsvReader;
import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.load.ImportPlan;
import io.dartagnan.cli.load.SchemaOptions.SchemaInference;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class SampleAppointmentsTest {

  @Test
  void theCommittedSampleIsWhatTheGeneratorMakes() throws IOException {
    assertThat(Files.readString(SampleAppointments.FILE)).isEqualTo(SampleAppointments.csv());
  }

  @Test
  void theSampleMakesAnInterestingTour() {
    CsvTable table = CsvReader.read(SampleAppointments.FILE);
    ImportPlan plan = new ImportPlan(table, SchemaInference.of(table, null, Map.of()));
    Expectation expectation = new Expectation(plan, "f");
    TourQuestions questions =
        new TourQuestions(
            TableColumns.of(plan.schema().descriptor(TableName.valueOf("t"), "f")),
            expectation.all());

    assertThat(plan.size()).isEqualTo(1_000);
    assertThat(plan.schema().keyColumn()).isEqualTo("Key");
    assertThat(questions.equality().text()).isEqualTo("Type = Oncology");
    assertThat(questions.range().text()).startsWith("Fee >= ");
    assertThat(expectation.matching(questions.range())).hasSizeBetween(80, 120);
  }
}
