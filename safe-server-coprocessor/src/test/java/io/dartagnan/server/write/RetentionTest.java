package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.server.write.ServerWrites.WriteCounts;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.Purpose;
import io.dartagnan.write.VersionStanding.Question;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.FlushLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScanOptions;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Versions that flushes and compactions of HBase's own region keep, and those that they drop. */
@Timeout(120)
class RetentionTest {
  private static final String ROW = "row";

  @TempDir private static Path folder;

  private GuardedRegion cloud;
  private Writer acknowledged;
  private Writer torn;
  private long now;

  @BeforeEach
  void open() throws IOException {
    cloud = new GuardedRegion(folder, 1);
    acknowledged = new Writer(1, cloud.schema());
    torn = new Writer(2, cloud.schema());
    // Above the floor that a region has when it opens.
    now = System.currentTimeMillis() + 10_000;
  }

  @AfterEach
  void close() throws IOException {
    cloud.close();
  }

  private void put(Put put) throws IOException {
    cloud.region().put(put);
  }

  private void tell(Writer writer) throws IOException {
    assertThat(cloud.region().get(writer.telling()).isEmpty()).isTrue();
  }

  private List<Cell> tagged() throws IOException {
    return cloud.raw(ROW).stream().filter(cell -> WriteTag.in(cell).isPresent()).toList();
  }

  /** History H1. */
  @Test
  void anAcknowledgedVersionStaysBelowAnyNumberOfUnsettledOnes() throws Exception {
    put(acknowledged.put(ROW, now, "acknowledged"));
    tell(acknowledged.settled(now));
    for (int i = 1; i <= 6; i++) {
      put(torn.put(ROW, now + i, "torn" + i));
    }
    List<String> all =
        List.of("torn6", "torn5", "torn4", "torn3", "torn2", "torn1", "acknowledged");

    cloud.flush();
    assertThat(cloud.versions(ROW)).isEqualTo(all);
    put(torn.put("other row", now, "for a second file"));
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).isEqualTo(all);
    assertThat(tagged()).hasSize(6);

    cloud.move();
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).isEqualTo(all);
    assertThat(tagged()).hasSize(6);
    assertThat(cloud.server().counts().versionsKeptUnsettled()).isPositive();
    assertThat(cloud.server().counts().bytesKeptUnsettled()).isPositive();

    tell(torn.settled(now + 6, now + 5, now + 6));
    cloud.region().compact(true);
    assertThat(cloud.versions(ROW)).containsExactly("torn6", "torn5", "torn4");
    assertThat(tagged()).hasSize(2);
  }

  /** The same in one flush, and with the table's declared number of versions. */
  @Test
  void settledVersionsBeyondTheDeclaredNumberGoWithTheFlush() throws Exception {
    for (int i = 0; i < 5; i++) {
      put(acknowledged.put(ROW, now + i, "v" + i));
    }
    tell(acknowledged.settled(now + 4));
    cloud.flush();
    assertThat(cloud.versions(ROW)).containsExactly("v4");
    assertThat(tagged()).isEmpty();
    assertThat(cloud.get(ROW)).isEqualTo("v4");
  }

  @Test
  void theAgeOfTheOldestThatIsKeptUnsettledIsShownForAnHour() throws Exception {
    long hour = TimeUnit.HOURS.toMillis(1);
    AtomicLong clock = new AtomicLong((now / hour + 2) * hour);
    EnvironmentEdgeManager.injectEdge(clock::get);
    try {
      WriteCounts counts = cloud.server().counts();
      put(acknowledged.put("settled", clock.get() - 5_000, "v"));
      put(torn.put(ROW, clock.get() - 3_000, "v"));
      put(torn.put(ROW, clock.get() - 2_000, "v"));
      tell(acknowledged.settled(clock.get()));
      cloud.flush();
      assertThat(counts.oldestUnsettledMillis()).isEqualTo(3_000);
      clock.addAndGet(1_000);
      cloud.flushAndCompact();
      assertThat(counts.oldestUnsettledMillis()).isEqualTo(4_000);
      tell(torn.settled(clock.get()));
      cloud.region().compact(true);
      clock.addAndGet(hour);
      assertThat(counts.oldestUnsettledMillis()).isEqualTo(4_000);
      clock.addAndGet(hour);
      assertThat(counts.oldestUnsettledMillis()).isZero();
    } finally {
      EnvironmentEdgeManager.reset();
    }
  }

  /** HBase calls another hook ahead of that flush. */
  @Test
  void theyGoWithTheFlushOfARegionThatClosesToo() throws Exception {
    for (int i = 0; i < 5; i++) {
      put(acknowledged.put(ROW, now + i, "v" + i));
    }
    tell(acknowledged.settled(now + 3));
    cloud.move();
    assertThat(cloud.versions(ROW)).containsExactly("v4", "v3");
    assertThat(tagged()).hasSize(1);
  }

  @Test
  void asManySettledVersionsStayAsWereDeclared() throws Exception {
    try (GuardedRegion three = new GuardedRegion(folder, 3)) {
      for (int i = 0; i < 5; i++) {
        three.region().put(acknowledged.put(ROW, now + i, "v" + i));
      }
      three.region().get(acknowledged.settled(now + 4, now + 3).telling());
      three.flush();
      assertThat(three.versions(ROW)).containsExactly("v4", "v3", "v2", "v1");
    }
  }

  @Test
  void aFlushedVersionThatIsSettledLaterGoesWithACompaction() throws Exception {
    put(acknowledged.put(ROW, now, "old"));
    put(acknowledged.put(ROW, now + 1, "new"));
    cloud.flush();
    assertThat(cloud.versions(ROW)).containsExactly("new", "old");
    tell(acknowledged.settled(now + 1));
    cloud.region().compact(true);
    assertThat(cloud.versions(ROW)).containsExactly("new");
    assertThat(tagged()).isEmpty();
  }

  /** Nobody knows where else a write without a mark is. */
  @Test
  void aVersionWithoutAMarkTakesNobodysPlace() throws Exception {
    put(acknowledged.put(ROW, now, "acknowledged"));
    tell(acknowledged.settled(now));
    for (int i = 1; i <= 5; i++) {
      put(
          new Put(Bytes.toBytes(ROW))
              .addColumn(
                  GuardedRegion.FAMILY, GuardedRegion.COLUMN, now + i, Bytes.toBytes("bare" + i)));
    }
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW))
        .containsExactly("bare5", "bare4", "bare3", "bare2", "bare1", "acknowledged");
    put(acknowledged.put(ROW, now + 6, "above"));
    tell(acknowledged.settled(now + 6));
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).containsExactly("above");
  }

  /** Another cloud may lose it, and then the durable one is what all three have. */
  @ParameterizedTest
  @EnumSource(names = {"SKIP_WAL", "ASYNC_WAL"})
  void aVersionThatWasNotMadeDurableTakesNoDurableOnesPlace(Durability less) throws Exception {
    put(acknowledged.put(ROW, now, "durable"));
    put(acknowledged.put(ROW, now + 1, "not"));
    put(with(less, acknowledged.put(ROW, now + 2, "not either")));
    put(with(less, acknowledged.put(ROW, now + 3, "nor this")));
    tell(acknowledged.settled(now + 1, now + 1));
    cloud.flush();
    assertThat(cloud.versions(ROW)).containsExactly("nor this", "not either", "not", "durable");
    tell(acknowledged.settled(now + 3));
    cloud.region().compact(true);
    assertThat(cloud.versions(ROW)).containsExactly("nor this", "not");
    put(with(less, acknowledged.put(ROW, now + 4, "last")));
    tell(acknowledged.settled(now + 4));
    cloud.flush();
    cloud.move();
    cloud.region().compact(true);
    assertThat(cloud.versions(ROW)).containsExactly("last", "not");
    put(acknowledged.put(ROW, now + 100_000, "durable too"));
    tell(acknowledged.settled(now + 100_000));
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).containsExactly("durable too");
    assertThat(tagged()).isEmpty();
  }

  /** A reader was told of it, and may have read the older one since another cloud lost it. */
  @Test
  void aVersionThatOneCloudWasFoundWithoutTakesNobodysPlace() throws Exception {
    put(acknowledged.put(ROW, now, "durable"));
    put(with(Durability.SKIP_WAL, acknowledged.put(ROW, now + 1, "read")));
    put(with(Durability.SKIP_WAL, acknowledged.put(ROW, now + 2, "lost elsewhere")));
    tell(acknowledged.settled(now + 2));
    Get question =
        new Get(Bytes.toBytes(ROW))
            .addColumn(GuardedRegion.FAMILY, GuardedRegion.COLUMN)
            .setTimestamp(now + 2);
    question.setAttribute(VersionStanding.ATTRIBUTE, new Question(Purpose.READ).encode());
    assertThat(cloud.region().get(question).size()).isEqualTo(1);

    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).containsExactly("lost elsewhere", "read", "durable");

    put(with(Durability.SKIP_WAL, acknowledged.put(ROW, now + 3, "on all")));
    tell(acknowledged.settled(now + 3));
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).containsExactly("on all", "durable");
  }

  private static Put with(Durability less, Put put) {
    return put.setDurability(less);
  }

  @Test
  void theTablesDurabilityCountsWhereAWriteNamesNone() throws Exception {
    cloud.alter(table -> table.setDurability(Durability.ASYNC_WAL));
    cloud.move();
    put(with(Durability.SYNC_WAL, acknowledged.put(ROW, now, "durable")));
    put(acknowledged.put(ROW, now + 1, "not"));
    tell(acknowledged.settled(now + 1));
    cloud.flush();
    assertThat(cloud.versions(ROW)).containsExactly("not", "durable");
  }

  /** Else a cloud that lost the marker would take what it hid for a version that counts. */
  @Test
  void aDeleteIsAlwaysLogged() throws Exception {
    put(acknowledged.put(ROW, now, "value"));
    Delete delete = acknowledged.delete(ROW, now + 1);
    delete.setDurability(Durability.SKIP_WAL);
    cloud.region().delete(delete);
    cloud.crash();
    assertThat(cloud.get(ROW)).isNull();
  }

  /** A batch's durability is the greatest of its mutations', as HBase takes it when it begins. */
  @ParameterizedTest
  @EnumSource(names = {"SKIP_WAL", "ASYNC_WAL"})
  void aDeleteIsInTheLogBeforeItIsAcknowledged(Durability less) throws Exception {
    byte[] row = Bytes.toBytes(ROW);
    put(with(less, acknowledged.put(ROW, now, "value")));
    isLogged("a delete", () -> cloud.region().delete(delete(less, now + 1)));
    Mutation[] batch = {
      with(less, acknowledged.put("other", now + 2, "value")), delete(less, now + 2)
    };
    isLogged("a batch", () -> cloud.region().batchMutate(batch));
    RowMutations change =
        RowMutations.of(
            List.of(with(less, acknowledged.put(ROW, now + 3, "v")), delete(less, now + 3)));
    isLogged("a change of a row", () -> cloud.region().mutateRow(change));
    isLogged(
        "a change of rows",
        () ->
            cloud
                .region()
                .mutateRowsWithLocks(
                    List.of(delete(less, now + 4)),
                    List.of(row),
                    HConstants.NO_NONCE,
                    HConstants.NO_NONCE));
    CheckAndMutate check =
        CheckAndMutate.newBuilder(row)
            .ifNotExists(GuardedRegion.FAMILY, GuardedRegion.COLUMN)
            .build(delete(less, now + 5));
    isLogged("a delete with a check", () -> cloud.region().checkAndMutate(check));
    put(with(less, torn.put(ROW, now + 6, "torn")));
    Delete rollback = torn.rollback(ROW, now + 6, now + 6, "torn");
    rollback.setDurability(less);
    isLogged("a rollback", () -> cloud.region().delete(rollback));

    cloud.alter(table -> table.setDurability(less));
    cloud.move();
    isLogged(
        "a delete that names none",
        () -> cloud.region().delete(acknowledged.delete(ROW, now + 100_000)));
  }

  private Delete delete(Durability less, long stamp) {
    return acknowledged.delete(ROW, stamp).setDurability(less);
  }

  private void isLogged(String what, ThrowingCallable write) throws Exception {
    int before = cloud.syncs();
    assertThatCode(write).as(what).doesNotThrowAnyException();
    assertThat(cloud.syncs()).as(what).isGreaterThan(before);
  }

  /** Else a version that was taken back, and is settled so, comes back on one cloud alone. */
  @Test
  void aRollbackOfAPutThatIsNotLoggedIsLogged() throws Exception {
    put(with(Durability.SKIP_WAL, torn.put(ROW, now, "torn")));
    cloud.flush();
    Delete rollback = torn.rollback(ROW, now, now, "torn");
    rollback.setDurability(Durability.SKIP_WAL);
    cloud.region().delete(rollback);
    cloud.crash();
    assertThat(cloud.get(ROW)).isNull();
  }

  /** HBase would abort one server after the other. */
  @Test
  void aNumberOfVersionsThatIsNoneKeepsAllAndRefusesWrites() throws Exception {
    for (int i = 0; i < 3; i++) {
      put(acknowledged.put(ROW, now + i, "v" + i));
    }
    for (String wrong : List.of("three", "0")) {
      cloud.alter(table -> table.setValue("dartagnan.versions.f", wrong));
      if (wrong.equals("three")) {
        // What is replayed is flushed as the region opens.
        cloud.crash();
      } else {
        cloud.move();
      }
      tell(acknowledged.settled(now + 2));
      cloud.region().compact(true);
      assertThat(cloud.versions(ROW)).containsExactly("v2", "v1", "v0");
      assertThatThrownBy(() -> put(acknowledged.put(ROW, now + 100_000, "v3")))
          .hasMessageContainingAll("dartagnan.versions.f", wrong, "guarded");
    }
  }

  /** A cell that HBase changes in place gets the older one's tags, which say something else. */
  @Test
  void anAppendedVersionIsNotTakenForTheOneBelow() throws Exception {
    put(acknowledged.put(ROW, now, "a"));
    tell(acknowledged.settled(now + 100));
    cloud
        .region()
        .append(
            new Append(Bytes.toBytes(ROW))
                .addColumn(GuardedRegion.FAMILY, GuardedRegion.COLUMN, Bytes.toBytes("b")));
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).containsExactly("ab", "a");
    assertThat(WriteTag.in(tagged().get(0))).contains(WriteTag.UNKNOWN);
  }

  @Test
  void aReplayedLogHasTheTags() throws Exception {
    put(acknowledged.put(ROW, now, "acknowledged"));
    tell(acknowledged.settled(now));
    cloud.flush();
    for (int i = 1; i <= 5; i++) {
      put(torn.put(ROW, now + i, now + 2 * i, "torn" + i));
    }
    cloud.crash();
    assertThat(cloud.versions(ROW))
        .containsExactly("torn5", "torn4", "torn3", "torn2", "torn1", "acknowledged");
    assertThat(WriteTag.in(tagged().get(0)))
        .hasValueSatisfying(tag -> assertThat(tag.isOfWriteOf(WriteTag.of(2, now + 5))).isTrue());
    cloud.region().compact(true);
    assertThat(cloud.versions(ROW)).hasSize(6);
  }

  /**
   * A rolled back write is settled, and its version may be in a file without the marker that
   * deletes it: it must not push the older one out.
   */
  @Test
  void aRolledBackVersionTakesNobodysPlaceWhereItsMarkerIsElsewhere() throws Exception {
    put(acknowledged.put(ROW, now, "acknowledged"));
    tell(acknowledged.settled(now));
    put(torn.put(ROW, now + 1, "torn"));
    cloud.flush();
    cloud.region().delete(torn.rollback(ROW, now + 1, now + 1, "torn"));
    tell(torn.settled(now + 1));
    // The marker is in the memstore: the compaction does not see it.
    cloud.region().compact(true);
    assertThat(cloud.versions(ROW)).containsExactly("torn", "acknowledged");
    assertThat(cloud.get(ROW)).isEqualTo("acknowledged");
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).containsExactly("acknowledged");
  }

  /** The same while a scan is open that began before the rollback: HBase leaves the version. */
  @Test
  void aRolledBackVersionThatAScanStillSeesTakesNobodysPlace() throws Exception {
    put(acknowledged.put(ROW, now, "acknowledged"));
    tell(acknowledged.settled(now));
    put(torn.put(ROW, now + 1, "torn"));
    try (RegionScanner open = cloud.region().getScanner(new Scan())) {
      cloud.region().delete(torn.rollback(ROW, now + 1, now + 1, "torn"));
      tell(torn.settled(now + 1));
      cloud.flush();
      assertThat(cloud.versions(ROW)).containsExactly("torn", "acknowledged");
      assertThat(value(open)).isEqualTo("torn");
    }
    assertThat(cloud.get(ROW)).isEqualTo("acknowledged");
    cloud.region().compact(true);
    assertThat(cloud.versions(ROW)).containsExactly("acknowledged");
  }

  /** Has something happen once, when HBase has taken a memstore's snapshot. */
  public static final class BehindSnapshot implements RegionCoprocessor, RegionObserver {
    private static final AtomicReference<Callable<?>> EVENT = new AtomicReference<>();

    /** HBase makes it. */
    public BehindSnapshot() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preFlushScannerOpen(
        ObserverContext<RegionCoprocessorEnvironment> context,
        Store store,
        ScanOptions options,
        FlushLifeCycleTracker tracker)
        throws IOException {
      Callable<?> event = EVENT.getAndSet(null);
      if (event != null) {
        try {
          event.call();
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
    }
  }

  /** The marker is no part of the snapshot, and the flush must not go by what is told later. */
  @Test
  void aVersionThatIsRolledBackWhileItIsFlushedTakesNobodysPlace() throws Exception {
    cloud
        .region()
        .getCoprocessorHost()
        .load(BehindSnapshot.class, Coprocessor.PRIORITY_HIGHEST, new Configuration(false));
    put(acknowledged.put(ROW, now, "acknowledged"));
    tell(acknowledged.settled(now));
    put(torn.put(ROW, now + 1, "torn"));
    BehindSnapshot.EVENT.set(
        () -> {
          cloud.region().delete(torn.rollback(ROW, now + 1, now + 1, "torn"));
          tell(torn.settled(now + 1));
          return null;
        });
    cloud.flush();
    assertThat(BehindSnapshot.EVENT.get()).isNull();
    assertThat(cloud.get(ROW)).isEqualTo("acknowledged");
    cloud.flushAndCompact();
    assertThat(cloud.versions(ROW)).containsExactly("acknowledged");
  }

  /** A scan goes on to see what it saw when it was opened. */
  @Test
  void aVersionThatAnOpenScanDoesNotSeeTakesNobodysPlace() throws Exception {
    put(acknowledged.put(ROW, now, "old"));
    try (RegionScanner open = cloud.region().getScanner(new Scan())) {
      put(acknowledged.put(ROW, now + 1, "new"));
      tell(acknowledged.settled(now + 1));
      cloud.flush();
      assertThat(value(open)).isEqualTo("old");
    }
    cloud.region().compact(true);
    assertThat(cloud.versions(ROW)).containsExactly("new");
  }

  private static String value(RegionScanner open) throws IOException {
    List<Cell> seen = new ArrayList<>();
    open.next(seen);
    assertThat(seen).hasSize(1);
    return Bytes.toString(CellUtil.cloneValue(seen.get(0)));
  }

  @Test
  void deleteMarkersPassAndDeleteAsTheyDo() throws Exception {
    put(acknowledged.put(ROW, now, "a"));
    cloud.region().delete(acknowledged.delete(ROW, now + 1));
    put(acknowledged.put("other", now, "b"));
    tell(acknowledged.settled(now + 1));
    cloud.flush();
    assertThat(cloud.raw(ROW)).hasSize(1);
    assertThat(cloud.get(ROW)).isNull();
    assertThat(cloud.get("other")).isEqualTo("b");
    cloud.region().compact(true);
    assertThat(cloud.raw(ROW)).as("two clouds may have what it hid").hasSize(1);
    EnvironmentEdgeManager.injectEdge(() -> now + ServerWrites.DEFAULT_MARKERS_KEPT_MS + 2);
    try {
      cloud.region().compact(true);
    } finally {
      EnvironmentEdgeManager.reset();
    }
    assertThat(cloud.raw(ROW)).isEmpty();
  }

  /** Each look at the region costs more than all else that a compaction does for a row. */
  @Test
  void aCompactionLooksOnceAtTheColumnsOfOnePut() throws Exception {
    for (String row : List.of(ROW, "second")) {
      for (int i = 0; i < 2; i++) {
        Put put = new Put(Bytes.toBytes(row));
        for (int column = 0; column < 5; column++) {
          put.addColumn(
              GuardedRegion.FAMILY, Bytes.toBytes("c" + column), now + i, Bytes.toBytes("v" + i));
        }
        cloud.region().put(acknowledged.mark(put, now + i));
      }
    }
    cloud.flush();
    tell(acknowledged.settled(now + 1));
    long before = cloud.region().getReadRequestsCount();

    cloud.region().compact(true);

    assertThat(cloud.region().getReadRequestsCount() - before).isEqualTo(2);
    for (String row : List.of(ROW, "second")) {
      assertThat(cloud.versions(row)).hasSize(5).containsOnly("v1");
    }
  }

  /** HBase asks for ten cells at a time. */
  /** The flush that looks for needed versions alone is for memstores without markers. */
  @Test
  void aMarkerBelowTheVersionThatIsNeededIsWritten() throws Exception {
    put(torn.put(ROW, now, "torn"));
    cloud.flush();
    cloud.region().delete(torn.rollback(ROW, now, now, "torn"));
    put(acknowledged.put(ROW, now + 1, "acknowledged"));
    tell(torn.settled(now));
    tell(acknowledged.settled(now + 1));

    cloud.flush();

    assertThat(cloud.raw(ROW).stream().filter(CellUtil::isDelete)).hasSize(1);
    cloud.region().delete(acknowledged.rollback(ROW, now + 1, now + 1, "acknowledged"));
    assertThat(cloud.get(ROW)).isNull();
  }

  /** A region whose every flush has a marker elsewhere looks at all versions. */
  @Test
  void flushesWithoutMarkersKeepWhatThoseWithSomeKeep() throws Exception {
    for (int declared = 1; declared <= 2; declared++) {
      try (GuardedRegion without = new GuardedRegion(folder, declared);
          GuardedRegion with = new GuardedRegion(folder, declared)) {
        Random random = Seed.random(this);
        Writer settling = new Writer(3, without.schema());
        // A region takes the clock at its opening for its rows' newest stamp.
        long stamp = System.currentTimeMillis() + 1;
        long settled = stamp;
        for (int i = 0; i < 600; i++) {
          // However long it takes: a region refuses what is half a minute old.
          stamp = Math.max(stamp + 1, System.currentTimeMillis());
          String row = "row" + random.nextInt(4);
          Writer writer = random.nextInt(4) == 0 ? torn : settling;
          for (GuardedRegion each : List.of(without, with)) {
            each.region().put(writer.put(row, stamp, "v" + i));
          }
          if (random.nextInt(20) == 0) {
            settled = stamp;
          }
          if (random.nextInt(40) == 0) {
            for (GuardedRegion each : List.of(without, with)) {
              each.region().get(settling.settled(settled).telling());
            }
            stamp++;
            with.region().delete(settling.delete("elsewhere", stamp));
            without.flush();
            with.flush();
            for (int each = 0; each < 4; each++) {
              assertThat(shown(without, "row" + each))
                  .as("row %d after %d writes", each, i)
                  .isEqualTo(shown(with, "row" + each));
            }
          }
        }
      }
    }
  }

  private static List<String> shown(GuardedRegion region, String row) throws IOException {
    return region.raw(row).stream()
        .map(
            cell ->
                "%s %d %s %s"
                    .formatted(
                        cell.getType(),
                        cell.getTimestamp(),
                        Bytes.toString(CellUtil.cloneValue(cell)),
                        WriteTag.in(cell)))
        .toList();
  }

  @Test
  void columnsAreCountedAcrossTheSlicesOfARow() throws Exception {
    byte[][] columns = new byte[4][];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = Bytes.toBytes("column" + c);
    }
    for (int i = 0; i < 25; i++) {
      Put put = new Put(Bytes.toBytes(ROW));
      for (byte[] column : columns) {
        put.addColumn(GuardedRegion.FAMILY, column, now + i, Bytes.toBytes("v" + i));
      }
      cloud.region().put(acknowledged.mark(put, now + i));
    }
    // The versions 12 to 24 are torn, 11 is the newest settled one.
    long[] stamps = new long[13];
    for (int i = 0; i < stamps.length; i++) {
      stamps[i] = now + 12 + i;
    }
    tell(acknowledged.settled(now + 24, stamps));
    cloud.flush();
    assertThat(cloud.versions(ROW)).hasSize(4 * 14);
    cloud.region().compact(true);
    List<String> kept = cloud.versions(ROW);
    assertThat(kept).hasSize(4 * 14);
    for (int c = 0; c < columns.length; c++) {
      assertThat(kept.subList(c * 14, (c + 1) * 14)).startsWith("v24").endsWith("v11");
    }
  }

  @Test
  void otherTagsStay() throws Exception {
    Put put = acknowledged.put(ROW, now, "with a time to live");
    put.setTTL(1_000_000);
    put(put);
    assertThat(tags(cloud.raw(ROW).get(0))).isEqualTo(2);
    tell(acknowledged.settled(now));
    cloud.flush();
    assertThat(tags(cloud.raw(ROW).get(0))).isEqualTo(1);
    assertThat(tagged()).isEmpty();
  }

  private static int tags(Cell cell) {
    return PrivateCellUtil.getTags(cell).size();
  }

  @Test
  void aReadThatTellsASettlementReadsNothing() throws Exception {
    put(acknowledged.put("r", now, "value"));
    Result answer = cloud.region().get(acknowledged.settled(now).telling());
    assertThat(answer.isEmpty()).isTrue();
    assertThat(cloud.server().settlements().isSettled(1, now)).isTrue();
  }
}
