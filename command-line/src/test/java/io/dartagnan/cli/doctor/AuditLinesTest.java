package io.dartagnan.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.audit.HeldVersion.Column;
import io.dartagnan.cli.doctor.VerifyCommand.AuditLines;
import io.dartagnan.client.maintenance.Difference;
import io.dartagnan.client.maintenance.TableAudit;
import io.dartagnan.mpc.Party;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class AuditLinesTest {
  private final StringWriter out = new StringWriter();

  private AuditLines lines(boolean json, boolean all) {
    AuditLines lines =
        new AuditLines(
            new PrintWriter(out, true), new PrintWriter(new StringWriter(), true), json, all);
    assertThat(lines.standing()).isEmpty();
    lines.begin(TableName.valueOf("t"));
    return lines;
  }

  private static Difference difference(int row) {
    return new Difference(
        new Column(Bytes.toBytes("r" + row), Bytes.toBytes("f"), Bytes.toBytes("q")),
        5,
        Difference.Kind.LACKS,
        List.of(Party.P2));
  }

  @Test
  void aTableThatIsTheSameTakesOneLine() {
    AuditLines lines = lines(false, false);
    lines.compared(1_500);
    assertThat(lines.end(new TableAudit.Result(1_500, 0, 0, 0))).isTrue();
    assertThat(out).hasToString("table t: 1,500 rows compared, the clouds agree\n");
    assertThat(lines.standing()).startsWith("1,500 rows of table t were compared");
  }

  @Test
  void theFirstTwentyDifferencesArePrintedAndTheSumOfAll() {
    AuditLines lines = lines(false, false);
    for (int i = 0; i < 25; i++) {
      lines.found(difference(i));
    }
    assertThat(lines.end(new TableAudit.Result(30, 27, 1, 1))).isFalse();
    assertThat(out.toString().lines()).hasSize(21);
    assertThat(out.toString())
        .contains("table t, row r19, f:q: cloud 2 lacks the version of timestamp 5")
        .doesNotContain("r20")
        .contains("27 rows differ; the first 20 of 25 differences are shown, --all shows them")
        .contains("; 1 of them were not looked at")
        .contains("; 1 of them were written again and again");
  }

  @Test
  void allOfThemArePrintedIfAsked() {
    AuditLines lines = lines(false, true);
    for (int i = 0; i < 25; i++) {
      lines.found(difference(i));
    }
    lines.end(new TableAudit.Result(30, 25, 0, 0));
    assertThat(out.toString().lines()).hasSize(26);
    assertThat(out.toString()).endsWith("table t: 30 rows compared, 25 rows differ\n");
  }

  @Test
  void aProgramGetsALineForEach() {
    AuditLines lines = lines(true, false);
    lines.descriptor("table t: cloud 1 has it not");
    lines.found(difference(1));
    lines.end(new TableAudit.Result(30, 1, 0, 0));
    assertThat(out)
        .hasToString(
            """
            {"table":"t","wrong":"table t: cloud 1 has it not"}
            {"table":"t","row":"r1","family":"f","qualifier":"q","timestamp":5,"difference":"lacks","clouds":[2],"words":"row r1, f:q: cloud 2 lacks the version of timestamp 5"}
            {"table":"t","rows":30,"differing":1,"notLookedAt":0,"busy":0,"consistent":false}
            """);
  }
}
