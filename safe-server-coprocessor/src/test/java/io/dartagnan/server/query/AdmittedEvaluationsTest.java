package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.Query;
import io.dartagnan.server.query.admission.AdmissionSettings;
import io.dartagnan.server.query.admission.MemoryBudget;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.MemoryRows;
import io.dartagnan.server.query.agreement.RowSource;
import io.dartagnan.server.query.agreement.RowSource.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of many more filters at once than may run, over three real meshes. */
@Timeout(300)
class AdmittedEvaluationsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.SIGNED);
  private static final int RUNNING = 2;
  // Working sets of three evaluations, so that they wait for memory as well as for places.
  private static final long MEMORY = 3 * (32 << 20) + 1;
  private static final int ROWS = 100;
  private static final int ROWS_OF_A_BATCH = 16;

  @TempDir Path folder;
  private final Random random = Seed.random(this);
  private final DealtTable table = new DealtTable(ROWS, random);
  private final Map<Party, Evaluations> servers = new EnumMap<>(Party.class);
  private final AtomicInteger mostRunning = new AtomicInteger();

  /**
   * Each server hears of the filters in an order of its own. If each let them begin in that order,
   * three servers would run filters that the others have not begun, and wait for each other.
   */
  @ParameterizedTest
  @ValueSource(ints = {64, 256})
  void allAreAnsweredAndFewRunAtATime(int filters) throws Exception {
    List<List<Query>> queries = new ArrayList<>();
    List<List<String>> expected = new ArrayList<>();
    for (int i = 0; i < filters; i++) {
      byte[] operand = DealtTable.bytes(random.nextInt(1000) - 500);
      queries.add(DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, operand));
      expected.add(table.matching(DealtTable.Column.NUMBER, LESS, operand));
    }
    try (ThreeMeshes meshes =
        ThreeMeshes.start(TestCertificates.in(folder), TIMEOUT, settings -> settings)) {
      Map<Party, CompletableFuture<List<FetchedPages>>> clients = new EnumMap<>(Party.class);
      for (Party party : Party.ALL) {
        servers.put(party, server(party, meshes, filters));
        List<RunningEvaluation<MemoryRow>> running = begin(party, queries);
        clients.put(
            party,
            CompletableFuture.supplyAsync(
                () -> fetch(running), task -> new Thread(task, "client").start()));
      }
      for (Party party : Party.ALL) {
        List<FetchedPages> fetched = clients.get(party).get(240, TimeUnit.SECONDS);
        for (int i = 0; i < filters; i++) {
          assertThat(fetched.get(i).failure()).as("filter %d at %s", i, party).isEmpty();
          assertThat(fetched.get(i).rows()).isEqualTo(expected.get(i));
        }
      }
      assertThat(mostRunning.get()).isPositive().isLessThanOrEqualTo(RUNNING);
      for (Party party : Party.ALL) {
        // The last page is there before the thread has come to its end.
        await()
            .atMost(Duration.ofSeconds(20))
            .untilAsserted(() -> HeldByServer.assertNothing(servers.get(party), meshes, party));
      }
    } finally {
      servers.values().forEach(Evaluations::close);
    }
  }

  private static Evaluations server(Party party, ThreeMeshes meshes, int filters) {
    return new Evaluations(
        party,
        meshes.mesh(party),
        new EvaluationSettings(
            TIMEOUT,
            new AdmissionSettings(
                filters,
                RUNNING,
                TIMEOUT.multipliedBy(4),
                Duration.ofMillis(5),
                AdmissionSettings.overdue(TIMEOUT)),
            4,
            0,
            Duration.ZERO),
        new MemoryBudget(MEMORY, 1));
  }

  /** Begins all filters at one server, in random order; in the order of the filters. */
  private List<RunningEvaluation<MemoryRow>> begin(Party party, List<List<Query>> filters) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, filters.size()).boxed().toList());
    Collections.shuffle(order, random);
    List<RunningEvaluation<MemoryRow>> running =
        new ArrayList<>(Collections.nCopies(filters.size(), null));
    List<MemoryRow> rows = table.rows(party, DealtTable.Column.NUMBER, new BitSet());
    for (int filter : order) {
      running.set(
          filter,
          servers
              .get(party)
              .begin(
                  filters.get(filter).get(party.index()),
                  "a region",
                  abandoned -> counted(party, new MemoryRows(rows, ROWS_OF_A_BATCH))));
    }
    return running;
  }

  /** Rows that note how many evaluations run while they are read. */
  private RowSource<MemoryRow> counted(Party party, RowSource<MemoryRow> rows) {
    return new RowSource<>() {
      @Override
      public boolean fill(List<MemoryRow> into, int count) throws IOException {
        if (party == QueuedEvaluation.SEQUENCER) {
          mostRunning.accumulateAndGet(servers.get(party).admission().running(), Math::max);
        }
        return rows.fill(into, count);
      }

      @Override
      public MemoryRow absent(byte[] key) {
        return rows.absent(key);
      }

      @Override
      public Retention retention(int column) {
        return rows.retention(column);
      }

      @Override
      public Comparator<byte[]> order() {
        return rows.order();
      }

      @Override
      public void close() throws IOException {
        rows.close();
      }
    };
  }

  /** Fetches all pages of all filters with one thread, in turns. */
  private static List<FetchedPages> fetch(List<RunningEvaluation<MemoryRow>> running) {
    FetchedPages[] fetched = new FetchedPages[running.size()];
    Arrays.fill(fetched, FetchedPages.NONE);
    int left = fetched.length;
    while (left > 0) {
      for (int i = 0; i < fetched.length; i++) {
        if (!fetched[i].ended()) {
          fetched[i] = fetched[i].next(running.get(i), 1);
          left -= fetched[i].ended() ? 1 : 0;
        }
      }
    }
    return List.of(fetched);
  }
}
