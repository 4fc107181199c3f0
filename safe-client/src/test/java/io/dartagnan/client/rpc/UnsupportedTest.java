package io.dartagnan.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.visibility.Authorizations;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class UnsupportedTest {

  static Stream<Arguments> unsupportedScans() {
    return Stream.of(
        scan("setRaw", s -> s.setRaw(true)),
        scan("setNeedCursorResult", s -> s.setNeedCursorResult(true)),
        scan("setEnableScanMetricsByRegion", s -> s.setEnableScanMetricsByRegion(true)),
        scan("setConsistency", s -> s.setConsistency(Consistency.TIMELINE)),
        scan("setQueryMetricsEnabled", s -> (Scan) s.setQueryMetricsEnabled(true)),
        scan("setReplicaId", s -> s.setReplicaId(1)),
        scan("setIsolationLevel", s -> s.setIsolationLevel(IsolationLevel.READ_UNCOMMITTED)),
        scan("visibility labels", s -> s.setAuthorizations(new Authorizations("secret"))),
        scan("setACL", s -> s.setACL("user", new Permission(Permission.Action.READ))),
        scan("'dartagnan.query'", s -> s.setAttribute("dartagnan.query", new byte[1])));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unsupportedScans")
  void unsupportedScanIsNamed(String feature, UnaryOperator<Scan> use) {
    assertThat(Unsupported.of(use.apply(new Scan()))).singleElement().asString().contains(feature);
  }

  @Test
  void ordinaryScansGetsAndWritesAreNotRefused() throws Exception {
    Scan scan =
        new Scan()
            .withStartRow(Tables.ROW, false)
            .withStopRow(Tables.bytes("z"), true)
            .addColumn(Tables.FAMILY, Tables.NUMBER)
            .setTimeRange(1, 9)
            .setColumnFamilyTimeRange(Tables.FAMILY, 2, 3)
            .readVersions(2)
            .setCaching(10)
            .setCacheBlocks(false)
            .setReversed(true)
            .setLimit(5)
            .setBatch(3)
            .setAllowPartialResults(true)
            .setScanMetricsEnabled(true)
            .setMaxResultsPerColumnFamily(3)
            .setRowOffsetPerColumnFamily(3)
            .setId("id");

    assertThat(Unsupported.of(scan)).isEmpty();
    assertThat(
            Unsupported.of(
                new Get(Tables.ROW).readAllVersions().setFilter(new FirstKeyOnlyFilter())))
        .isEmpty();
    assertThat(
            Unsupported.of(
                List.of(
                    new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN, Tables.ROW),
                    new Delete(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN, 5))))
        .isEmpty();
  }

  /** HBase reads from the primary replica then; PerformanceEvaluation gives none. */
  @Test
  void noConsistencyIsTheStrongOne() {
    assertThat(Unsupported.of(new Get(Tables.ROW).setConsistency(null))).isEmpty();
    assertThat(Unsupported.of(new Scan().setConsistency(null))).isEmpty();
  }

  @Test
  void everyReasonIsListedAtOnce() {
    Scan scan =
        new Scan().setNeedCursorResult(true).setRaw(true).setConsistency(Consistency.TIMELINE);

    assertThatThrownBy(() -> Unsupported.throwIfAny("scan", Unsupported.of(scan)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("setNeedCursorResult")
        .hasMessageContaining("setRaw")
        .hasMessageContaining("setConsistency");
  }

  @Test
  void unsupportedWritesAreNamed() {
    Put labelled = new Put(Tables.ROW).setCellVisibility(new CellVisibility("secret"));
    Put permitted = new Put(Tables.ROW).setACL("user", new Permission(Permission.Action.READ));
    Delete newest = new Delete(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER);

    assertThat(Unsupported.of(List.of(labelled, permitted, newest)))
        .hasSize(3)
        .anyMatch(reason -> reason.startsWith("visibility labels"))
        .anyMatch(reason -> reason.startsWith("setACL"))
        .anyMatch(reason -> reason.startsWith("Delete.addColumn without a timestamp"));
  }

  private static Arguments scan(String feature, UnaryOperator<Scan> use) {
    return Arguments.of(feature, use);
  }
}
