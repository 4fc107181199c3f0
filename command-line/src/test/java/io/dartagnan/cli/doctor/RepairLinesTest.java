package io.dartagnan.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.doctor.RepairCommand.RepairLines;
import io.dartagnan.client.maintenance.TableRepair;
import io.dartagnan.mpc.Party;
import io.dartagnan.repair.RepairCounts;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class RepairLinesTest {
  private final StringWriter out = new StringWriter();

  private RepairLines lines(boolean dry, boolean json) {
    RepairLines lines =
        new RepairLines(
            Party.P2,
            dry,
            json,
            new PrintWriter(out, true),
            new PrintWriter(new StringWriter(), true));
    assertThat(lines.standing()).isEmpty();
    lines.begin(TableName.valueOf("t"));
    return lines;
  }

  @Test
  void whatWasRebuiltAndWhatWasLeftIsTold() {
    RepairLines lines = lines(false, false);
    lines.end(new TableRepair.Result(false, 1_000, new RepairCounts(10, 20, 0, 0, 0)));
    lines.begin(TableName.valueOf("u"));
    lines.end(new TableRepair.Result(false, 1_000, new RepairCounts(10, 20, 3, 4, 5)));
    assertThat(out)
        .hasToString(
            """
            table t: 1,000 rows compared, 20 versions of 10 rows rebuilt on cloud 2
            table u: 1,000 rows compared, 20 versions of 10 rows rebuilt on cloud 2; 3 of them not known to have been acknowledged; 4 versions left that cloud 2 has deleted; 5 versions left that the two others do not have alike
            """);
  }

  @Test
  void aDryRunSaysWhatWouldBe() {
    RepairLines lines = lines(true, false);
    lines.end(new TableRepair.Result(false, 7, new RepairCounts(1, 2, 0, 0, 0)));
    lines.end(new TableRepair.Result(true, 0, RepairCounts.NONE));
    assertThat(out)
        .hasToString(
            """
            table t: 7 rows compared, 2 versions of 1 rows would be rebuilt on cloud 2
            table t is missing on cloud 2; it would be created, and all its rows rebuilt
            """);
    assertThat(lines.standing()).isEmpty();
  }

  @Test
  void oneThatEndsEarlySaysHowToGoOn() {
    RepairLines lines = lines(false, false);
    lines.begins(100);
    lines.repaired(50, new RepairCounts(40, 80, 0, 0, 0));
    assertThat(lines.standing())
        .isEqualTo("40 rows of table t are rebuilt so far on cloud 2; the same command goes on");
  }

  @Test
  void aProgramGetsALineForEach() {
    RepairLines lines = lines(false, true);
    lines.left("table t has columns");
    lines.end(new TableRepair.Result(true, 7, new RepairCounts(1, 2, 3, 4, 5)));
    assertThat(out)
        .hasToString(
            """
            {"table":"t","cloud":2,"left":"table t has columns"}
            {"table":"t","cloud":2,"dry":false,"missing":true,"compared":7,"rows":1,"versions":2,"unsettled":3,"deleted":4,"alone":5}
            """);
  }
}
