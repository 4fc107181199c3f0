package io.dartagnan.server.write;

import static io.dartagnan.write.VersionStanding.State.ABSENT;
import static io.dartagnan.write.VersionStanding.State.DELETED;
import static io.dartagnan.write.VersionStanding.State.FOREIGN;
import static io.dartagnan.write.VersionStanding.State.SETTLED;
import static io.dartagnan.write.VersionStanding.State.UNKNOWN;
import static io.dartagnan.write.VersionStanding.State.UNSETTLED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.write.DeleteTags;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.Age;
import io.dartagnan.write.VersionStanding.Purpose;
import io.dartagnan.write.VersionStanding.Question;
import io.dartagnan.write.VersionStanding.Span;
import io.dartagnan.write.VersionStanding.State;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.MultiVersionConcurrencyControl;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Standings of versions on HBase's own region, with a clock that the test sets. */
@Timeout(120)
class VersionInspectorTest {
  private static final String ROW = "row";
  private static final long AGE = ServerWrites.DEFAULT_LEFTOVER_AGE_MS;
  private static final long LATER = Duration.ofMinutes(6).toMillis();

  @TempDir private static Path folder;

  private final AtomicLong clock = new AtomicLong(1_800_000_000_000L);
  private GuardedRegion cloud;
  private Writer alice;
  private Writer bob;
  private long now;

  @BeforeEach
  void open() throws IOException {
    EnvironmentEdgeManager.injectEdge(clock::get);
    cloud = new GuardedRegion(folder, 1);
    alice = new Writer(1, cloud.schema());
    bob = new Writer(2, cloud.schema());
    now = clock.addAndGet(2 * AGE);
  }

  @AfterEach
  void close() throws IOException {
    cloud.close();
    EnvironmentEdgeManager.reset();
  }

  private void write(Mutation mutation) throws IOException {
    if (mutation instanceof Put put) {
      cloud.region().put(put);
    } else {
      cloud.region().delete((Delete) mutation);
    }
  }

  private static Get question(long timestamp) throws IOException {
    return question(timestamp, Purpose.REMOVE);
  }

  private static Get question(long timestamp, Purpose purpose) throws IOException {
    Get get =
        new Get(Bytes.toBytes(ROW))
            .addColumn(GuardedRegion.FAMILY, GuardedRegion.COLUMN)
            .setTimestamp(timestamp);
    get.setAttribute(VersionStanding.ATTRIBUTE, new Question(purpose).encode());
    return get;
  }

  private VersionStanding standing(long timestamp) throws IOException {
    return standing(timestamp, Purpose.REMOVE);
  }

  private VersionStanding standing(long timestamp, Purpose purpose) throws IOException {
    return VersionStanding.decode(
        CellUtil.cloneValue(cloud.region().get(question(timestamp, purpose)).rawCells()[0]));
  }

  private State state(long timestamp) throws IOException {
    return standing(timestamp).state();
  }

  @Test
  void aVersionIsYoungUntilNoWriteOfItCanComeAnyMore() throws Exception {
    write(alice.put(ROW, now, "value"));
    assertThat(standing(now))
        .isEqualTo(new VersionStanding(State.YOUNG, AGE, clock.get(), Age.NONE));
    clock.addAndGet(AGE - 1);
    assertThat(standing(now)).isEqualTo(new VersionStanding(State.YOUNG, 1, clock.get(), Age.NONE));
    clock.addAndGet(1);
    assertThat(state(now)).isEqualTo(UNSETTLED);
  }

  @Test
  void aVersionThatIsThereIsNamedByItsWrite() throws Exception {
    write(alice.put(ROW, now, "value"));
    clock.addAndGet(AGE);
    long id = standing(now).number();
    assertThat(standing(now).isThere()).isTrue();
    write(alice.put(ROW, clock.get(), "other"));
    long later = clock.get();
    clock.addAndGet(AGE);
    assertThat(standing(later).number()).isNotEqualTo(id);
    assertThat(standing(now).number()).isEqualTo(id);
  }

  /** Or the row that is read again would not be without what else the delete hides. */
  @Test
  void aReaderHearsOfADeleteOnceReadsShowIt() throws Exception {
    write(alice.put(ROW, now, "value"));
    Delete delete = bob.mark(new Delete(Bytes.toBytes(ROW)), clock.addAndGet(AGE));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    // A write that takes its time: what comes after it is shown after it.
    MultiVersionConcurrencyControl.WriteEntry before = cloud.region().getMVCC().begin();
    Future<?> deleted;
    try {
      deleted =
          thread.submit(
              () -> {
                write(delete);
                return null;
              });
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  new StandingCells(cloud.region())
                      .markers(
                          delete.getRow(),
                          GuardedRegion.FAMILY,
                          now,
                          IsolationLevel.READ_UNCOMMITTED),
              markers -> !markers.isEmpty());
      assertThat(standing(now, Purpose.READ).state()).isEqualTo(UNSETTLED);
      assertThat(deleted.isDone()).isFalse();
    } finally {
      cloud.region().getMVCC().complete(before);
      thread.shutdown();
    }
    deleted.get(60, TimeUnit.SECONDS);
    assertThat(standing(now, Purpose.READ).state()).isEqualTo(DELETED);
  }

  /** It was on all clouds: where it is missing it was deleted, or was lost. */
  @Test
  void aVersionOfASettledWriteWasComplete() throws Exception {
    write(alice.put(ROW, now, "value"));
    clock.addAndGet(AGE);
    cloud.region().get(alice.settled(now - 1).telling());
    assertThat(state(now)).isEqualTo(UNSETTLED);
    cloud.region().get(alice.settled(now + 1, now).telling());
    assertThat(state(now)).isEqualTo(State.TORN);
    cloud.region().get(alice.settled(now + 2).telling());
    assertThat(state(now)).isEqualTo(SETTLED);
    cloud.flushAndCompact();
    cloud.move();
    assertThat(state(now)).as("by a server that knows nothing of it").isEqualTo(SETTLED);
  }

  /** A cloud that lost it is no reason to keep the two others' copies. */
  @Test
  void aVersionThatWasNotMadeDurableIsNeverOneThatWasComplete() throws Exception {
    write(alice.put(ROW, now, "value").setDurability(Durability.SKIP_WAL));
    clock.addAndGet(AGE);
    cloud.region().get(alice.settled(now + 2).telling());
    assertThat(state(now)).isEqualTo(State.NOT_DURABLE);
    cloud.flushAndCompact();
    cloud.move();
    assertThat(state(now)).isEqualTo(State.NOT_DURABLE);
  }

  /** A marker at its timestamp would hide what the application puts there later. */
  @Test
  void aVersionWithATimestampOfTheApplicationsOwnIsTold() throws Exception {
    write(alice.put(ROW, now, now - AGE, "value"));
    assertThat(state(now - AGE)).isEqualTo(FOREIGN);
    cloud.flushAndCompact();
    assertThat(state(now - AGE)).isEqualTo(FOREIGN);
  }

  @Test
  void aVersionThatNobodyKnowsTheWriterOfIsTold() throws Exception {
    write(
        new Put(Bytes.toBytes(ROW))
            .addColumn(
                GuardedRegion.FAMILY, GuardedRegion.COLUMN, now - AGE, Bytes.toBytes("value")));
    assertThat(state(now - AGE)).isEqualTo(FOREIGN);
  }

  @Test
  void everyKindOfDeleteThatHidesAVersionIsTold() throws Exception {
    byte[] row = Bytes.toBytes(ROW);
    byte[] family = GuardedRegion.FAMILY;
    byte[] column = GuardedRegion.COLUMN;
    long at = now;
    clock.addAndGet(AGE);
    Delete[] hiding = {
      new Delete(row).addColumn(family, column, at),
      new Delete(row).addColumns(family, column, at),
      new Delete(row).addColumns(family, column, at + 5),
      new Delete(row).addFamily(family, at + 5),
      new Delete(row).addFamilyVersion(family, at)
    };
    Delete[] others = {
      new Delete(row).addColumn(family, column, at + 1),
      new Delete(row).addColumns(family, column, at - 1),
      new Delete(row).addColumns(family, new byte[] {'d'}, at + 5),
      new Delete(row).addFamily(family, at - 1),
      new Delete(row).addFamilyVersion(family, at + 1)
    };
    for (Delete delete : others) {
      write(delete);
      assertThat(state(at)).as("after %s", delete).isEqualTo(ABSENT);
    }
    for (Delete delete : hiding) {
      try (GuardedRegion another = new GuardedRegion(folder, 1)) {
        another.region().put(new Put(row).addColumn(family, column, at, Bytes.toBytes("value")));
        another.region().delete(delete);
        VersionStanding standing =
            VersionStanding.decode(
                CellUtil.cloneValue(another.region().get(question(at)).rawCells()[0]));
        assertThat(standing.state()).as("after %s", delete).isEqualTo(State.HIDDEN);
      }
    }
    // A Safe Client's own.
    write(alice.delete(ROW, clock.get()));
    assertThat(state(at)).isEqualTo(DELETED);
    assertThat(standing(at, Purpose.READ).marker()).as("without a tag").isEmpty();
  }

  /** What stands in the place of its value only clients can make, and check. */
  @Test
  void theDeleteThatHidesAVersionIsShownWithItsTag() throws IOException {
    write(alice.put(ROW, now, "value"));
    byte[] tag = new byte[DeleteTags.TAG_BYTES];
    tag[0] = 1;
    Delete delete = new Delete(Bytes.toBytes(ROW)).addFamily(GuardedRegion.FAMILY, now + 1);
    DeleteTags.putOn(delete, marker -> tag);
    write(alice.mark(delete, now + 1));
    for (boolean isInAFile : new boolean[] {false, true}) {
      if (isInAFile) {
        cloud.flush();
        cloud.region().compact(true);
      }
      VersionStanding standing = standing(now, Purpose.READ);
      assertThat(standing.state()).isEqualTo(DELETED);
      assertThat(standing.marker().orElseThrow().tag()).isEqualTo(tag);
      assertThat(standing.marker().orElseThrow().timestamp()).isEqualTo(now + 1);
      assertThat(standing.marker().orElseThrow().isOfFamily()).isTrue();
    }
  }

  private State seen(long timestamp) throws IOException {
    return asked(timestamp, new Question(Purpose.READ)).state();
  }

  private VersionStanding asked(long timestamp, Question question) throws IOException {
    Get get = question(timestamp);
    get.setAttribute(VersionStanding.ATTRIBUTE, question.encode());
    return VersionStanding.decode(CellUtil.cloneValue(cloud.region().get(get).rawCells()[0]));
  }

  /** Its stamp is of its writer's clock, which may be wrong by minutes. */
  @Test
  void aVersionThatIsThereTellsHowLongAgoItCame() throws Exception {
    write(alice.put("another row", now + 500, "value"));
    write(alice.put(ROW, now + 36_000, "value"));
    clock.addAndGet(20_000);
    assertThat(asked(now + 36_000, new Question(Purpose.READ)).age())
        .isEqualTo(new Age(20_000, 20_000));
    // A server to which little came of that writer, and with another correction of its clock.
    cloud.move();
    clock.set(now + 38_000);
    write(alice.put("another row", now + 38_000, "value"));
    assertThat(asked(now + 36_000, new Question(Purpose.READ)).age())
        .isEqualTo(new Age(38_000, 38_000));
    write(bob.put(ROW, now + 38_500, now + 45_000, "value"));
    assertThat(asked(now + 45_000, new Question(Purpose.READ)).age())
        .as("about that of its stamp")
        .isEqualTo(new Age(-1_500, 500));
  }

  /** By its timestamp it was written after the region was opened, and would be there. */
  @Test
  void anAbsentVersionOfAWriterWhoseClockWasAheadIsUnknown() throws Exception {
    cloud.crashWithoutLog();
    clock.addAndGet(10_000);
    long stamp = now + 9_000;
    assertThat(seen(stamp)).isEqualTo(ABSENT);
    for (Purpose purpose : Purpose.values()) {
      clock.set(now + 10_000 + AGE);
      Span before = new Span(now - 2_000, now - 2_000);
      assertThat(asked(stamp, new Question(purpose, Optional.of(before))).state())
          .isEqualTo(UNKNOWN);
    }
    Span since = new Span(now + AGE, now + AGE + 1);
    assertThat(asked(stamp, new Question(Purpose.READ, Optional.of(since))).state())
        .isEqualTo(ABSENT);
  }

  /** A cloud whose files were lost, and its table made anew, does not say that it never had it. */
  @Test
  void anAbsentVersionIsUnknownToARegionThatWasNotOpenBefore() throws Exception {
    long begun = now - 2 * AGE;
    assertThat(state(begun)).isEqualTo(UNKNOWN);
    assertThat(state(begun + AGE)).isEqualTo(UNKNOWN);
    assertThat(seen(begun)).isEqualTo(UNKNOWN);
    assertThat(seen(begun + VersionStanding.RIGHT_WITHIN_MS)).isEqualTo(UNKNOWN);
    assertThat(seen(begun + VersionStanding.RIGHT_WITHIN_MS + 1)).isEqualTo(ABSENT);
    clock.addAndGet(AGE);
    assertThat(state(begun + AGE + 1)).isEqualTo(ABSENT);
  }

  /** What it had when it was closed is in its files. */
  @Test
  void anAbsentVersionIsAbsentFromARegionThatWasClosedInOrder() throws Exception {
    cloud.move();
    assertThat(seen(now - 1)).isEqualTo(ABSENT);
    assertThat(seen(now)).as("it was not open").isEqualTo(UNKNOWN);
    clock.addAndGet(AGE);
    cloud.move();
    assertThat(seen(now - 1)).isEqualTo(ABSENT);
    assertThat(seen(now)).as("it was not open").isEqualTo(UNKNOWN);
    assertThat(seen(now + AGE - 1)).isEqualTo(ABSENT);
  }

  /** A backup may have been put back. */
  @Test
  void anAbsentVersionIsUnknownToARegionThatOpensWithOtherFiles() throws Exception {
    write(alice.put("another row", now, "value"));
    cloud.flush();
    clock.addAndGet(LATER);
    write(alice.put("another row", now + LATER, "value"));
    cloud.flush();
    assertThat(seen(now + 1_000)).isEqualTo(ABSENT);
    cloud.moveWithoutNewestFile();
    assertThat(seen(now - LATER)).as("long before its files' newest").isEqualTo(UNKNOWN);
    assertThat(seen(now + 1_000)).isEqualTo(UNKNOWN);
    assertThat(seen(now + LATER)).isEqualTo(UNKNOWN);
  }

  /** Neither a later opening nor what came later makes a loss good. */
  @Test
  @Tag("thorough")
  void anAbsentVersionIsUnknownForGoodToARegionThatLostItsLog() throws Exception {
    write(alice.put(ROW, now, "value"));
    clock.addAndGet(10_000);
    cloud.crashWithoutLog();
    assertThat(seen(now)).isEqualTo(UNKNOWN);
    for (int i = 1; i <= 100; i++) {
      clock.set(now + i * LATER);
      write(alice.put("another row", now + i * LATER, "value"));
      cloud.flush();
      cloud.move();
      assertThat(seen(now)).as("opening %d after the loss", i).isEqualTo(UNKNOWN);
    }
    assertThat(seen(now + 100 * LATER - 1)).isEqualTo(ABSENT);
  }

  @Test
  void anAbsentVersionIsUnknownIfTheRegionsGapsCannotBeRead() throws Exception {
    cloud.move();
    assertThat(seen(now - 1)).isEqualTo(ABSENT);
    cloud.cutGapsShort();
    assertThat(seen(now - 1)).isEqualTo(UNKNOWN);
    clock.addAndGet(AGE);
    cloud.move();
    assertThat(seen(now - 1)).isEqualTo(UNKNOWN);
    assertThat(seen(now + AGE - 1)).isEqualTo(ABSENT);
  }

  @Test
  void theDaughtersOfARegionHaveItsGaps() throws Exception {
    write(alice.put(ROW, now, "value"));
    clock.addAndGet(10_000);
    cloud.crashWithoutLog();
    clock.set(now + LATER);
    write(alice.put("another row", now + LATER, "value"));
    cloud.flush();
    clock.set(now + 3 * LATER);
    cloud.split("r");
    assertThat(seen(now)).isEqualTo(UNKNOWN);
    cloud.move();
    assertThat(seen(now)).isEqualTo(UNKNOWN);
  }

  /**
   * A client and a cloud that die together are common, and a log that then lacks its end is not.
   */
  @Test
  void anAbsentVersionIsAbsentAfterACrashIfTheLogReachesToItsTime() throws Exception {
    write(alice.put("another row", now, "value"));
    long ownTimestamp = now + Duration.ofMinutes(4).toMillis();
    write(alice.put("row with a timestamp of its own", now, ownTimestamp, "value"));
    clock.addAndGet(10_000);
    cloud.crash();
    assertThat(seen(now - 1)).as("before the log's beginning").isEqualTo(UNKNOWN);
    assertThat(seen(now)).isEqualTo(ABSENT);
    assertThat(seen(now + 4_999)).isEqualTo(ABSENT);
    assertThat(seen(now + 5_000)).as("after the log's end").isEqualTo(UNKNOWN);
  }

  @Test
  void anAbsentVersionIsUnknownAfterACrashWithoutALog() throws Exception {
    write(alice.put("another row", now, "value"));
    clock.addAndGet(10_000);
    cloud.crashWithoutLog();
    assertThat(seen(now - 1)).isEqualTo(UNKNOWN);
    assertThat(seen(now + 1)).isEqualTo(UNKNOWN);
  }

  @Test
  void aReaderChangesNothing() throws Exception {
    assertThat(seen(now)).isEqualTo(ABSENT);
    write(alice.put(ROW, now, "value"));
    assertThat(seen(now)).isEqualTo(UNSETTLED);
  }

  /** A flush drops what newer settled versions took the place of. */
  @Test
  void aVersionWhosePlaceWasTakenIsTold() throws Exception {
    write(alice.put(ROW, now, "value"));
    assertThat(seen(now - 1)).isEqualTo(ABSENT);
    cloud.region().get(alice.settled(now).telling());
    assertThat(seen(now - 1)).isEqualTo(State.REPLACED);
  }

  /** Nothing that was made durable is dropped for it. */
  @Test
  void whatWasNotMadeDurableTakesNoVersionsPlace() throws Exception {
    write(alice.put(ROW, now, "value").setDurability(Durability.SKIP_WAL));
    cloud.region().get(alice.settled(now).telling());
    assertThat(seen(now - 1)).isEqualTo(ABSENT);
  }

  @Test
  void aVersionSaysWhenItExpires() throws Exception {
    Put put = alice.put(ROW, now, "value");
    put.setTTL(5_000);
    write(put);
    clock.addAndGet(AGE);
    Get get = question(now);
    get.setAttribute(VersionStanding.ATTRIBUTE, new Question(Purpose.READ).encode());
    clock.set(now);
    VersionStanding standing =
        VersionStanding.decode(CellUtil.cloneValue(cloud.region().get(get).rawCells()[0]));
    assertThat(standing.time()).isEqualTo(now + 5_000);
  }

  /** The clock may be set back: also a write that insists is refused. */
  @Test
  void whatWasToldToBeAbsentDoesNotCome() throws Exception {
    Put late = alice.put(ROW, now, "late");
    clock.addAndGet(AGE);
    assertThat(state(now)).isEqualTo(ABSENT);
    clock.set(now);
    refused(late);
    refused(alice.insist(late));
    write(alice.put(ROW, now + 1, "newer"));
    assertThat(cloud.versions(ROW)).containsExactly("newer");
  }

  /** A client leaves a version that one cloud calls young on all of them. */
  @Test
  void everyVersionStaysYoungWhereNoneMayBeRemoved() throws Exception {
    cloud.keepLeftovers();
    write(alice.put(ROW, now, "value"));
    clock.addAndGet(10 * AGE);

    assertThat(standing(now))
        .isEqualTo(new VersionStanding(State.YOUNG, AGE, clock.get(), Age.NONE));
    assertThat(state(now - AGE)).as("one that is not there").isEqualTo(State.YOUNG);
    assertThat(seen(now)).as("to who reads").isEqualTo(UNSETTLED);
    cloud.move();
    assertThat(state(now)).isEqualTo(UNSETTLED);
  }

  private void refused(Mutation mutation) {
    assertThatThrownBy(() -> write(mutation))
        .isInstanceOf(DoNotRetryIOException.class)
        .satisfies(failure -> assertThat(WriteRefusal.in(failure)).isPresent());
  }

  /** Holds a write back between the guard and the memstore. */
  public static final class Pausing implements RegionCoprocessor, RegionObserver {
    private static final AtomicReference<CountDownLatch[]> PAUSE = new AtomicReference<>();

    /** HBase makes it. */
    public Pausing() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> batch)
        throws IOException {
      CountDownLatch[] pause = PAUSE.getAndSet(null);
      if (pause != null) {
        pause[0].countDown();
        try {
          pause[1].await(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
    }
  }

  /** The write was let in when it was young, and is slow. */
  @Test
  void aVersionIsNotToldWhileAWriteIsUnderWay() throws Exception {
    cloud
        .region()
        .getCoprocessorHost()
        .load(Pausing.class, Coprocessor.PRIORITY_LOWEST, new Configuration(false));
    CountDownLatch[] pause = {new CountDownLatch(1), new CountDownLatch(1)};
    Pausing.PAUSE.set(pause);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<?> writing =
          threads.submit(
              () -> {
                write(alice.put(ROW, now, "slow"));
                return null;
              });
      assertThat(pause[0].await(1, TimeUnit.MINUTES)).isTrue();
      clock.addAndGet(AGE);
      Future<State> asking = threads.submit(() -> state(now));
      assertThatThrownBy(() -> asking.get(15, TimeUnit.SECONDS))
          .as("an RPC handler is not held for as long as the write takes")
          .hasCauseInstanceOf(RegionTooBusyException.class);
      pause[1].countDown();
      writing.get(1, TimeUnit.MINUTES);
      assertThat(state(now)).isEqualTo(UNSETTLED);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aQuestionForAnythingButOneVersionIsRefused() throws Exception {
    Get whole = new Get(Bytes.toBytes(ROW)).addFamily(GuardedRegion.FAMILY).setTimestamp(now);
    whole.setAttribute(VersionStanding.ATTRIBUTE, new Question(Purpose.REMOVE).encode());
    assertThatThrownBy(() -> cloud.region().get(whole)).hasMessageContaining("one column");
    Get always = question(now).setTimeRange(0, now);
    assertThatThrownBy(() -> cloud.region().get(always)).hasMessageContaining("one timestamp");
    Get unknown = question(now);
    unknown.setAttribute(VersionStanding.ATTRIBUTE, new byte[] {9});
    assertThatThrownBy(() -> cloud.region().get(unknown)).hasMessageContaining("unknown layout");
  }

  /** The delete that the cleaner sends: it removes the version, and no other one. */
  @Test
  void aVersionIsTakenBackByARollbackOfItsWriteOnly() throws Exception {
    write(alice.put(ROW, now, "left"));
    write(bob.rollback(ROW, now, now, "another"));
    assertThat(cloud.get(ROW)).isEqualTo("left");
    write(bob.rollback(ROW, now, now, "left"));
    assertThat(cloud.get(ROW)).isNull();
  }
}
