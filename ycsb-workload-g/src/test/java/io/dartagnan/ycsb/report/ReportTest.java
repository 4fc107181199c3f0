package io.dartagnan.ycsb.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.ycsb.report.plan.Figure;
import io.dartagnan.ycsb.report.plan.Plan;
import io.dartagnan.ycsb.report.plan.Point;
import io.dartagnan.ycsb.report.plan.SittingSettings;
import io.dartagnan.ycsb.report.result.Measurement;
import io.dartagnan.ycsb.report.result.ResultFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program with results that are there already, so that it has nothing to measure. */
class ReportTest {
  private static final List<Point> POINTS =
      Plan.of(
              SittingSettings.of(true, Optional.empty(), Optional.empty(), List.of(), 1),
              List.of(Figure.NETWORK))
          .points();

  @TempDir private Path out;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... more) {
    String[] arguments = new String[more.length + 2];
    arguments[0] = "--out";
    arguments[1] = out.toString();
    System.arraycopy(more, 0, arguments, 2, more.length);
    return Report.run(Path.of("..").toAbsolutePath(), new ByteArrayOutputStream(), err, arguments);
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private void measured(Measurement... measurements) throws IOException {
    ResultFile file = new ResultFile(out.resolve("results.jsonl"));
    for (Measurement measurement : measurements) {
      file.append(measurement);
    }
  }

  private void measuredAll() throws IOException {
    for (Point point : POINTS) {
      measured(Measured.sound(point, 10));
    }
  }

  @Test
  void whatIsMeasuredIsDrawnAndNotMeasuredAgain() throws IOException {
    measuredAll();

    assertThat(run("--quick", "--figure", "4")).isZero();
    assertThat(out.resolve("report.html")).isNotEmptyFile();
    assertThat(out.resolve("report.md")).isNotEmptyFile();
    assertThat(Files.list(out).map(file -> file.getFileName().toString()))
        .noneMatch(name -> name.startsWith("."));
  }

  @Test
  void aWrongAnswerMakesTheReportFailAndIsNamed() throws IOException {
    measuredAll();
    measured(Measured.wrong(POINTS.get(0)));

    assertThat(run("--quick", "--figure", "4")).isEqualTo(1);
    assertThat(said()).contains(POINTS.get(0).sentence() + ": an answer was wrong");
    assertThat(out.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void aSittingOfOtherSettingsIsRefused() throws IOException {
    measuredAll();
    run("--quick", "--figure", "4");

    assertThat(run("--quick", "--figure", "4", "--seconds", "9")).isEqualTo(2);
    assertThat(said()).contains("cannot be continued").contains("--out");
  }

  @Test
  void whatWasBegunWithTlsIsNotContinuedWithoutIt() throws IOException {
    measuredAll();
    run("--quick", "--figure", "4");
    assertThat(out.resolve("report.md"))
        .content()
        .contains("| TLS between client and clusters | on |");

    assertThat(run("--quick", "--figure", "4", "--unencrypted")).isEqualTo(2);
    assertThat(said()).contains("encrypted=true").contains("encrypted=false");
  }

  @Test
  void aFolderThatIsInUseIsRefused() throws IOException {
    measuredAll();
    try (SittingFolder folder = SittingFolder.open(out)) {
      assertThat(folder.path()).isEqualTo(out);
      assertThat(run("--quick", "--figure", "4")).isEqualTo(1);
    }
    assertThat(said()).contains("another report is being made in");
  }

  @Test
  void mailsAreToBeNamed() throws IOException {
    Path empty = Files.createDirectory(out.resolve("no-mails"));

    assertThat(run("--figure", "w")).isEqualTo(2);
    assertThat(said()).startsWith("report: figure W needs --mails").hasLineCount(1);
    assertThat(run("--figure", "w", "--mails", empty.toString())).isEqualTo(1);
    assertThat(said()).contains("report: there are no mails in " + empty);
    assertThat(run("--figure", "w", "--mails", out + "/nowhere")).isEqualTo(1);
    assertThat(said()).contains("there is no file or folder " + out + "/nowhere");
  }

  @Test
  void wrongCallsAreOneSentence() {
    assertThat(run("--figure", "12")).isEqualTo(2);
    assertThat(run("--rows", "many")).isEqualTo(2);
    assertThat(run("--clients", "1,0")).isEqualTo(2);
    assertThat(said().lines().toList()).hasSize(3).allMatch(line -> line.startsWith("report: "));
  }
}
