package io.dartagnan.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.column.TableProtection;
import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.cli.load.SchemaOptions.SchemaInference;
import io.dartagnan.cli.load.SchemaOptions.SchemaOverrides;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaReportTest {

  @TempDir private Path folder;

  @Test
  void namesTheValueAndTheLineThatKeepAColumnFromBeingNumeric() {
    String report = report("Id,Price\na,3.10\nb,\"4,20\"\nc,n/a\nd,5.00\n");

    assertThat(report)
        .contains("text: see line 3")
        .contains(
            "Price is text because of '4,20' in line 3, which is not a number; to have numbers,"
                + " correct that value or leave the field empty.");
  }

  @Test
  void namesALeadingZeroTooManyDigitsAndANumberThatIsTooLarge() {
    assertThat(report("Id,Code\na,12\nb,007\n"))
        .contains(
            "Code is text because of '007' in line 3, which begins with a zero that a number would"
                + " not keep; to have numbers, declare it: --column 'Code=additive int64'.");
    assertThat(report("Id,Lat\na,12\nb,52.123456\n"))
        .contains(
            "Lat is text because of '52.123456' in line 3, which has 6 digits after the point; up"
                + " to 4 are taken for an amount; to have numbers, declare it:"
                + " --column 'Lat=additive decimal(6)'.");
    assertThat(report("Id,Big\na,0.01\nb,92233720368547758.08\n"))
        .contains(
            "Big is text because of '92233720368547758.08' in line 3, which does not fit 64 bits"
                + " when it is kept as the amount x 10^2.");
  }

  @Test
  void saysHowANumberThatIsSpeltOtherwiseWillBeShown() {
    assertThat(report("Id,Price\na,3.10\n\nb,-0.00\nc,+1\n"))
        .contains(
            "additive decimal(2)", "Price is a number: '-0.00' in line 4 will be shown as 0.00.")
        .doesNotContain("+1");
    assertThat(report("Id,Price\na,3.1\nb,.5\n")).contains("'.5' in line 3 will be shown as 0.5.");
  }

  @Test
  void saysNothingOfColumnsThatAreTextOrWereDeclaredByTheUser() {
    assertThat(report("Id,Name,Room\na,Ann,12\nb,Bob,12 B\nc,Cleo,B\n"))
        .doesNotContain("because of", "see line");
    ImportPlan plan = Csv.plan(folder, "Id,Code\na,12\nb,007\n", "Code=xor string(7)");
    assertThat(SchemaReport.table(plan.schema())).doesNotContain("because of", "see line");
  }

  @Test
  void theSchemaFileHasTheSameNotesAsComments() {
    CsvTable table = Csv.table(folder, "Id,Price\na,3.10\nb,none\n");
    ImportSchema schema = SchemaInference.of(table, null, Map.of());

    assertThat(SchemaReport.file(table, schema)).contains("# Price is text because of 'none'");
    assertThat(SchemaOverrides.read(table, List.of("Price = xor string(7)"), null)).hasSize(1);
  }

  @Test
  void aLongOrUnprintableValueIsCutAndMadePrintable() {
    assertThat(report("Id,Price\na,3\nb,\"\u001b[2J" + "x".repeat(100) + "\"\n"))
        .contains("because of '·[2J" + "x".repeat(35) + "…' in line 3")
        .doesNotContain("\u001b");
  }

  @Test
  void namesTheSuiteThatTheTableGetsAndWhetherReadsNeedAllClouds() {
    String all = "Reads need all three clouds, since one of them may lie";
    String csv = "Id,Price,Name\na,3.10,Ann\nb,4,Bob\n";
    assertThat(report(csv)).contains("Protocol suite: araki (the default").doesNotContain(all);

    ImportSchema replicated =
        Csv.plan(folder, csv, "Price=replicated decimal(2)", "Name=replicated string(7)").schema();
    assertThat(SchemaReport.table(replicated))
        .contains("Protocol suite: verified (the default for these columns", all);
    assertThat(SchemaReport.file(Csv.table(folder, csv), replicated))
        .contains("# the protocol suite is verified, the default");
    assertThat(replicated.descriptor(TableName.valueOf("t"), "f").getValue("dartagnan.suite"))
        .isEqualTo("verified");

    assertThat(
            SchemaReport.table(
                replicated.with(new TableProtection(Optional.empty(), true, Optional.empty()))))
        .contains("Protocol suite: verified")
        .doesNotContain(all);
    ImportSchema araki =
        replicated.with(new TableProtection(Optional.of("araki"), false, Optional.empty()));
    assertThat(SchemaReport.table(araki)).contains("Protocol suite: araki.").doesNotContain(all);
    assertThat(araki.descriptor(TableName.valueOf("t"), "f").getValue("dartagnan.suite"))
        .isEqualTo("araki");
  }

  private String report(String csv) {
    return SchemaReport.table(Csv.plan(folder, csv).schema());
  }
}
