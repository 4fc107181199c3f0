package io.dartagnan.server.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.write.ReplacedVersions;
import io.dartagnan.write.RowCondition;
import io.dartagnan.write.WriteQuestion;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants.OperationStatusCode;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.regionserver.OperationStatus;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Writes that take each other's place at one timestamp, on HBase's own region. */
@Timeout(120)
class ReplacedCellsTest {
  private static final String ROW = "row";
  private static final long AT = 5;

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
    now = clock.addAndGet(100_000);
  }

  @AfterEach
  void close() throws IOException {
    cloud.close();
    EnvironmentEdgeManager.reset();
  }

  private void put(Put put) throws IOException {
    cloud.region().put(put);
  }

  private void delete(Delete delete) throws IOException {
    cloud.region().delete(delete);
  }

  /** What a get that asks for them shows, last first. */
  private List<String> all() throws IOException {
    Get get = ReplacedVersions.askedBy(new Get(Bytes.toBytes(ROW)));
    Cell[] cells = cloud.region().get(get).rawCells();
    assertThat(cells).hasSizeLessThan(2);
    return cells.length == 0
        ? List.of()
        : ReplacedVersions.decode(CellUtil.cloneValue(cells[0])).versions().stream()
            .map(version -> Bytes.toString(version.value()))
            .toList();
  }

  @Test
  void aRollbackBringsBackTheVersionWhosePlaceTheWriteTook() throws Exception {
    put(alice.put(ROW, now, AT, "acknowledged"));
    put(bob.put(ROW, now + 1, AT, "torn"));
    assertThat(cloud.get(ROW)).isEqualTo("torn");
    assertThat(all()).containsExactly("torn", "acknowledged");

    delete(bob.namingRollback(ROW, now + 1, AT, "torn"));
    assertThat(cloud.get(ROW)).isEqualTo("acknowledged");
    assertThat(all()).containsExactly("acknowledged");
    assertThat(WriteTag.in(cloud.raw(ROW).get(0))).contains(WriteTag.of(1, now));
    assertThatThrownBy(() -> put(bob.put(ROW, now + 1, AT, "torn")))
        .as("a late copy")
        .hasMessageContaining("NOT_NEWER");
    put(bob.put(ROW, now + 2, AT, "next"));
    assertThat(all()).containsExactly("next", "acknowledged");
  }

  @Test
  void itComesBackAfterAFlushACompactionAndACrash() throws Exception {
    put(alice.put(ROW, now, AT, "acknowledged"));
    cloud.flush();
    put(bob.put(ROW, now + 1, AT, "torn"));
    cloud.crash();
    cloud.flushAndCompact();
    assertThat(all()).containsExactly("torn", "acknowledged");
    delete(bob.namingRollback(ROW, now + 1, AT, "torn"));
    cloud.flushAndCompact();
    assertThat(cloud.get(ROW)).isEqualTo("acknowledged");
  }

  @Test
  void aWriteIsTakenBackFromBelowALaterOne() throws Exception {
    put(alice.put(ROW, now, AT, "acknowledged"));
    put(bob.put(ROW, now + 1, AT, "torn"));
    put(alice.put(ROW, now + 2, AT, "later"));
    assertThat(all()).containsExactly("later", "torn", "acknowledged");
    delete(bob.namingRollback(ROW, now + 1, AT, "torn"));
    assertThat(all()).containsExactly("later", "acknowledged");
    delete(alice.namingRollback(ROW, now + 2, AT, "later"));
    assertThat(cloud.get(ROW)).isEqualTo("acknowledged");
    delete(alice.namingRollback(ROW, now + 2, AT, "later"));
    assertThat(cloud.get(ROW)).as("taken back twice").isEqualTo("acknowledged");
  }

  @Test
  void ofEqualPlainValuesOnlyThatOfTheNamedWriteIsTakenBack() throws Exception {
    put(alice.put(ROW, now, AT, "before"));
    put(alice.put(ROW, now + 1, AT, "same"));
    delete(bob.namingRollback(ROW, now + 2, AT, "same"));
    assertThat(all()).containsExactly("same", "before");
    put(bob.put(ROW, now + 3, AT, "same"));
    delete(bob.namingRollback(ROW, now + 3, AT, "same"));
    assertThat(all()).containsExactly("same", "before");
  }

  /** A delete marker would hide what the application puts there later. */
  @Test
  void aVersionBelowWhichThereIsNothingStaysAndTheRollbackSaysSo() throws Exception {
    put(alice.put(ROW, now, AT, "torn"));
    assertThatThrownBy(() -> delete(alice.namingRollback(ROW, now, AT, "torn")))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("nothing was at its timestamp before it");
    assertThat(
            cloud
                .region()
                .batchMutate(
                    new Mutation[] {
                      alice.put("a", now, "1"), alice.namingRollback(ROW, now, AT, "torn")
                    }))
        .extracting(OperationStatus::getOperationStatusCode)
        .containsExactly(OperationStatusCode.SUCCESS, OperationStatusCode.FAILURE);
    put(bob.put(ROW, now + 1, AT, "next"));
    assertThat(cloud.get(ROW)).isEqualTo("next");
  }

  @Test
  void whatIsSettledKeepsNothingBelow() throws Exception {
    put(alice.put(ROW, now, AT, "first"));
    put(alice.put(ROW, now + 1, AT, "second"));
    put(alice.settled(now + 1).put(ROW, now + 2, AT, "third"));
    assertThat(all()).containsExactly("third", "second");

    cloud.region().get(alice.settled(now + 2).telling());
    assertThat(all()).as("it is on all three clouds").containsExactly("third");
    assertThat(ReplacedCells.under(cloud.raw(ROW).get(0))).isPresent();
    cloud.flush();
    assertThat(all()).containsExactly("third");
    assertThat(ReplacedCells.under(cloud.raw(ROW).get(0))).isEmpty();
  }

  /** Its writer may yet ask whether it is there. */
  @Test
  void aWriteThatIsNotSettledIsFoundBelowOneThatIs() throws Exception {
    put(bob.put(ROW, now, AT, "bob's"));
    put(alice.put(ROW, now + 1, AT, "alice's"));
    put(alice.settled(now + 1).put(ROW, now + 2, AT, "next"));
    assertThat(all()).as("alice's is settled").containsExactly("next", "alice's");
    Get sought = new Get(Bytes.toBytes(ROW)).addFamily(GuardedRegion.FAMILY).setTimestamp(AT);
    new WriteQuestion(2, now, false).askBy(sought);
    assertThat(cloud.region().get(sought).isEmpty()).isFalse();
  }

  @Test
  void writesOfOneBatchTakeEachOthersPlace() throws Exception {
    put(bob.put(ROW, now, AT, "acknowledged"));
    cloud
        .region()
        .batchMutate(
            new Mutation[] {
              alice.put(ROW, now + 1, AT, "first"), alice.put(ROW, now + 2, AT, "second")
            });
    assertThat(all()).containsExactly("second", "first", "acknowledged");
    cloud
        .region()
        .batchMutate(
            new Mutation[] {
              alice.namingRollback(ROW, now + 1, AT, "first"),
              alice.namingRollback(ROW, now + 2, AT, "second")
            });
    assertThat(all()).containsExactly("acknowledged");
  }

  @Test
  void aWriteThatComesTwiceTakesItsPlaceOnce() throws Exception {
    put(bob.put(ROW, now, AT, "acknowledged"));
    Put twice = alice.put(ROW, now + 1, AT, "twice");
    put(new Put(twice));
    put(twice);
    assertThat(all()).containsExactly("twice", "acknowledged");
  }

  /** Other writes wait meanwhile. */
  @Test
  void aPutOfManyTimestampsIsLookedThroughOnce() throws Exception {
    int timestamps = 50;
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < timestamps; i++) {
      Put each = alice.put(ROW, now + i, AT + i, "value " + i);
      put(each);
      cells.add(each.getFamilyCellMap().get(GuardedRegion.FAMILY).get(0));
    }
    AtomicInteger looks = new AtomicInteger();
    Put all = new Put(Bytes.toBytes(ROW));
    all.getFamilyCellMap()
        .put(
            GuardedRegion.FAMILY,
            new AbstractList<>() {
              @Override
              public Cell get(int index) {
                looks.incrementAndGet();
                return cells.get(index);
              }

              @Override
              public int size() {
                return cells.size();
              }
            });

    List<Cell> replaced = new StandingCells(cloud.region()).replacedBy(all, AT);

    assertThat(replaced)
        .as("all but the one at the stamp")
        .extracting(Cell::getTimestamp)
        .containsExactlyInAnyOrderElementsOf(
            cells.stream().map(Cell::getTimestamp).filter(at -> at != AT).toList());
    assertThat(looks).hasValue(timestamps);
  }

  private Put dependingOn(Put put) throws IOException {
    Get get = new Get(Bytes.toBytes(ROW)).readAllVersions();
    RowCondition shown =
        RowCondition.of(get, cloud.region().get(get).rawCells(), cloud.tableSchema(), Party.P0);
    put.setAttribute(RowCondition.ATTRIBUTE, shown.encode());
    return put;
  }

  @Test
  void anAtomicOperationWaitsWhereMoreThanIsKeptIsNotSettled() throws Exception {
    String large = "x".repeat(ReplacedCells.MOST_BYTES / 2);
    put(alice.put(ROW, now, AT, large + 1));
    put(alice.put(ROW, now + 1, AT, large + 2));
    assertThatThrownBy(() -> put(dependingOn(bob.put(ROW, now + 3, AT, "bob's"))))
        .satisfies(
            e ->
                assertThat(WriteRefusal.in(e).orElseThrow().reason())
                    .isEqualTo(WriteRefusal.Reason.CONDITION));
    put(alice.settled(now + 1).put("another", now + 3, AT, "tells"));
    put(dependingOn(bob.put(ROW, now + 3, AT, "bob's")));
    assertThat(all()).containsExactly("bob's", large + 2);
  }

  @Test
  void anAtomicOperationTakesNotThePlaceOfAValueThatIsTooLarge() throws Exception {
    put(alice.put(ROW, now, AT, "x".repeat(ReplacedCells.MOST_BYTES)));
    assertThatThrownBy(() -> put(dependingOn(bob.put(ROW, now + 1, AT, "bob's"))))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("row row, column f:c")
        .hasMessageContaining("of 32000 bytes")
        .hasMessageContaining("give it another timestamp");
    put(bob.put(ROW, now + 2, AT, "plain put"));
    assertThat(all()).containsExactly("plain put");
  }

  @Test
  void whatADeleteHidesDoesNotComeBack() throws Exception {
    put(alice.put(ROW, now, AT, "deleted"));
    delete(alice.mark(new Delete(Bytes.toBytes(ROW), AT), now + 1));
    put(bob.put(ROW, now + 2, AT, "hidden too, as in HBase"));
    assertThat(cloud.get(ROW)).isNull();
    assertThat(all()).isEmpty();
  }
}
