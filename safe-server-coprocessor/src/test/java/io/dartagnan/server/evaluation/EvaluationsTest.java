package io.dartagnan.server.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.FilterQuery;
import io.dartagnan.wire.QueryFailure;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of an evaluation that fails, over a real mesh, on a region that is broken. */
@Timeout(60)
class EvaluationsTest {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(50);

  @TempDir Path folder;

  @Test
  void aRegionThatCannotBeReadIsNamedToThePeersAndTheClient() throws Exception {
    Throwable gone = new NotServingRegionException("it is closing");
    QueryFailure failure = failureOf(gone, "party 0 cannot read its region: it is closing");
    assertThat(failure.mayPass()).isTrue();
  }

  @Test
  void anExceptionThatSaysNothingIsNamed() throws Exception {
    failureOf(new EOFException(), "party 0 cannot read its region: EOFException");
  }

  @Test
  void aDefectEndsTheQueryForEveryone() throws Exception {
    QueryFailure failure =
        failureOf(new NoClassDefFoundError("Missing"), "party 0 failed: NoClassDefFoundError");
    assertThat(failure.mayPass()).isFalse();
  }

  @Test
  void aProtocolSuiteThatThisServerLacksIsRefusedWithThoseItHas() throws Exception {
    try (ThreeMeshes meshes = ThreeMeshes.start(TestCertificates.in(folder));
        Evaluations evaluations =
            new Evaluations(Party.P0, meshes.mesh(Party.P0), LONGEST_WAIT, 4, 4)) {
      Region region = throwing(Region.class, new IOException("never read"));
      RegionScanner opened = throwing(RegionScanner.class, new IOException("never read"));

      assertThatThrownBy(
              () ->
                  evaluations.begin(query(ThreeMeshes.newId(), "yao"), new Scan(), region, opened))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessage(
              "party 0: protocol suite 'yao' is not installed; installed are "
                  + String.join(", ", ProtocolSuites.installed().byName().keySet()));
    }
  }

  /**
   * The peers must hear of it at once: the mesh's own deadline lies behind this test's timeout, so
   * a peer that only ran into it fails the test.
   */
  private QueryFailure failureOf(Throwable broken, String reason) throws Exception {
    try (ThreeMeshes meshes = ThreeMeshes.start(TestCertificates.in(folder));
        Evaluations evaluations =
            new Evaluations(Party.P0, meshes.mesh(Party.P0), LONGEST_WAIT, 4, 4)) {
      SessionId id = ThreeMeshes.newId();
      List<CompletableFuture<Void>> peers = new ArrayList<>();
      for (Party peer : List.of(Party.P1, Party.P2)) {
        MeshSession session = meshes.open(peer, id);
        peers.add(CompletableFuture.runAsync(() -> session.receive(Party.P0, 1)));
      }
      Region region = throwing(Region.class, broken);
      RegionScanner opened = throwing(RegionScanner.class, new IOException("never read"));

      RegionScanner answers =
          evaluations.begin(query(id, ProtocolSuites.DEFAULT), new Scan(), region, opened);

      for (CompletableFuture<Void> peer : peers) {
        assertThatThrownBy(() -> peer.get(20, TimeUnit.SECONDS))
            .hasCauseInstanceOf(ProtocolException.class)
            .hasMessageContaining(reason);
      }
      return failure(answers);
    }
  }

  private static QueryFailure failure(RegionScanner answers) throws IOException {
    while (true) {
      List<Cell> cells = new ArrayList<>();
      answers.nextRaw(cells);
      byte[] value = CellUtil.cloneValue(cells.get(0));
      if (QueryFailure.isOne(value)) {
        return QueryFailure.decode(value);
      }
    }
  }

  private static FilterQuery query(SessionId id, String suite) {
    return new FilterQuery(
        id.queryHigh(),
        id.queryLow(),
        id.range(),
        Party.P0,
        Party.ALL.stream().map(ThreeMeshes.SERVERS::get).toList(),
        suite,
        new byte[] {'f'},
        new byte[] {'q'},
        Protection.parse("additive int64"),
        new Comparison(Operator.EQUAL, Ordering.UNSIGNED),
        false,
        new byte[8]);
  }

  /** An object of HBase's interface whose every method fails. */
  private static <T> T throwing(Class<T> type, Throwable failure) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              throw failure;
            }));
  }
}
