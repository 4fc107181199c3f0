package io.dartagnan.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.discovery.DiscoveryMetrics;
import io.dartagnan.mesh.MeshSettings;
import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.session.Mesh;
import io.dartagnan.mpc.Party;
import io.dartagnan.server.query.EvaluationSettings;
import io.dartagnan.server.query.Evaluations;
import io.dartagnan.server.write.ServerWrites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a RegionServer shows among its metrics. */
class RegionServerGaugesTest {
  private static final MetricRegistryInfo NAME =
      new MetricRegistryInfo("gauges", "of a test", "gauges", "test", false);

  private static final int MOST_MISSING = 9;

  @TempDir private static Path folder;
  private static TestCertificates certificates;

  private Mesh mesh;
  private Evaluations evaluations;
  private MetricRegistry registry;
  private RegionServerGauges gauges;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = TestCertificates.in(folder);
  }

  @BeforeEach
  void register() throws Exception {
    MeshSettings settings =
        MeshSettings.of(
            Party.P1, "127.0.0.1", 0, certificates.identity(Party.P1), Duration.ofSeconds(5));
    mesh = Mesh.start(settings, (party, server) -> null);
    registry = MetricRegistries.global().create(NAME);
    evaluations =
        new Evaluations(
            Party.P1, mesh, new EvaluationSettings(Duration.ofSeconds(5), 1, 0, MOST_MISSING));
    gauges =
        RegionServerGauges.register(
            registry,
            Party.P1,
            mesh,
            new DiscoveryMetrics(),
            evaluations,
            new ServerWrites(Party.P1, 1, true, 1).counts());
  }

  @AfterEach
  void remove() {
    gauges.close();
    assertThat(registry.getMetrics()).isEmpty();
    MetricRegistries.global().remove(NAME);
    evaluations.close();
    mesh.close();
  }

  /**
   * The names in the first column of the tables of a section, without the number of a party.
   *
   * @param bean in another column
   */
  private static Set<String> documented(String from, String to, String bean) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "operating.md"));
    String table =
        page.substring(
            page.indexOf("\n## %s\n".formatted(from)), page.indexOf("\n## %s\n".formatted(to)));
    Set<String> names = new TreeSet<>();
    for (String row :
        table.lines().filter(line -> line.startsWith("| `") && line.contains(bean)).toList()) {
      Matcher name = Pattern.compile("`(\\w+)(<i>)?`").matcher(row.split("\\|")[1]);
      while (name.find()) {
        names.add(name.group(1));
      }
    }
    return names;
  }

  @Test
  void theMetricsAreThoseOfTheOperatorsTable() throws Exception {
    assertThat(shown())
        .containsExactlyInAnyOrderElementsOf(documented("Metrics", "Many filters at once", "|"));
  }

  @Test
  void theMetricsToAlarmOnAreAmongThem() throws Exception {
    Set<String> alarms = documented("Alarms", "Metrics", "| `RegionServer` |");
    assertThat(alarms).hasSizeGreaterThan(5);
    assertThat(shown()).containsAll(alarms);
  }

  private Set<String> shown() {
    return registry.getMetrics().keySet().stream()
        .map(name -> name.replaceFirst("(OfParty)[0-2]$", "$1"))
        .collect(Collectors.toSet());
  }

  @Test
  void theWritesThatEachPartyLacksAreAmongThem() {
    for (Party party : Party.ALL) {
      assertThat(registry.get("writesMissingOfParty" + party.index()))
          .hasValueSatisfying(metric -> assertThat(((Gauge<?>) metric).getValue()).isEqualTo(0L));
    }
  }

  @Test
  void theDaysThatEveryPartysCertificateHasLeftAreAmongThem() {
    for (Party party : Party.ALL) {
      assertThat(registry.get("meshCertificateDaysLeftOfParty" + party.index()))
          .hasValueSatisfying(
              metric ->
                  assertThat(((Gauge<?>) metric).getValue())
                      .isEqualTo(mesh.tls().certificates().daysLeft(party)));
    }
  }
}
