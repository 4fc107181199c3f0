package io.dartagnan.cli.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class ImportStandingTest {

  private final ImportStanding standing = new ImportStanding(TableName.valueOf("t"), 10_000);

  @Test
  void nothingIsSaidBeforeAnythingIsChanged() {
    assertThat(standing.sentence()).isEmpty();
  }

  @Test
  void saysHowToFinishADropAndACreation() {
    standing.drops();
    assertThat(standing.sentence()).contains("disabled", "'dartagnan drop t'", "--drop");
    standing.creates();
    assertThat(standing.sentence()).contains("may lack it", "--drop");
  }

  @Test
  void saysWhatIsLoadedAndHowToGoOn() {
    standing.loads(250);
    standing.stores(1_000);
    assertThat(standing.sentence())
        .startsWith("1,250 of 10,000 rows are loaded into table t; ")
        .contains("--continue");
  }
}
