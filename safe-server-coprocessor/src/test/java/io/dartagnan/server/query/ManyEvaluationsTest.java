package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.Query;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.MemoryRows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Filters at the same time, over a real mesh. */
@Timeout(180)
class ManyEvaluationsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.SIGNED);
  private static final int FILTERS = 24;
  private static final int ROWS = 150;
  private static final int ROWS_OF_A_BATCH = 16;

  @TempDir Path folder;
  private final Random random = Seed.random(this);
  private final DealtTable table = new DealtTable(ROWS, random);

  /**
   * Each server begins the filters in an order of its own, and what threads it has to spare go to
   * other filters' batches than at its peers. Were there any waiting for a thread, each server
   * would be busy with batches that another has not begun.
   */
  @Test
  void threeServersWithFewThreadsToSpareNeverWaitForEachOther() throws Exception {
    List<List<Query>> filters = new ArrayList<>();
    List<List<String>> expected = new ArrayList<>();
    for (int i = 0; i < FILTERS; i++) {
      byte[] operand = DealtTable.bytes(random.nextInt(1000) - 500);
      filters.add(DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, operand));
      expected.add(table.matching(DealtTable.Column.NUMBER, LESS, operand));
    }
    Map<Party, List<CompletableFuture<FetchedPages>>> clients = new EnumMap<>(Party.class);
    List<Evaluations> servers = new ArrayList<>();
    try (ThreeMeshes meshes =
        ThreeMeshes.start(TestCertificates.in(folder), TIMEOUT, settings -> settings)) {
      for (Party party : Party.ALL) {
        Evaluations server =
            new Evaluations(
                party,
                meshes.mesh(party),
                new EvaluationSettings(TIMEOUT, FILTERS, 1 + party.index(), 0));
        servers.add(server);
        clients.put(party, fetch(server, party, filters));
      }
      for (Party party : Party.ALL) {
        for (int i = 0; i < FILTERS; i++) {
          FetchedPages fetched = clients.get(party).get(i).get(120, TimeUnit.SECONDS);
          assertThat(fetched.failure()).as("filter %d at %s", i, party).isEmpty();
          assertThat(fetched.rows()).isEqualTo(expected.get(i));
        }
      }
    } finally {
      servers.forEach(Evaluations::close);
    }
  }

  /** Begins all filters at one server, in random order; in the order of the filters. */
  private List<CompletableFuture<FetchedPages>> fetch(
      Evaluations server, Party party, List<List<Query>> filters) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, FILTERS).boxed().toList());
    Collections.shuffle(order, random);
    List<CompletableFuture<FetchedPages>> fetched =
        new ArrayList<>(Collections.nCopies(FILTERS, null));
    for (int filter : order) {
      RunningEvaluation<MemoryRow> pages =
          server.begin(
              filters.get(filter).get(party.index()),
              "a region",
              abandoned ->
                  new MemoryRows(
                      table.rows(party, DealtTable.Column.NUMBER, new BitSet()), ROWS_OF_A_BATCH));
      fetched.set(
          filter,
          CompletableFuture.supplyAsync(
              () -> FetchedPages.of(pages), task -> new Thread(task, "client").start()));
    }
    return fetched;
  }
}
