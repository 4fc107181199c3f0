package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.clusters.program.Condition;
import io.dartagnan.clusters.program.Encounter;
import io.dartagnan.clusters.program.EncountersProgram;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.util.Bytes;

/** Runs of a program that knows nothing of this project, and what it is to print. */
final class EncountersRuns {
  private static final List<String> OWN_MODULES =
      List.of("/safe-client/", "/table-model/", "/mpc-library/");

  private final HBasePrograms programs;
  private final Path csv;

  EncountersRuns(HBasePrograms programs, Path csv) {
    this.programs = programs;
    this.csv = csv;
  }

  /** Its output on a plain HBase, which has the rows that follow from the file. */
  List<String> onOneHBase(String site) throws Exception {
    List<String> plain = run(site, withoutThisProject(), "additive", "araki");
    assertThat(rows(plain)).containsAll(expected());
    return plain;
  }

  /** Its output on three clouds. */
  List<String> onThreeClouds(String scheme, String suite) throws Exception {
    return run("DARTAGNAN_CONF", programs.variable("DARTAGNAN_CLASSPATH"), scheme, suite);
  }

  private List<String> run(String site, String classPath, String scheme, String suite)
      throws Exception {
    return programs
        .run(
            site,
            classPath,
            EncountersProgram.class,
            csv.toString(),
            "encounters-" + scheme + "-" + suite,
            scheme,
            suite)
        .lines()
        .toList();
  }

  /** The same HBase without this project's own jars. */
  private String withoutThisProject() {
    List<String> all = List.of(programs.variable("DARTAGNAN_CLASSPATH").split(":"));
    List<String> others =
        all.stream().filter(entry -> OWN_MODULES.stream().noneMatch(entry::contains)).toList();
    assertThat(others).hasSize(all.size() - OWN_MODULES.size());
    return String.join(":", others);
  }

  private static List<String> rows(List<String> lines) {
    return lines.stream().map(line -> line.replaceFirst(" rows .*", " rows")).toList();
  }

  /** Row counts without any HBase. */
  private List<String> expected() throws Exception {
    List<Encounter> encounters = Encounter.read(csv);
    List<String> expected =
        Condition.all(encounters).stream()
            .map(
                condition ->
                    condition.name()
                        + ": "
                        + encounters.stream().filter(each -> matches(condition, each)).count()
                        + " rows")
            .collect(Collectors.toList());
    assertThat(expected).hasSizeGreaterThan(200);
    assertThat(expected).filteredOn(line -> !line.endsWith(" 0 rows")).hasSizeGreaterThan(150);
    expected.add("scan: " + encounters.size() + " rows");
    return expected;
  }

  private static boolean matches(Condition condition, Encounter encounter) {
    byte[] value = encounter.cells().get(condition.column());
    if (value == null) {
      return !condition.filterIfMissing();
    }
    int order =
        condition.signed()
            ? Long.compare(Bytes.toLong(value), Bytes.toLong(condition.operand()))
            : Arrays.compareUnsigned(value, condition.operand());
    return switch (condition.operator()) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case NO_OP -> throw new IllegalArgumentException("no operator");
    };
  }
}
