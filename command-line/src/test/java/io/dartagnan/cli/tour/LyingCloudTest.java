package io.dartagnan.cli.tour;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.ImportPlan;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LyingCloudTest {

  @TempDir private Path folder;

  @Test
  void aFileWithoutAProtectedValueHasNothingToLieAbout() {
    assertThat(lyingAbout("Id,Ward,Age\na,n,\nb,s,30\n", "Ward=plain")).isPresent();
    assertThat(lyingAbout("Id,Ward,Age\na,n,\nb,s,\n", "Ward=plain")).isEmpty();
    assertThat(lyingAbout("Id,Ward,Age\na,n,3\nb,s,4\n", "Ward=plain", "Age=plain")).isEmpty();
  }

  private Optional<LyingCloud> lyingAbout(String csv, String... declarations) {
    ImportPlan plan = Csv.plan(folder, csv, declarations);
    return LyingCloud.of(TableName.valueOf("t"), plan.schema(), "f", new Expectation(plan, "f"));
  }
}
