package io.dartagnan.server.write;

import static io.dartagnan.write.WriteRefusal.Reason.NOT_NEWER;
import static io.dartagnan.write.WriteRefusal.Reason.SCHEMA;
import static io.dartagnan.write.WriteRefusal.Reason.TOO_NEW;
import static io.dartagnan.write.WriteRefusal.Reason.TOO_OLD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.FamilySettings;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.RollbackMark;
import io.dartagnan.write.RowCondition;
import io.dartagnan.write.WriteMark;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.Coprocessor;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The order of writes on HBase's own region, with a clock that the test sets. */
@Timeout(120)
class WriteGuardTest {
  private static final String ROW = "row";

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
    // So long after the region opened that its floor is below what is too old.
    now = clock.addAndGet(100_000);
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

  private WriteRefusal refusal(Mutation mutation) {
    long before = refusals();
    DoNotRetryIOException thrown =
        catchThrowableOfType(DoNotRetryIOException.class, () -> write(mutation));
    assertThat(thrown).as("refusal").isNotNull();
    WriteRefusal refusal = WriteRefusal.in(thrown).orElseThrow();
    assertThat(refusal.clock()).isEqualTo(clock.get());
    assertThat(refusals()).isEqualTo(before + 1);
    return refusal;
  }

  private long refusals() {
    return Arrays.stream(WriteRefusal.Reason.values())
        .mapToLong(reason -> cloud.server().counts().refused(reason))
        .sum();
  }

  private void refusesAsNotNewer(Mutation mutation, long newest) {
    assertThat(refusal(mutation)).isEqualTo(new WriteRefusal(NOT_NEWER, newest, clock.get()));
  }

  /** Histories H2 and H3: acknowledged, and hidden by what was there before. */
  @Test
  void anotherWritersLowerStampIsRefused() throws Exception {
    write(alice.put(ROW, now + 1000, "ahead"));
    refusesAsNotNewer(bob.put(ROW, now + 100, "later"), now + 1000);
    refusesAsNotNewer(bob.delete(ROW, now + 100), now + 1000);
    refusesAsNotNewer(bob.put(ROW, now + 1000, "later"), now + 1000);
    assertThat(cloud.versions(ROW)).containsExactly("ahead");

    write(bob.put(ROW, now + 1001, "later"));
    assertThat(cloud.get(ROW)).isEqualTo("later");
  }

  @Test
  void aWritersOwnStampsMayArriveInAnyOrder() throws Exception {
    write(alice.put(ROW, now + 2, "second"));
    write(alice.put(ROW, now + 1, "first"));
    assertThat(cloud.versions(ROW)).containsExactly("second", "first");
  }

  @Test
  void timestampsOfTheApplicationsOwnMustArriveInOrder() throws Exception {
    write(alice.put(ROW, now + 2, 5, "second"));
    refusesAsNotNewer(alice.put(ROW, now + 1, 5, "first"), now + 2);
    refusesAsNotNewer(bob.put(ROW, now + 1, 5, "first"), now + 2);
    assertThat(cloud.get(ROW)).isEqualTo("second");
  }

  /** History H4: two threads, two processes, one timestamp. */
  @Test
  void cellsOfOneTimestampEnterTheMemstoreInTheOrderOfTheirStamps() throws Exception {
    int writers = 4;
    ExecutorService processes = Executors.newFixedThreadPool(writers);
    AtomicLong stamps = new AtomicLong(now);
    try {
      for (int round = 0; round < 60; round++) {
        String row = ROW + round;
        List<Long> admitted = Collections.synchronizedList(new ArrayList<>());
        List<Future<?>> running = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
          Writer writer = new Writer(10 + w, cloud.schema());
          running.add(
              processes.submit(
                  () -> {
                    for (int i = 0; i < 10; i++) {
                      long stamp = stamps.incrementAndGet();
                      Put put = writer.put(row, stamp, 5, Long.toString(stamp));
                      put.setDurability(Durability.SKIP_WAL);
                      try {
                        write(put);
                        admitted.add(stamp);
                      } catch (DoNotRetryIOException e) {
                        assertThat(WriteRefusal.in(e)).isPresent();
                      }
                    }
                    return null;
                  }));
        }
        for (Future<?> each : running) {
          each.get(60, TimeUnit.SECONDS);
        }
        assertThat(cloud.get(row))
            .as("round %d", round)
            .isEqualTo(Long.toString(Collections.max(admitted)));
      }
    } finally {
      processes.shutdownNow();
    }
  }

  /** Has the first batch wait behind the guard until the test lets it go on. */
  public static final class Pausing implements RegionCoprocessor, RegionObserver {
    private static final AtomicReference<Runnable> PAUSE = new AtomicReference<>();

    /** HBase makes it. */
    public Pausing() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> batch) {
      Runnable pause = PAUSE.getAndSet(null);
      if (pause != null) {
        pause.run();
      }
    }
  }

  /** The same, where the earlier one is admitted first and HBase takes its time with it. */
  @Test
  void aLaterWriteOfTheSameTimestampWaitsForTheEarlierOne() throws Exception {
    cloud
        .region()
        .getCoprocessorHost()
        .load(Pausing.class, Coprocessor.PRIORITY_LOWEST, new Configuration(false));
    Put earlier = alice.put(ROW, now, 5, "earlier");
    Put later = bob.put(ROW, now + 1, 5, "later");
    later.setDurability(Durability.SKIP_WAL);
    FutureTask<Void> writesLater =
        new FutureTask<>(
            () -> {
              write(later);
              return null;
            });
    Thread other = new Thread(writesLater);
    Pausing.PAUSE.set(
        () -> {
          other.start();
          await("the other writer to wait or to have written")
              .atMost(Duration.ofSeconds(60))
              .until(() -> writesLater.isDone() || other.getState() == Thread.State.TIMED_WAITING);
        });

    write(earlier);
    writesLater.get(60, TimeUnit.SECONDS);

    assertThat(cloud.get(ROW)).isEqualTo("later");
  }

  @Test
  void theSameWriteMayComeAgain() throws Exception {
    write(alice.put(ROW, now, "a"));
    write(alice.put(ROW, now, "a"));
    write(alice.put(ROW, now + 1, 5, "b"));
    write(alice.put(ROW, now + 1, 5, "b"));
    assertThat(cloud.versions(ROW)).containsExactly("a", "b");
    write(bob.put(ROW, now + 2, "c"));
    refusesAsNotNewer(alice.put(ROW, now, "a"), now + 2);
  }

  /** Else it could come back after a delete whose marker is gone. */
  @Test
  void aLateCopyOfASettledWriteIsRefused() throws Exception {
    write(alice.put(ROW, now, "a"));
    write(alice.put("another row", now + 7, "b"));
    cloud.region().get(alice.settled(now + 5).telling());
    refusesAsNotNewer(alice.settled(0).put(ROW, now, "a"), now + 5);
    refusesAsNotNewer(alice.put("a row without writes", now + 5, "a"), now + 5);
    write(alice.put("another row", now + 7, "b"));
  }

  @Test
  void stampsFarFromTheCloudsClockAreRefused() throws Exception {
    write(alice.put("a", now - 30_000, "oldest"));
    assertThat(refusal(alice.put("b", now - 30_001, "too old")).reason()).isEqualTo(TOO_OLD);
    write(alice.put("c", now + 300_000, "newest"));
    assertThat(refusal(alice.put("d", now + 300_001, "too new")).reason()).isEqualTo(TOO_NEW);
    assertThat(cloud.get("b")).isNull();
    assertThat(cloud.get("d")).isNull();
  }

  @Test
  void aMutationOfAnotherSchemaIsRefusedBeforeItsSharesAreLookedAt() throws Exception {
    Writer outdated = new Writer(3, cloud.schema() + 1);
    assertThat(refusal(outdated.put(ROW, now, "a")).reason()).isEqualTo(SCHEMA);
    assertThat(refusal(outdated.rollback(ROW, now, now, "a")).reason()).isEqualTo(SCHEMA);
    assertThat(cloud.versions(ROW)).isEmpty();
  }

  /** As for a client that read the descriptors before one cloud's was altered. */
  @Test
  void whatGoesByOtherSettingsOfTheFamilyIsRefused() throws Exception {
    TableDescriptor known =
        TableDescriptorBuilder.newBuilder(cloud.descriptor())
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(
                        cloud.descriptor().getColumnFamily(GuardedRegion.FAMILY))
                    .setTimeToLive(60)
                    .build())
            .build();
    TableSchema schema = TableSchema.of(known);
    FamilySettings former = new FamilySettings(known);
    FamilySettings current = new FamilySettings(cloud.descriptor());
    Writer outdated = new Writer(3, former.digestWith(schema));
    assertThat(refusal(outdated.put(ROW, now, "a")).reason()).isEqualTo(SCHEMA);
    write(new Writer(4, current.digestWith(schema)).put(ROW, now, "b"));

    assertThatThrownBy(() -> cloud.region().get(former.mark(new Get(Bytes.toBytes(ROW)))))
        .isInstanceOf(DoNotRetryIOException.class)
        .matches(FamilySettings::isRefusal);
    assertThat(cloud.region().get(current.mark(new Get(Bytes.toBytes(ROW)))).isEmpty()).isFalse();
  }

  @Test
  void aMutationWithoutAMarkIsTakenAndItsTimestampIsRemembered() throws Exception {
    write(bare(now + 50, "a"));
    refusesAsNotNewer(alice.put(ROW, now + 50, "b"), now + 50);
    write(bare(now + 40, "c"));
    write(bare(now + 300_001, "far ahead"));
    write(alice.put(ROW, now + 51, "d"));
    assertThat(cloud.versions(ROW)).containsExactly("far ahead", "d", "a", "c");
  }

  private static Put bare(long timestamp, String value) {
    return new Put(Bytes.toBytes(ROW))
        .addColumn(GuardedRegion.FAMILY, GuardedRegion.COLUMN, timestamp, Bytes.toBytes(value));
  }

  @Test
  void oneOperationOfABatchIsRefusedAndTheOthersAreDone() throws Exception {
    write(alice.put("b", now + 100, "there"));
    OperationStatus[] statuses =
        cloud
            .region()
            .batchMutate(
                new Mutation[] {
                  bob.put("a", now, "1"),
                  bob.put("b", now + 1, "2"),
                  bob.put("c", now + 2, "3"),
                  bob.put("b", now + 101, "4"),
                  bob.delete("a", now + 3)
                });
    assertThat(statuses)
        .extracting(OperationStatus::getOperationStatusCode)
        .containsExactly(
            OperationStatusCode.SUCCESS,
            OperationStatusCode.FAILURE,
            OperationStatusCode.SUCCESS,
            OperationStatusCode.SUCCESS,
            OperationStatusCode.SUCCESS);
    assertThat(statuses[1].getExceptionMsg())
        .isEqualTo(new WriteRefusal(NOT_NEWER, now + 100, clock.get()).message());
    assertThat(cloud.get("a")).isNull();
    assertThat(cloud.versions("b")).containsExactly("4", "there");
    assertThat(cloud.get("c")).isEqualTo("3");
  }

  /** HBase reports any status of an operation in an atomic batch as success. */
  @Test
  void anAtomicBatchIsRefusedWholeWithAnException() throws Exception {
    write(alice.put(ROW, now + 100, "there"));
    assertThat(mutateRow(bob, now)).contains(new WriteRefusal(NOT_NEWER, now + 100, clock.get()));
    assertThat(cloud.versions(ROW)).containsExactly("there");
    assertThat(cloud.versions("other")).isEmpty();

    assertThat(mutateRow(bob, now + 101)).isEmpty();
    assertThat(cloud.versions(ROW)).containsExactly("there", "strict");
    // HBase's client may send it again.
    assertThat(mutateRow(bob, now + 101)).isEmpty();

    RowMutations one = new RowMutations(Bytes.toBytes(ROW));
    one.add((Mutation) bob.put(ROW, now, "late"));
    assertThatThrownBy(() -> cloud.region().mutateRow(one)).hasMessageContaining("NOT_NEWER");
  }

  private Optional<WriteRefusal> mutateRow(Writer writer, long stamp) throws IOException {
    RowMutations row = new RowMutations(Bytes.toBytes(ROW));
    row.add((Mutation) writer.put(ROW, stamp, 5, "strict"));
    Delete delete =
        new Delete(Bytes.toBytes(ROW))
            .addColumns(GuardedRegion.FAMILY, Bytes.toBytes("another"), stamp);
    row.add((Mutation) writer.mark(delete, stamp));
    try {
      cloud.region().mutateRow(row);
      return Optional.empty();
    } catch (DoNotRetryIOException e) {
      return Optional.of(WriteRefusal.in(e).orElseThrow());
    }
  }

  /** The increment of one process must not be lost under that of another. */
  @Test
  void aWriteThatDependsOnWhatWasReadIsRefusedWhenThatHasChanged() throws Exception {
    write(alice.put(ROW, now, "1"));
    RowCondition read = shown();
    write(bob.put(ROW, now + 10, "2"));

    Put late = dependingOn(read, alice.put(ROW, now + 20, "alice's"));
    assertThat(refusal(late).reason()).isEqualTo(WriteRefusal.Reason.CONDITION);
    assertThat(cloud.get(ROW)).isEqualTo("2");
    Put again = dependingOn(shown(), alice.put(ROW, now + 30, "3"));
    write(again);
    write(again);
    assertThat(cloud.get(ROW)).as("sent twice by HBase's client").isEqualTo("3");
  }

  @Test
  void nothingComesInBelowAWriteThatDependsOnWhatWasRead() throws Exception {
    write(alice.put(ROW, now, "1"));
    write(dependingOn(shown(), alice.put(ROW, now + 20, "2")));

    refusesAsNotNewer(bob.insist(bob.put(ROW, now + 10, "below")), now + 20);
    assertThat(cloud.versions(ROW)).containsExactly("2", "1");
  }

  @Test
  void aConditionOnAnotherRowOrOfAnUnknownLayoutIsRefused() throws Exception {
    write(alice.put("other", now, "1"));
    RowCondition ofOther =
        RowCondition.of(
            new Get(Bytes.toBytes("other")), new Cell[0], cloud.tableSchema(), Party.P0);
    Put put = dependingOn(ofOther, alice.put(ROW, now, "2"));
    assertThatThrownBy(() -> write(put))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("another row");
    put.setAttribute(RowCondition.ATTRIBUTE, new RowCondition(2, new byte[] {1, 2, 3}, 0).encode());
    assertThatThrownBy(() -> write(put))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("unknown layout");
    assertThat(cloud.versions(ROW)).isEmpty();
  }

  private RowCondition shown() throws IOException {
    Get get = new Get(Bytes.toBytes(ROW)).readAllVersions();
    return RowCondition.of(get, cloud.region().get(get).rawCells(), cloud.tableSchema(), Party.P0);
  }

  private static Put dependingOn(RowCondition condition, Put put) {
    put.setAttribute(RowCondition.ATTRIBUTE, condition.encode());
    return put;
  }

  @Test
  void aConditionalMutationIsRefusedWithAnException() throws Exception {
    write(alice.put(ROW, now + 100, "there"));
    CheckAndMutate late =
        CheckAndMutate.newBuilder(Bytes.toBytes(ROW))
            .ifEquals(GuardedRegion.FAMILY, GuardedRegion.COLUMN, Bytes.toBytes("there"))
            .build(bob.put(ROW, now, "late"));
    assertThatThrownBy(() -> cloud.region().checkAndMutate(late)).hasMessageContaining("NOT_NEWER");
    assertThat(cloud.versions(ROW)).containsExactly("there");
  }

  @Test
  void aRollbackTakesItsWriteBackAndALateCopyIsRefused() throws Exception {
    write(alice.put(ROW, now, "old"));
    write(alice.put(ROW, now + 5, "torn"));
    clock.addAndGet(60_000);
    write(alice.rollback(ROW, now + 5, now + 5, "torn"));
    assertThat(cloud.get(ROW)).isEqualTo("old");
    clock.addAndGet(-60_000);
    refusesAsNotNewer(alice.put(ROW, now + 5, "torn"), now + 5);
    write(bob.put(ROW, now + 6, "new"));
    assertThat(cloud.get(ROW)).isEqualTo("new");
  }

  /** A client that takes back what it wrote itself does so at once. */
  @Test
  void versionsThatAreTakenBackLateAreCounted() throws Exception {
    write(alice.put(ROW, now, "1"));
    write(alice.rollback(ROW, now, now, "1"));
    assertThat(cloud.server().counts().leftoversRemoved()).isZero();
    write(alice.put(ROW, now + 1, "2"));
    clock.addAndGet(ServerWrites.DEFAULT_LEFTOVER_AGE_MS + 1);
    write(alice.rollback(ROW, now + 1, now + 1, "another"));
    assertThat(cloud.server().counts().leftoversRemoved()).as("it stays").isZero();
    write(alice.rollback(ROW, now + 1, now + 1, "2"));
    assertThat(cloud.server().counts().leftoversRemoved()).isEqualTo(1);
  }

  @Test
  void aRollbackOfAWriteThatNeverCameKeepsItOut() throws Exception {
    write(alice.rollback(ROW, now + 5, now + 5, "torn"));
    refusesAsNotNewer(alice.put(ROW, now + 5, "torn"), now + 5);
    refusesAsNotNewer(bob.put(ROW, now + 5, "another"), now + 5);
  }

  /** History H5. */
  @Test
  void aRollbackLeavesAnotherWritesVersion() throws Exception {
    write(bob.put(ROW, now + 5, 7, "bob's"));
    assertThat(
            cloud
                .region()
                .batchMutate(
                    new Mutation[] {
                      alice.put("a", now, "1"), alice.rollback(ROW, now + 4, 7, "alice's")
                    }))
        .extracting(OperationStatus::getOperationStatusCode)
        .containsOnly(OperationStatusCode.SUCCESS);
    write(alice.rollback(ROW, now + 4, 7, "alice's"));
    assertThat(cloud.get(ROW)).isEqualTo("bob's");
    assertThat(cloud.get("a")).isEqualTo("1");
    assertThat(cloud.raw(ROW)).allMatch(CellUtil::isPut);
  }

  @Test
  void aRollbackOfAnythingButSingleVersionsIsRefused() {
    Delete all = alice.delete(ROW, now);
    all.setAttribute(RollbackMark.ATTRIBUTE, new RollbackMark(new long[] {1}).encode());
    assertThatThrownBy(() -> write(all))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("it must be a delete of as many single versions");
    Delete two = alice.rollback(ROW, now, now, "x");
    two.setAttribute(RollbackMark.ATTRIBUTE, new RollbackMark(new long[] {1, 2}).encode());
    assertThatThrownBy(() -> write(two)).isInstanceOf(DoNotRetryIOException.class);
    Put put = alice.put(ROW, now, "x");
    put.setAttribute(RollbackMark.ATTRIBUTE, new RollbackMark(new long[] {1}).encode());
    assertThatThrownBy(() -> write(put)).isInstanceOf(DoNotRetryIOException.class);
    put.setAttribute(RollbackMark.ATTRIBUTE, null);
    put.setAttribute(WriteMark.ATTRIBUTE, new byte[] {9});
    assertThatThrownBy(() -> write(put))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("layout 9");
  }

  @Test
  void aWriteThatInsistsTakesItsPlaceBelowALaterOne() throws Exception {
    write(bob.put(ROW, now + 5, "bob's"));
    refusesAsNotNewer(alice.put(ROW, now + 4, "alice's"), now + 5);
    write(alice.insist(alice.put(ROW, now + 4, "alice's")));
    write(alice.insist(alice.put(ROW, now + 4, "alice's")));
    assertThat(cloud.versions(ROW)).containsExactly("bob's", "alice's");
    write(alice.insist(alice.delete(ROW, now + 3)));
    write(alice.insist(alice.delete(ROW, now + 3)));
    assertThat(cloud.get(ROW)).isEqualTo("bob's");
    cloud.move();
    clock.set(now);
    assertThat(refusal(alice.insist(alice.put(ROW, now + 4, "alice's"))).reason())
        .isEqualTo(NOT_NEWER);
  }

  @Test
  void aWriteMayNotInsistOnAPlaceThatAnotherHas() throws Exception {
    write(bob.put(ROW, now + 5, "bob's"));
    write(bob.delete("deleted", now + 5));
    write(
        bob.mark(
            new Delete(Bytes.toBytes("gone")).addFamily(GuardedRegion.FAMILY, now + 5), now + 5));
    write(bob.put(ROW, now + 9, "newest"));
    refusesAsNotNewer(alice.insist(alice.put(ROW, now + 5, "alice's")), now + 9);
    // Also where the values are the same.
    refusesAsNotNewer(alice.insist(alice.put(ROW, now + 5, "bob's")), now + 9);
    refusesAsNotNewer(alice.insist(alice.put("deleted", now + 5, "alice's")), now + 5);
    refusesAsNotNewer(alice.insist(alice.put("gone", now + 5, "alice's")), now + 5);
  }

  /**
   * One cloud has done the delete, so that nothing newer was complete, and what came after it was
   * read where it was done. With a later stamp it would delete that too.
   */
  @Test
  void aDeleteInsistsBelowWhatever() throws Exception {
    write(bob.put(ROW, now + 1, "deleted"));
    write(dependingOn(shown(), bob.put(ROW, now + 7, "read")));
    refusesAsNotNewer(alice.delete(ROW, now + 5), now + 7);
    write(alice.insist(alice.delete(ROW, now + 5)));
    assertThat(markers(ROW)).containsExactly(now + 5);
    assertThat(cloud.get(ROW)).isEqualTo("read");

    write(bob.put("same time", now + 5, "refused elsewhere"));
    write(alice.insist(alice.delete("same time", now + 5)));
    assertThat(cloud.get("same time")).isNull();

    cloud.move();
    clock.set(now + 8);
    write(alice.insist(alice.delete(ROW, now + 6)));
    assertThat(markers(ROW)).containsExactly(now + 6, now + 5);
    assertThat(cloud.get(ROW)).isEqualTo("read");
  }

  private List<Long> markers(String row) throws IOException {
    return cloud.raw(row).stream().filter(CellUtil::isDelete).map(Cell::getTimestamp).toList();
  }

  /**
   * A reader has seen the delete, which one cloud has done, before the put begins; the put, which
   * the others have accepted, must not be acknowledged below it.
   */
  @Test
  void noPutInsistsBelowADelete() throws Exception {
    write(bob.put(ROW, now + 3, "bob's"));
    write(bob.delete(ROW, now + 5));
    refusesAsNotNewer(alice.put(ROW, now + 4, "alice's"), now + 5);
    refusesAsNotNewer(alice.insist(alice.put(ROW, now + 4, "alice's")), now + 5);
    write(bob.put(ROW, now + 7, "later"));
    refusesAsNotNewer(alice.insist(alice.put(ROW, now + 4, "alice's")), now + 7);
    write(alice.insist(alice.put(ROW, now + 6, "above")));
    // A delete deletes nothing that was acknowledged since.
    write(alice.insist(alice.delete(ROW, now + 2)));
    assertThat(cloud.versions(ROW)).startsWith("later", "above");
  }

  /** Below a later put of one of its columns a put of two would be seen in the other alone. */
  @Test
  void noPutInsistsWhereItWouldBeSeenInPart() throws Exception {
    write(bob.put(ROW, now + 5, "bob's"));
    refusesAsNotNewer(alice.insist(two(now + 4)), now + 5);
    write(bob.mark(two(now + 6), now + 6));
    write(alice.insist(two(now + 4)));
    assertThat(cloud.get(ROW)).isEqualTo("two");

    write(bob.put("other", now + 9, "another row's"));
    write(alice.insist(two(now + 7)));
    assertThat(cloud.raw(ROW)).filteredOn(cell -> cell.getTimestamp() == now + 7).hasSize(2);
  }

  private Put two(long stamp) {
    Put put = new Put(Bytes.toBytes(ROW));
    for (byte[] column : new byte[][] {GuardedRegion.COLUMN, {'d'}}) {
      put.addColumn(GuardedRegion.FAMILY, column, stamp, Bytes.toBytes("two"));
    }
    return alice.mark(put, stamp);
  }

  @Test
  void aDeleteThatInsistsKeepsPutsFromBelowToo() throws Exception {
    write(bob.put(ROW, now + 9, "bob's"));
    write(alice.insist(alice.delete(ROW, now + 5)));
    refusesAsNotNewer(alice.insist(alice.put(ROW, now + 4, "alice's")), now + 9);
    write(alice.insist(alice.put(ROW, now + 6, "alice's")));
  }

  @Test
  void whatForbidsInsisting() throws Exception {
    write(bob.put(ROW, now + 5, 3, "strict"));
    write(bob.put(ROW, now + 9, "newest"));
    refusesAsNotNewer(alice.insist(alice.put(ROW, now + 5, "below")), now + 9);
    refusesAsNotNewer(alice.insist(alice.put(ROW, now + 8, 3, "strict")), now + 9);
    write(alice.insist(alice.put(ROW, now + 6, "above")));
    cloud.region().get(alice.settled(now + 7).telling());
    refusesAsNotNewer(alice.settled(0).insist(alice.put(ROW, now + 7, "settled")), now + 9);
    assertThat(refusal(alice.insist(alice.put(ROW, now - 30_001, "a"))).reason())
        .isEqualTo(TOO_OLD);
  }

  @Test
  void aRegionThatOpensTakesNothingBelowWhatItHas() throws Exception {
    write(alice.put(ROW, now + 1000, "ahead"));
    write(bare(now + 10_000_000, "far ahead"));
    cloud.move();
    refusesAsNotNewer(bob.put("any", now + 300_000, "b"), now + 300_000);
    clock.addAndGet(1);
    write(bob.put("any", now + 300_001, "b"));
  }

  /** HBase gives a file without cells the end of time for its newest timestamp. */
  @Test
  void aRegionThatOpensWithoutCellsIsAsFarAsTheClock() throws Exception {
    write(alice.put(ROW, now, "a"));
    write(alice.delete(ROW, now + 1));
    now += ServerWrites.DEFAULT_MARKERS_KEPT_MS + 2;
    clock.set(now);
    cloud.flushAndCompact();
    assertThat(cloud.region().getStore(GuardedRegion.FAMILY).getStorefiles())
        .allSatisfy(file -> assertThat(file.getReader().getEntries()).isZero())
        .isNotEmpty();
    cloud.move();
    refusesAsNotNewer(bob.put("any", now, "b"), now);
    write(bob.put("any", now + 1, "b"));
  }

  @Test
  void aRegionThatOpensFromALogTakesNothingBelowWhatItRecovers() throws Exception {
    write(alice.put(ROW, now + 1000, "ahead"));
    cloud.crash();
    refusesAsNotNewer(bob.put(ROW, now + 1000, "b"), now + 1000);
    write(bob.put(ROW, now + 1001, "b"));
    assertThat(cloud.versions(ROW)).containsExactly("b", "ahead");
  }

  /** Fails batches behind the guard. */
  public static final class Failing implements RegionCoprocessor, RegionObserver {

    /** HBase makes it. */
    public Failing() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> batch)
        throws IOException {
      throw new IOException("on purpose");
    }
  }

  /** Also of a batch that is refused, and of one that fails behind the guard. */
  @Test
  void everyBatchLetsItsStripesGo() throws Exception {
    write(alice.put(ROW, now + 9, 5, "strict"));
    refusesAsNotNewer(alice.put(ROW, now, 5, "strict"), now + 9);
    Put undeclared = alice.mark(new Put(Bytes.toBytes(ROW)), now + 10);
    undeclared.addColumn(Bytes.toBytes("x"), GuardedRegion.COLUMN, now + 10, new byte[0]);
    assertThatThrownBy(() -> write(undeclared)).isInstanceOf(IOException.class);
    cloud
        .region()
        .getCoprocessorHost()
        .load(Failing.class, Coprocessor.PRIORITY_LOWEST, new Configuration(false));
    assertThatThrownBy(() -> write(alice.put(ROW, now + 11, 5, "strict"))).hasMessage("on purpose");
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      assertThatThrownBy(
              () ->
                  other
                      .submit(
                          () -> {
                            write(bob.put(ROW, now + 12, 5, "strict"));
                            return null;
                          })
                      .get(20, TimeUnit.SECONDS))
          .hasRootCauseMessage("on purpose");
    } finally {
      other.shutdownNow();
    }
  }
}
