package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.hash.Hashing;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.server.query.ColumnCounters;
import io.dartagnan.server.query.admission.MemoryBudget;
import io.dartagnan.server.query.agreement.ColumnBlock;
import io.dartagnan.server.storage.RegionBlocks.BlockReading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Blocks that are kept, compared with what HBase's own scanner sees at the same point in time. */
@Timeout(300)
@Tag("thorough")
class RegionColumnsTest {
  private static final int ROWS = 20_000;
  private static final int READS = Integer.getInteger("dartagnan.runs", 12);
  private static final long ROOMY = 1L << 26;
  private static final QueryColumn A = MarkedRegion.column(MarkedRegion.ONE, "a");
  private static final QueryColumn B = MarkedRegion.column(MarkedRegion.ONE, "b");
  private static final QueryColumn C = MarkedRegion.column(MarkedRegion.OTHER, "c");
  private static final List<QueryColumn> COLUMNS = List.of(C, A);

  @TempDir Path folder;
  private List<QueryColumn> asked = COLUMNS;
  private Random random;
  private MarkedRegion marked;
  private HRegion region;
  private RegionColumns columns;

  @BeforeEach
  void start() throws IOException {
    random = Seed.random(this);
    marked = new MarkedRegion(folder);
    region = marked.region();
    columns = new RegionColumns(region);
    marked.tell(columns.changes());
  }

  @AfterEach
  void stop() throws IOException {
    columns.close();
    marked.close();
  }

  @Test
  void theSecondQueryHasBlocksBuiltThatAnswerTheNext() throws Exception {
    fill();
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), ROOMY, new ColumnCounters())) {
      check(budget, new Scan());
      assertThat(budget.counters().bytes()).isZero();
      keep(budget, new Scan());
      assertThat(budget.counters().hits()).isZero();
      check(budget, new Scan());
      assertThat(budget.counters().hits()).isEqualTo(1);
      assertThat(budget.counters().markedRows()).isZero();
      assertThat(budget.counters().bytes()).isBetween(ROWS * 40L, ROWS * 100L);
      columns.close();
      assertThat(budget.counters().bytes()).isZero();
    }
  }

  @Test
  void rangesAreCutAsIfReadFromTheRegion() throws Exception {
    fill();
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), ROOMY, new ColumnCounters())) {
      keep(budget, new Scan());
      for (int i = 0; i < 20; i++) {
        check(budget, range(random));
      }
      check(budget, new Scan().withStopRow(MarkedRegion.key(0)));
      check(budget, new Scan().withStartRow(MarkedRegion.key(ROWS + 1)));
      assertThat(budget.counters().hits()).isEqualTo(22);
    }
  }

  /** A flush takes the memstore away under a reader, and what it wrote is read on from files. */
  @Test
  @Tag("thorough")
  void aReadingOfOneFamilyGoesOnWhereTheRegionFlushesAndCompacts() throws Exception {
    asked = List.of(B, A);
    fill();
    for (int i = 0; i < 2_000; i++) {
      write(random);
    }
    try (ColumnBudget budget = new ColumnBudget(MemoryBudget.ofHeap(0), 0, new ColumnCounters())) {
      for (int i = 0; i < READS; i++) {
        Scan scan = range(random).addFamily(MarkedRegion.ONE);
        try (BlockReading reading = read(budget, scan, asked)) {
          List<ColumnBlock> expected = PlainBlocks.of(region, scan, asked, reading.readPoint());
          List<ColumnBlock> read = new ArrayList<>();
          boolean ended = false;
          while (!ended) {
            ended = reading.fill(read, read.size() + 1);
            for (int write = 0; write < 50; write++) {
              write(random);
            }
            region.flush(true);
            region.compact(i % 2 == 0);
          }
          PlainBlocks.assertAlike(read, expected, asked.size());
        }
      }
    }
  }

  @Test
  void changedRowsAreReadAgainOnceAndBordersMoveWithThem() throws Exception {
    fill();
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), ROOMY, new ColumnCounters())) {
      keep(budget, new Scan());
      for (int i = 0; i < 9; i++) {
        int writes = i % 3 == 0 ? 150 : 1 + random.nextInt(20);
        for (int write = 0; write < writes; write++) {
          write(random);
        }
        check(budget, new Scan());
        long read = budget.counters().markedRows();
        check(budget, range(random));
        assertThat(budget.counters().markedRows()).isEqualTo(read);
      }
      assertThat(budget.counters().builds()).isEqualTo(1);
    }
  }

  @Test
  void tooManyChangesVoidWhatIsKept() throws Exception {
    columns.close();
    columns = new RegionColumns(region, 100);
    marked.tell(columns.changes());
    fill();
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), ROOMY, new ColumnCounters())) {
      keep(budget, new Scan());
      // A build that ends early is met while it is waited for.
      long hits = budget.counters().hits();
      for (int row = 0; row < 200; row++) {
        region.delete(new Delete(MarkedRegion.key(row)));
      }
      check(budget, new Scan());
      assertThat(budget.counters().hits()).isEqualTo(hits);
      keep(budget, new Scan());
      hits = budget.counters().hits();
      check(budget, new Scan());
      assertThat(budget.counters().hits()).isEqualTo(hits + 1);
    }
  }

  @Test
  void anotherKeyMakesRoomAndTheSharesOfTheFirstAreOverwritten() throws Exception {
    fill();
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), ROWS * 80L, new ColumnCounters())) {
      keep(budget, new Scan());
      List<ColumnBlock> held;
      try (BlockReading reading = read(budget, new Scan(), COLUMNS)) {
        held = PlainBlocks.drain(reading, 100);
      }
      Scan other = new Scan().addFamily(MarkedRegion.ONE);
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> {
                read(budget, other, List.of(A, B)).close();
                return budget.counters().builds() == 2;
              });
      assertThat(budget.counters().evictions()).isEqualTo(1);
      assertThat(budget.counters().bytes()).isLessThanOrEqualTo(ROWS * 80L);
      // Those that somebody uses stay as they are until then.
      assertThat(held.get(0).shares(1).own()).containsAnyOf(filled(0), filled(1), filled(2));
      held.forEach(ColumnBlock::release);
      assertThat(held.get(0).shares(1).own()).containsOnly(0);
      check(budget, new Scan());
    }
  }

  @Test
  void blocksThatDoNotFitAreNotTriedWithEveryQuery() throws Exception {
    fill();
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), ROWS * 10L, new ColumnCounters())) {
      for (int i = 0; i < 20; i++) {
        check(budget, new Scan());
      }
      assertThat(budget.counters().builds()).isZero();
      assertThat(budget.counters().evictions()).isBetween(1L, 4L);
      assertThat(budget.counters().bytes()).isZero();
    }
  }

  @Test
  void cellsThatExpireAreNotKept() throws Exception {
    fill();
    region.put(put(7, A, 1).setTTL(3_600_000));
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), ROOMY, new ColumnCounters())) {
      for (int i = 0; i < 16; i++) {
        check(budget, new Scan());
      }
      assertThat(budget.counters().builds()).isZero();
      assertThat(budget.counters().bytes()).isZero();
    }
  }

  @Test
  void aChangeToACellThatExpiresEndsTheKeeping() throws Exception {
    fill();
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), ROOMY, new ColumnCounters())) {
      keep(budget, new Scan());
      region.put(put(7, A, 1).setTTL(3_600_000));
      check(budget, new Scan());
      assertThat(budget.counters().hits()).isZero();
      assertThat(budget.counters().bytes()).isZero();
    }
  }

  @Test
  void whatDependsOnTheTimeIsReadFromTheRegion() throws Exception {
    fill();
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), ROOMY, new ColumnCounters())) {
      for (int i = 0; i < 8; i++) {
        check(budget, new Scan().setTimeRange(0, Long.MAX_VALUE - 1));
      }
      assertThat(budget.counters().misses()).isEqualTo(8);
      assertThat(budget.counters().bytes()).isZero();
    }
  }

  /**
   * Writers of all kinds, flushes and compactions, beside readers of all kinds; {@code
   * -Ddartagnan.runs=N} sets how often each reads.
   */
  @ParameterizedTest(name = "budget {0}, one family: {1}")
  @CsvSource({"0, false", "1000000, false", ROOMY + ", false", "0, true", ROOMY + ", true"})
  void readersSeeWhatAScannerSees(long bytes, boolean oneFamily) throws Exception {
    if (oneFamily) {
      asked = List.of(B, A);
    }
    fill();
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newCachedThreadPool();
    try (ColumnBudget budget =
        new ColumnBudget(MemoryBudget.ofHeap(0), bytes, new ColumnCounters())) {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Random own = new Random(random.nextLong());
        writers.add(
            threads.submit(
                () -> {
                  while (!over.get()) {
                    write(own);
                  }
                  return null;
                }));
      }
      List<Future<?>> readers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Random own = new Random(random.nextLong());
        readers.add(
            threads.submit(
                () -> {
                  for (int read = 0; read < READS; read++) {
                    Scan scan = own.nextBoolean() ? new Scan() : range(own);
                    check(budget, oneFamily ? scan.addFamily(MarkedRegion.ONE) : scan);
                    if (own.nextInt(10) == 0) {
                      region.flush(true);
                    }
                    if (own.nextInt(20) == 0) {
                      region.compact(own.nextBoolean());
                      columns.drop();
                    }
                  }
                  return null;
                }));
      }
      try {
        for (Future<?> reader : readers) {
          reader.get(250, TimeUnit.SECONDS);
        }
      } finally {
        over.set(true);
      }
      for (Future<?> writer : writers) {
        writer.get(10, TimeUnit.SECONDS);
      }
      check(budget, oneFamily ? new Scan().addFamily(MarkedRegion.ONE) : new Scan());
      if (bytes == ROOMY) {
        assertThat(budget.counters().hits()).isPositive();
        assertThat(budget.counters().markedRows()).isPositive();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private BlockReading read(ColumnBudget budget, Scan scan, List<QueryColumn> of)
      throws IOException {
    return columns.read(scan, of, Party.P0, budget, () -> false);
  }

  /** Compares what a query gets with what a scanner sees. */
  private void check(ColumnBudget budget, Scan scan) throws IOException {
    try (BlockReading reading = read(budget, scan, asked)) {
      List<ColumnBlock> expected = PlainBlocks.of(region, scan, asked, reading.readPoint());
      PlainBlocks.assertAlike(PlainBlocks.drain(reading, 3), expected, asked.size());
    }
  }

  private void keep(ColumnBudget budget, Scan scan) {
    long before = budget.counters().builds();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              if (budget.counters().bytes() == 0) {
                read(budget, scan, asked).close();
              }
              return budget.counters().builds() > before;
            });
  }

  private static Scan range(Random random) {
    int from = random.nextInt(ROWS);
    int to = from + random.nextInt(ROWS);
    return new Scan()
        .withStartRow(MarkedRegion.key(from), random.nextBoolean())
        .withStopRow(MarkedRegion.key(to), random.nextBoolean());
  }

  private static long filled(int row) {
    return row + 1L;
  }

  private static Put put(int row, QueryColumn column, long share) {
    return new Put(MarkedRegion.key(row))
        .addColumn(column.family(), column.qualifier(), MarkedRegion.share(share, share));
  }

  /** Rows with and without the columns, some of them in files. */
  private void fill() throws IOException {
    List<Mutation> batch = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      if (row % 7 == 3) {
        continue;
      }
      Put put =
          new Put(MarkedRegion.key(row))
              .addColumn(MarkedRegion.ONE, MarkedRegion.PLAIN, Bytes.toBytes("plain"));
      if (row % 3 != 2) {
        put.addColumn(A.family(), A.qualifier(), MarkedRegion.share(row, filled(row)));
      }
      if (row % 2 == 0) {
        put.addColumn(C.family(), C.qualifier(), MarkedRegion.share(row, -filled(row)));
      }
      put.addColumn(B.family(), B.qualifier(), MarkedRegion.share(row, 5));
      batch.add(put);
    }
    region.batchMutate(batch.toArray(Mutation[]::new));
    if (random.nextBoolean()) {
      region.flush(true);
    }
  }

  /** One write of some kind, often to a row that ends a block. */
  private void write(Random own) throws IOException {
    int row = own.nextInt(ROWS);
    if (own.nextInt(4) == 0) {
      while (!endsBlock(row)) {
        row = own.nextInt(ROWS);
      }
    }
    byte[] key = MarkedRegion.key(row);
    QueryColumn column = own.nextBoolean() ? A : C;
    switch (own.nextInt(8)) {
      case 0 -> region.delete(new Delete(key));
      case 1 -> region.delete(new Delete(key).addColumn(column.family(), column.qualifier()));
      case 2 -> region.delete(new Delete(key).addColumns(column.family(), column.qualifier()));
      case 3 ->
          region.increment(new Increment(key).addColumn(MarkedRegion.ONE, Bytes.toBytes("n"), 1));
      case 4 ->
          region.checkAndMutate(
              CheckAndMutate.newBuilder(key)
                  .ifMatches(
                      MarkedRegion.ONE,
                      MarkedRegion.PLAIN,
                      CompareOperator.EQUAL,
                      Bytes.toBytes("plain"))
                  .build(put(row, column, own.nextLong())));
      case 5 ->
          region.mutateRow(
              RowMutations.of(
                  List.of(
                      put(row, A, own.nextLong()),
                      new Delete(key).addColumns(C.family(), C.qualifier()))));
      case 6 ->
          region.put(
              new Put(key)
                  .addColumn(column.family(), column.qualifier(), Bytes.toBytes("no share")));
      default -> region.put(put(row, column, own.nextLong()));
    }
  }

  private static boolean endsBlock(int row) {
    return (Hashing.murmur3_32_fixed().hashBytes(MarkedRegion.key(row)).asInt() & (1 << 12) - 1)
        == 0;
  }
}
