package io.dartagnan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.fixture.Csv;
import io.dartagnan.mpc.suite.ProtocolSuites;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DartagnanTest {

  @TempDir private Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aWrongCommandLineIsOneSentenceAndEndsWithTwo() {
    assertThat(run("import")).isEqualTo(2);
    assertThat(err())
        .isEqualTo(
            "dartagnan: Missing required parameter: 'FILE.csv'; see 'dartagnan import --help'\n");
    assertThat(run("bogus")).isEqualTo(2);
    assertThat(run("import", file())).isEqualTo(2);
    assertThat(run("import", file(), "--table", "no table")).isEqualTo(2);
    assertThat(run("import", file(), "--table", "t", "--suite", "unheard-of")).isEqualTo(2);
    assertThat(err())
        .endsWith(
            "dartagnan: --suite: protocol suite 'unheard-of' is not installed; installed are "
                + String.join(", ", ProtocolSuites.installed().byName().keySet())
                + "\n");
    assertThat(run("import", file(), "--table", "t", "--drop", "--family", "a:b")).isEqualTo(2);
    assertThat(err()).contains("dartagnan: --family 'a:b' is no name of a column family: ");
    assertThat(run("scan", "t", "--limit", "0")).isEqualTo(2);
    assertThat(run("tour", "--check", "--input", file(), "--equals", "Fee > 3")).isEqualTo(2);
    assertThat(run("tour", "--check", "--input", file(), "--range", "Fee = 3")).isEqualTo(2);
    assertThat(out.size()).isZero();
  }

  @Test
  void aFileThatCannotBeImportedIsOneSentenceAndEndsWithOne() {
    String missing = folder.resolve("missing.csv").toString();

    assertThat(run("import", missing, "--table", "t")).isEqualTo(1);
    assertThat(err()).isEqualTo("dartagnan: " + missing + ": there is no such file\n");
    assertThat(out.size()).isZero();
  }

  @Test
  void outputThatIsLostIsAFailure() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("no space left on device");
          }
        };

    assertThat(Dartagnan.run(new String[] {"--help"}, full, err)).isEqualTo(1);
    assertThat(err()).isEqualTo("dartagnan: the output could not be written in full\n");
  }

  @Test
  void theStackTraceIsShownOnDemandOnly() {
    assertThat(run("import", "missing.csv", "--table", "t", "--verbose")).isEqualTo(1);
    assertThat(err()).contains("\tat io.dartagnan.cli.csv.CsvReader");
  }

  @Test
  void importWithoutCloudsShowsTheSchemaAndSaysWhatIsMissing() {
    assertThat(run("import", file(), "--table", "t")).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("additive decimal(2)", "Row key: Id", "--column 'Name=xor string(7)'")
        .contains("Protocol suite: " + ProtocolSuites.DEFAULT + " (the default");
    assertThat(err()).startsWith("dartagnan: the configuration does not say where cloud 0 is");
  }

  @Test
  void theSchemaIsPrintedAndTheTourCheckedWithoutClouds() {
    assertThat(run("import", file(), "--print-schema")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .endsWith("Name = xor string(7)\nFee = additive decimal(2)\nCount = additive int64\n");
    assertThat(run("tour", "--check", "--input", file(), "--range", "Count < 5")).isZero();
    assertThat(err.size()).isZero();
  }

  @Test
  void theSuiteThatWasNamedIsShown() {
    assertThat(run("import", file(), "--table", "t", "--suite", "bogdanov")).isEqualTo(1);
    assertThat(run("import", file(), "--print-schema", "--suite", "bogdanov")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("Protocol suite: bogdanov.")
        .contains("# this file does not keep the protocol suite: pass --suite bogdanov with it\n");
  }

  @Test
  void nothingIsDroppedUnasked() {
    assertThat(run("drop", "t")).isEqualTo(2);
    assertThat(err())
        .isEqualTo(
            "dartagnan: nothing was deleted: there is no terminal to ask on; add --yes to delete"
                + " table t\n");
    assertThat(run("drop", "t", "--yes")).isEqualTo(1);
    assertThat(err()).contains("the configuration does not say where cloud 0 is");
  }

  @Test
  void aRangeOfTextBySomethingNumericWarns() {
    assertThat(run("tour", "--check", "--input", file(), "--range", "Name > 3")).isZero();
    assertThat(err())
        .startsWith("dartagnan: warning: column 'Name' is declared xor string(7)")
        .hasLineCount(1);
  }

  @Test
  void theHelpOfImportSaysThatATableIsNeeded() {
    assertThat(run("import", "--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith(
            "Usage: dartagnan import FILE.csv --table=NAME [OPTION...]\n"
                + "       dartagnan import FILE.csv --print-schema [OPTION...]\n");
  }

  @Test
  void anImportIsContinuedOrBegunAnewAndNotBoth() {
    assertThat(run("import", file(), "--table", "t", "--continue", "--drop")).isEqualTo(2);
    assertThat(err()).startsWith("dartagnan: --continue keeps the rows that are there");
  }

  @Test
  void aFolderWithoutAConfigurationIsAWrongCommandLine() {
    assertThat(run("tables", "--conf", folder.toString())).isEqualTo(2);
    assertThat(err())
        .isEqualTo(
            "dartagnan: --conf "
                + folder
                + " has no hbase-site.xml that can be read; name the folder of a client's"
                + " configuration\n");
  }

  @Test
  void theFolderThatWasNamedSaysWhereTheCloudsAre() throws IOException {
    Files.writeString(
        folder.resolve("hbase-site.xml"),
        """
        <configuration>
          <property><name>dartagnan.party.0.hbase.zookeeper.quorum</name><value>a.example</value></property>
        </configuration>
        """);

    assertThat(run("get", "t", "r", "--conf", folder.toString())).isEqualTo(1);
    assertThat(err())
        .startsWith("dartagnan: the configuration does not say where cloud 1 is")
        .hasLineCount(1);
  }

  @Test
  void doctorEndsWithThreeWhenItFindsSomething() {
    assertThat(run("doctor")).isEqualTo(3);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains(
            "WRONG  configuration  cloud 2: the configuration does not say where it is; set"
                + " dartagnan.party.2.hbase.zookeeper.quorum\n")
        .contains("hbase.client.connection.impl is not set")
        .endsWith("since the configuration does not lead to them\n");
  }

  @Test
  void doctorTellsAProgramOneFindingPerLine() {
    assertThat(run("doctor", "--json")).isEqualTo(3);
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .hasSize(6)
        .allMatch(line -> line.startsWith("{\"check\":\"configuration\",\"ok\":false,"));
  }

  @Test
  void aTableIsImportedFromAFolderAndWithItsName() throws IOException {
    assertThat(run("import", "--from-table", "s", "--table", "t")).isEqualTo(2);
    assertThat(err()).contains("--from-conf FOLDER and --from-table NAME belong together");
    assertThat(run("import", file(), "--from-table", "s", "--table", "t")).isEqualTo(2);
    assertThat(err()).contains("FILE.csv, --print-schema, --key and --schema are for files");
    Files.writeString(
        folder.resolve("hbase-site.xml"),
        """
        <configuration>
          <property><name>hbase.client.connection.impl</name><value>x.Safe</value></property>
        </configuration>
        """);
    assertThat(run("import", "--from-conf", folder.toString(), "--from-table", "s", "--table", "t"))
        .isEqualTo(2);
    assertThat(err()).contains("is the configuration of a Safe Client");
  }

  @Test
  void anExportOverwritesNoFile() {
    String file = file();

    assertThat(run("export", "t", "--output", file)).isEqualTo(2);
    assertThat(err()).startsWith("dartagnan: " + file + " exists already");
  }

  /** The codes of docs/command-line.md. */
  @Test
  void theHelpListsTheExitCodes() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("  0     the command was done")
        .contains("  1     it failed")
        .contains("  2     it was called wrongly")
        .contains("  3     doctor or verify found something")
        .contains("  130   it was interrupted");
  }

  @Test
  void aShellCompletesEveryCommandAndItsOptions() {
    assertThat(run("completion")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("#!/usr/bin/env bash")
        .contains("complete -F _complete_dartagnan", "import", "--continue", "--json", "count");
  }

  private String file() {
    return Csv.write(folder, Csv.THREE_ROWS).toString();
  }

  private int run(String... arguments) {
    return Dartagnan.run(arguments, out, err);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
