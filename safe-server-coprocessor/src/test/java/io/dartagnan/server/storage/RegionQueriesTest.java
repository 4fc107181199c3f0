package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.TestCertificates;
import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.query.Query;
import io.dartagnan.server.query.ColumnCounters;
import io.dartagnan.server.query.DealtTable;
import io.dartagnan.server.query.EvaluationSettings;
import io.dartagnan.server.query.Evaluations;
import io.dartagnan.server.query.admission.MemoryBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole path of three servers, from HBase's regions over the mesh to the pages. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegionQueriesTest {
  private static final int ROWS = 5_000;
  private static final int DELETED = 1_234;
  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.SIGNED);

  @TempDir static Path folder;

  private final DealtTable table = new DealtTable(ROWS, Seed.random(this));
  private final Map<Party, Evaluations> evaluations = new EnumMap<>(Party.class);
  private LocalRegions regions;
  private ThreeMeshes meshes;

  @BeforeAll
  void start() throws Exception {
    regions = LocalRegions.load(new DealtCells(table, 0), folder);
    // Half-way: the batches of the three differ from here on, and are agreed on with summaries.
    regions.region(Party.P1).delete(new Delete(Bytes.toBytes(DealtTable.key(DELETED))));
    meshes = ThreeMeshes.start(TestCertificates.in(folder));
    EvaluationSettings settings = new EvaluationSettings(Duration.ofSeconds(30), 4, 8, 10);
    for (Party party : Party.ALL) {
      evaluations.put(party, new Evaluations(party, meshes.mesh(party), settings));
    }
  }

  @AfterAll
  void stop() throws IOException {
    evaluations.values().forEach(Evaluations::close);
    meshes.close();
    regions.close();
  }

  /** In the regions' own columns there is no key, however the rows are read. */
  @ParameterizedTest(name = "reversed: {0}")
  @ValueSource(booleans = {false, true})
  void rowsBeforeTheFirstThatIsAskedForAreNotReturned(boolean reversed) throws Exception {
    int first = 2_345;
    byte[] operand = Bytes.toBytes(100L);
    List<Query> queries =
        DealtTable.from(
            first,
            DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, operand));
    Scan scan = new Scan().setReversed(reversed);
    assertThat(
            RegionBlocks.isAnsweredByBlocks(
                queries.get(0), scan, regions.region(Party.P0).getTableDescriptor()))
        .isEqualTo(!reversed);

    List<CompletableFuture<FetchedPages>> clients = clients(queries, scan);

    List<String> expected =
        new ArrayList<>(
            table.matching(DealtTable.Column.NUMBER, LESS, operand).stream()
                .filter(key -> key.compareTo(DealtTable.key(first)) >= 0)
                .toList());
    // That one is undecided, and returned whatever it is.
    expected.add(0, DealtTable.key(DELETED));
    if (reversed) {
      Collections.reverse(expected);
    }
    assertReturned(clients, expected);
  }

  /** A reversed scan begins below its start row, as the Safe Client asks, at a region's end. */
  @ParameterizedTest(name = "reversed: {0}, rows {1} to {2}")
  @CsvSource({
    "false, 0, 5000",
    "true, 0, 5000",
    "false, 700, 1300",
    "true, 700, 1300",
    "true, 1234, 1235"
  })
  void theRowsComeInTheOrderOfTheScan(boolean reversed, int from, int to) throws Exception {
    Scan scan =
        reversed
            ? new Scan()
                .setReversed(true)
                .withStartRow(Bytes.toBytes(DealtTable.key(to)), false)
                .withStopRow(Bytes.toBytes(DealtTable.key(from)), true)
            : new Scan()
                .withStartRow(Bytes.toBytes(DealtTable.key(from)))
                .withStopRow(Bytes.toBytes(DealtTable.key(to)));
    byte[] operand = Bytes.toBytes(100L);
    List<Query> queries =
        DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, operand);

    List<CompletableFuture<FetchedPages>> clients = clients(queries, scan);

    BitSet deleted = new BitSet();
    deleted.set(DELETED);
    List<BitSet> lacking = List.of(new BitSet(), deleted, new BitSet());
    List<String> expected =
        new ArrayList<>(
            table.returned(DealtTable.Column.NUMBER, LESS, operand, lacking).stream()
                .filter(key -> key.compareTo(DealtTable.key(from)) >= 0)
                .filter(key -> key.compareTo(DealtTable.key(to)) < 0)
                .toList());
    if (reversed) {
      Collections.reverse(expected);
    }
    assertReturned(clients, expected);
  }

  private List<CompletableFuture<FetchedPages>> clients(List<Query> queries, Scan scan) {
    return Party.ALL.stream()
        .map(
            party ->
                CompletableFuture.supplyAsync(
                    () -> fetch(party, queries.get(party.index()), scan),
                    task -> new Thread(task, "client").start()))
        .toList();
  }

  private static void assertReturned(
      List<CompletableFuture<FetchedPages>> clients, List<String> expected) throws Exception {
    for (CompletableFuture<FetchedPages> client : clients) {
      FetchedPages fetched = client.get(60, TimeUnit.SECONDS);
      assertThat(fetched.failure()).isEmpty();
      assertThat(fetched.rows()).isEqualTo(expected);
    }
  }

  private FetchedPages fetch(Party party, Query query, Scan scan) {
    HRegion region = regions.region(party);
    try (RegionScanner opened = region.getScanner(new Scan(scan));
        RegionScanner pages =
            RegionQueries.begin(
                evaluations.get(party),
                query,
                scan,
                region,
                new RegionColumns(region),
                new ColumnBudget(MemoryBudget.ofHeap(0), 0, new ColumnCounters()),
                opened)) {
      return FetchedPages.of(pages);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
