package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mesh.session.MeshSession;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.query.QuerySession;
import io.dartagnan.server.query.admission.MemoryBudget;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.MemoryRows;
import io.dartagnan.server.query.agreement.RowSource;
import io.dartagnan.server.query.agreement.RowSource.Retention;
import io.dartagnan.wire.QueryFailure;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of an evaluation that fails, over a real mesh, on rows that cannot be read. */
@Timeout(60)
class EvaluationsTest {
  private static final EvaluationSettings SETTINGS =
      new EvaluationSettings(Duration.ofSeconds(50), 4, 4, 0);

  @TempDir static Path folder;
  private static TestCertificates certificates;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = TestCertificates.in(folder);
  }

  @Test
  void thePeersHearThatRowsCannotBeReadAndTheClientWhy() throws Exception {
    Throwable gone = new IOException("the region is closing");
    QueryFailure failure = failureOf(gone, "party 0 cannot read its rows: IOException");
    assertThat(failure.mayPass()).isTrue();
    assertThat(failure.reason()).isEqualTo("party 0 cannot read its rows: the region is closing");
  }

  @Test
  void anExceptionThatSaysNothingIsNamed() throws Exception {
    failureOf(new EOFException(), "party 0 cannot read its rows: EOFException");
  }

  @Test
  void aDefectEndsTheQueryForEveryone() throws Exception {
    QueryFailure failure =
        failureOf(new NoClassDefFoundError("Missing"), "party 0 failed: NoClassDefFoundError");
    assertThat(failure.mayPass()).isFalse();
  }

  @Test
  void aProtocolSuiteThatThisServerLacksIsRefusedWithThoseItHas() throws Exception {
    try (ThreeMeshes meshes = ThreeMeshes.start(certificates);
        Evaluations evaluations = new Evaluations(Party.P0, meshes.mesh(Party.P0), SETTINGS)) {
      QueryFailure failure =
          failure(
              evaluations.begin(
                  query(ThreeMeshes.newId(), "yao"),
                  "a region",
                  throwing(new IOException("never read"))));

      assertThat(failure.mayPass()).isFalse();
      assertThat(failure.reason())
          .isEqualTo(
              "party 0: protocol suite 'yao' is not installed; installed are "
                  + String.join(", ", ProtocolSuites.installed().byName().keySet()));
    }
  }

  @Test
  void aQueryThatCannotBeBegunLeavesItsPlaceToOthers() throws Exception {
    try (ThreeMeshes meshes = ThreeMeshes.start(certificates);
        Evaluations evaluations =
            new Evaluations(
                Party.P0,
                meshes.mesh(Party.P0),
                SETTINGS,
                MemoryBudget.ofHeap(0),
                session -> {
                  throw new IllegalStateException("broken");
                })) {
      assertThatThrownBy(
              () ->
                  evaluations.begin(
                      query(ThreeMeshes.newId(), ProtocolSuites.DEFAULT),
                      "a region",
                      throwing(new IOException("never read"))))
          .hasMessage("broken");

      assertThat(evaluations.admission().tickets()).isZero();
      assertThat(meshes.mesh(Party.P0).metrics().sessionsOpen()).isZero();
    }
  }

  /**
   * The peers must hear of it at once: the mesh's own deadline lies behind this test's timeout, so
   * a peer that only ran into it fails the test.
   */
  private QueryFailure failureOf(Throwable broken, String reason) throws Exception {
    try (ThreeMeshes meshes = ThreeMeshes.start(certificates);
        Evaluations evaluations = new Evaluations(Party.P0, meshes.mesh(Party.P0), SETTINGS)) {
      SessionId id = ThreeMeshes.newId();
      List<CompletableFuture<Void>> peers = new ArrayList<>();
      for (Party peer : List.of(Party.P1, Party.P2)) {
        MeshSession session = meshes.open(peer, id);
        peers.add(
            CompletableFuture.runAsync(
                () -> {
                  session.receive(Party.P0, QueuedEvaluation.BEGIN);
                  session.receive(Party.P0, 1);
                }));
      }
      RunningEvaluation<MemoryRow> answers =
          evaluations.begin(query(id, ProtocolSuites.DEFAULT), "a region", throwing(broken));

      for (CompletableFuture<Void> peer : peers) {
        assertThatThrownBy(() -> peer.get(20, TimeUnit.SECONDS))
            .hasCauseInstanceOf(ProtocolException.class)
            .hasMessageContaining(reason)
            .hasMessageNotContaining("the region is closing");
      }
      return failure(answers);
    }
  }

  private static QueryFailure failure(RunningEvaluation<MemoryRow> answers)
      throws InterruptedException {
    PageQueue.Entry<MemoryRow> entry = answers.poll(20_000);
    assertThat(entry).as("an answer").isNotNull();
    return entry.failure();
  }

  private static Query query(SessionId id, String suite) {
    return new Query(
        new QuerySession(id.queryHigh(), id.queryLow(), id.range()),
        Party.P0,
        Party.ALL.stream().map(ThreeMeshes.SERVERS::get).toList(),
        suite,
        List.of(QueryColumn.anyCell()),
        new Operation.Select(PublicCondition.present(0), Operation.Select.NO_LIMIT));
  }

  /** Rows of which none can be read. */
  private static Evaluations.Opener<RowSource<MemoryRow>> throwing(Throwable failure) {
    return abandoned ->
        new RowSource<>() {
          @Override
          public boolean fill(List<MemoryRow> rows, int count) throws IOException {
            if (failure instanceof IOException e) {
              throw e;
            }
            throw (Error) failure;
          }

          @Override
          public MemoryRow absent(byte[] key) {
            return MemoryRow.absent(key);
          }

          @Override
          public Retention retention(int column) {
            return new Retention(Retention.FOR_EVER);
          }

          @Override
          public Comparator<byte[]> order() {
            return MemoryRows.ASCENDING;
          }

          @Override
          public void close() {}
        };
  }
}
