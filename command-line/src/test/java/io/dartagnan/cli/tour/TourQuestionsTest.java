package io.dartagnan.cli.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.ImportPlan;
import java.nio.file.Path;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TourQuestionsTest {

  @TempDir private Path folder;

  @Test
  void askForTheRarestOfFewWordsAndTheUpperTenthOfTheAmounts() {
    StringBuilder csv = new StringBuilder("Id,Number,Constant,Word,Name,Fee\n");
    for (int i = 0; i < 100; i++) {
      csv.append(
          "k%02d,%d,same,%s,name%d,%d.50%n"
              .formatted(i, 1_000 + i, i % 10 == 3 ? "rare" : "often", i % 50, i / 2));
    }

    assertQuestions(csv.toString(), "Word = rare", "Fee >= 45.50");
  }

  @Test
  void takeUnprotectedColumnsOnlyWhenThereAreNoOthers() {
    String csv = "Id,A,B\n1,x,10\n2,y,20\n3,x,30\n";

    assertQuestions(csv, "B = 10", "B >= 30", "A=plain");
    assertQuestions(csv, "A = y", "A >= y", "A=plain", "B=plain");
  }

  @Test
  void takeTextForTheRangeWhenThereAreNoNumbers() {
    assertQuestions("Id,A\n1,x\n2,y\n3,x\n", "A = y", "A >= y");
  }

  @Test
  void takeWhatThereIsWhenNothingVaries() {
    assertQuestions("Id,A\n1,x\n2,x\n", "A = x", "A >= x");
  }

  private void assertQuestions(String csv, String equality, String range, String... declarations) {
    ImportPlan plan = Csv.plan(folder, csv, declarations);
    TourQuestions questions =
        new TourQuestions(
            TableColumns.of(plan.schema().descriptor(TableName.valueOf("t"), "f")),
            new Expectation(plan, "f").all());

    assertThat(questions.equality().text()).isEqualTo(equality);
    assertThat(questions.range().text()).isEqualTo(range);
  }
}
