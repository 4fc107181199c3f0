package io.dartagnan.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dartagnan.ycsb.workload.ClinicWorkload;
import io.dartagnan.ycsb.workload.OperationKind;
import io.dartagnan.ycsb.workload.WorkloadSettings;
import java.io.IOException;
import java.io.Reader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.measurements.Measurements;

/** The properties files, held against the papers' tables. */
class WorkloadFilesTest {
  private static final Path FOLDER = Path.of("workloads");

  @TempDir private Path conf;

  private Properties properties(String file) throws IOException {
    Files.writeString(conf.resolve("hbase-site.xml"), "<configuration/>");
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(FOLDER.resolve(file))) {
      properties.load(reader);
    }
    properties.setProperty("hbase.conf", conf.toString());
    if (file.equals("waage-wiese")) {
      // Of the one mail below.
      properties.setProperty("recordcount", "1");
    }
    Path mail = conf.resolve("mail");
    Files.writeString(mail, "From: a@example.org\nDate: Thu, 22 Aug 2002 12:00:00 +0000\n\n");
    properties.setProperty("mails", mail.toString());
    return properties;
  }

  private WorkloadSettings settings(String file) throws Exception {
    Properties properties = properties(file);
    Measurements.setProperties(properties);
    ClinicWorkload workload =
        Class.forName(properties.getProperty("workload"))
            .asSubclass(ClinicWorkload.class)
            .getDeclaredConstructor()
            .newInstance();
    return workload.settings(properties);
  }

  /** Table I of the first paper, and table IV of the second, whose G lacks 5 %: updates here. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          workloada                 | read .5, update .5
          workloadb                 | read .95, update .05
          workloadc                 | read 1
          workloadd                 | read .95, insert .05
          workloade                 | insert .05, scan .95
          workloadf                 | read .5, read_modify_write .5
          workloadg                 | read .4, update .2, insert .2, filter_equal .2
          filterequal               | filter_equal 1
          filtergreater             | filter_greater 1
          aggregates                | count .4, sum .3, avg .3
          safenosql-operation       | read 1
          waage-wiese               | filter_equal 1
          safenosql-appointments-a  | read .5, update .5
          safenosql-appointments-b  | read .95, update .05
          safenosql-appointments-e1 | insert .05, scan .75, filter_equal .1, filter_range .1
          safenosql-appointments-f  | read .5, read_modify_write .5
          safenosql-appointments-g  | read .1, update .05, insert .5, read_modify_write .15, filter_equal .1, filter_range .1
          safenosql-patients-a      | read .5, update .5
          safenosql-patients-b      | read .95, update .05
          safenosql-patients-e2     | insert .05, scan .75, filter_equal .2
          safenosql-patients-f      | read .5, read_modify_write .5
          safenosql-patients-h      | read .3, insert .1, read_modify_write .45, filter_equal .15
          """)
  void proportionsAreThePapers(String file, String proportions) throws Exception {
    Map<OperationKind, BigDecimal> expected = new TreeMap<>();
    for (String proportion : proportions.split(", ")) {
      String[] parts = proportion.split(" ");
      expected.put(
          OperationKind.valueOf(parts[0].toUpperCase(Locale.ROOT)), new BigDecimal(parts[1]));
    }

    Map<OperationKind, BigDecimal> given = settings(file).mix().shares();

    assertThat(given.keySet()).isEqualTo(expected.keySet());
    expected.forEach((kind, share) -> assertThat(given.get(kind)).isEqualByComparingTo(share));
  }

  @Test
  void everyFileIsHeldAgainstATable() throws Exception {
    String tested =
        WorkloadFilesTest.class
            .getDeclaredMethod("proportionsAreThePapers", String.class, String.class)
            .getAnnotation(CsvSource.class)
            .textBlock();
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .isNotEmpty()
          .allMatch(file -> tested.lines().anyMatch(line -> line.startsWith(file + " ")));
    }
  }

  @Test
  void parametersOfTheFirstPaper() throws Exception {
    for (String file : List.of("workloada", "workloade", "workloadg", "filtergreater")) {
      WorkloadSettings settings = settings(file);
      Properties properties = properties(file);

      assertThat(settings.rows()).isEqualTo(1_000_000);
      assertThat(properties)
          .containsEntry("regions", "20")
          .containsEntry("requestdistribution", "uniform")
          .containsEntry("scheme", "additive")
          .containsEntry("maxexecutiontime", "10800");
      assertThat(settings.operations()).isZero();
    }
    assertThat(settings("workloade").scanToEnd()).isTrue();
    assertThat(settings("workloadg").filterWholeTable()).isFalse();
    assertThat(settings("workloadg").filterColumn()).hasToString("f:Type");
    assertThat(settings("workloadg").filterColumn().domain().size()).isEqualTo(20);
  }

  @Test
  void parametersOfTheSecond() throws Exception {
    for (String file : List.of("safenosql-appointments-g", "safenosql-patients-h")) {
      WorkloadSettings settings = settings(file);
      Properties properties = properties(file);

      assertThat(settings.rows()).isEqualTo(10_000_000);
      assertThat(settings.filterWholeTable()).isTrue();
      assertThat(settings.writesAllFields()).isTrue();
      assertThat(properties)
          .containsEntry("requestdistribution", "zipfian")
          .containsEntry("threadcount", "1")
          .containsEntry("warmup.seconds", "180")
          .containsEntry("maxexecutiontime", "1200");
    }
    WorkloadSettings patients = settings("safenosql-patients-h");
    assertThat(patients.filterColumn()).hasToString("Identification:MainID");
    assertThat(patients.filterStoredValues()).isTrue();
    WorkloadSettings appointments = settings("safenosql-appointments-g");
    assertThat(appointments.filterColumn()).hasToString("Appointment:Date");
    assertThat(appointments.filterSpan()).isEqualTo(31);
  }

  @Test
  void operationsAreDrawnInTheirProportions() throws Exception {
    int draws = 100_000;
    var generator = settings("safenosql-appointments-g").mix().generator();
    Map<String, Long> drawn =
        Stream.generate(generator::nextString)
            .limit(draws)
            .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    // Six standard deviations of a half.
    double off = 6 * Math.sqrt(draws * 0.25);
    settings("safenosql-appointments-g")
        .mix()
        .shares()
        .forEach(
            (kind, share) ->
                assertThat((double) drawn.get(kind.name()))
                    .isCloseTo(share.doubleValue() * draws, within(off)));
  }

  @Test
  void everyPropertyOfAFileIsExplained() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.toList()) {
        List<String> lines = Files.readAllLines(file);
        for (int at = 1; at < lines.size(); at++) {
          boolean begins = lines.get(at).contains("=") && lines.get(at - 1).isEmpty();
          assertThat(
                  begins
                      && !lines.get(at).startsWith("#")
                      && !lines.get(at).startsWith("workload="))
              .as("%s has %s without a comment before it", file, lines.get(at))
              .isFalse();
        }
      }
    }
  }
}
