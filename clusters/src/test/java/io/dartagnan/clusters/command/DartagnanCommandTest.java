package io.dartagnan.clusters.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The class path and the configuration with which the command line starts. */
class DartagnanCommandTest {
  private static final String MAIN = "io.dartagnan.cli.Dartagnan";

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void makeACheckout() throws Exception {
    Path target = Files.createDirectories(folder.resolve("command-line/target"));
    Files.createFile(target.resolve("command-line-1.0-SNAPSHOT.jar"));
    Files.createFile(target.resolve("command-line-1.0-SNAPSHOT-tests.jar"));
    Files.writeString(target.resolve("runtime.classpath"), "/m2/client.jar\n");
    System.setProperty("dartagnan.checkout", folder.toString());
    System.setProperty("dartagnan.state", folder.resolve("state").toString());
  }

  @AfterEach
  void forgetTheCheckout() {
    System.clearProperty("dartagnan.checkout");
    System.clearProperty("dartagnan.state");
  }

  private int run(String... arguments) {
    CommandLine commandLine = DartagnanCommand.commandLine();
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }

  private List<String> lines() {
    return out.toString().lines().toList();
  }

  private String classpath() {
    return folder.resolve("command-line/target/command-line-1.0-SNAPSHOT.jar") + ":/m2/client.jar";
  }

  @Test
  void aFolderThatTheUserNamesIsUsed() throws Exception {
    Path conf = Files.createDirectory(folder.resolve("my conf"));
    Files.writeString(conf.resolve("hbase-site.xml"), "<configuration/>");

    assertThat(run("--conf=" + conf, "--", "scan", "t", "--conf=x", "--where", "a < 1")).isZero();

    assertThat(lines()).endsWith("-cp", conf + ":" + classpath(), MAIN);
  }

  @Test
  void aFolderWithoutAConfigurationIsRefused() {
    assertThat(run("--conf=" + folder, "--", "tables")).isEqualTo(1);

    assertThat(err.toString())
        .startsWith("error: --conf or DARTAGNAN_CONF is " + folder)
        .contains("hbase-site.xml")
        .hasLineCount(1);
  }

  @Test
  void withoutAFolderSomethingMustBeUp() {
    assertThat(run("--", "tables")).isEqualTo(1);

    assertThat(err.toString())
        .isEqualTo(
            "error: nothing is up in "
                + folder.resolve("state")
                + "; clusters/local up brings it up"
                + System.lineSeparator());
  }

  @Test
  void helpNeedsNoClouds() {
    assertThat(run("--", "scan", "--help")).isZero();

    assertThat(lines()).endsWith("-cp", classpath(), MAIN);
  }

  @Test
  void completionNeedsNoCloudsAndATableOfThatNameDoes() {
    assertThat(run("--", "completion")).isZero();
    assertThat(lines()).endsWith("-cp", classpath(), MAIN);

    assertThat(run("--", "scan", "completion")).isEqualTo(1);
  }
}
