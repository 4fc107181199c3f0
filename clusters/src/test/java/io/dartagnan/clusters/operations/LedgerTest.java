package io.dartagnan.clusters.operations;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.filter.random.RandomQuery;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Cases that HBase leaves open: family a keeps one version, b three. */
class LedgerTest {
  private static final byte[] ROW = Bytes.toBytes("r");
  private static final byte[] ONE = Bytes.toBytes("a");
  private static final byte[] THREE = Bytes.toBytes("b");
  private static final byte[] COLUMN = Bytes.toBytes("n");

  private final TableShape shape = shape();
  private final Ledger ledger = new Ledger(shape);
  private int steps;

  /** A shape none of whose families expires. */
  private static TableShape shape() {
    Random random = new Random(1);
    TableShape shape = new TableShape(random, false);
    while (shape.families().stream().anyMatch(shape::pastExpires)) {
      shape = new TableShape(random, false);
    }
    return shape;
  }

  private static Put put(byte[] family, long timestamp) {
    return new Put(ROW).addColumn(family, COLUMN, timestamp, new byte[8]);
  }

  private static Delete version(byte[] family, long timestamp) {
    return new Delete(ROW).addColumn(family, COLUMN, timestamp);
  }

  private void enter(Mutation... writes) {
    for (Mutation write : writes) {
      ledger.enter(write, Times.ofStep(steps++));
    }
  }

  private Optional<LeftOut> leftOut(Step step) {
    return LeftOut.of(step, ledger, shape, Times.ofStep(steps));
  }

  private Optional<LeftOut> leftOut(Get get) {
    return leftOut(new ReadSteps.GetOne(get));
  }

  private static Step step(Put put) {
    return new WriteSteps.PutOne(put);
  }

  private static Step step(Delete delete) {
    return new WriteSteps.DeleteOne(delete);
  }

  @Test
  void aPutBelowADeleteIsLeftOutAndOneAboveIsNot() {
    enter(put(THREE, 5), new Delete(ROW).addFamily(THREE, 7));

    assertThat(leftOut(step(put(THREE, 7)))).contains(LeftOut.PUT_BELOW_DELETE);
    assertThat(leftOut(step(put(THREE, 8)))).isEmpty();
    assertThat(leftOut(step(put(ONE, 7)))).isEmpty();
    assertThat(leftOut(step(new Put(ROW).addColumn(THREE, COLUMN, COLUMN)))).isEmpty();
  }

  @Test
  void aPutAtTheTimestampOfADeletedVersionIsLeftOut() {
    enter(put(THREE, 5), version(THREE, 5));

    assertThat(leftOut(step(put(THREE, 5)))).contains(LeftOut.PUT_BELOW_DELETE);
    assertThat(leftOut(step(put(THREE, 4)))).isEmpty();
  }

  @Test
  void aDeleteThatShowsAnOlderVersionThanTheFamilyKeepsIsLeftOut() {
    enter(put(ONE, 5), put(ONE, 6));

    assertThat(leftOut(step(version(ONE, 6)))).contains(LeftOut.OLDER_VERSION_SHOWN);
    assertThat(leftOut(step(new Delete(ROW).addColumns(ONE, COLUMN, 6)))).isEmpty();
    assertThat(leftOut(step(version(ONE, 5)))).isEmpty();
  }

  @Test
  void aDeleteAmongTheVersionsThatTheFamilyKeepsIsNot() {
    enter(put(THREE, 5), put(THREE, 6), put(THREE, 7));

    assertThat(leftOut(step(version(THREE, 7)))).isEmpty();
    enter(put(THREE, 8));
    assertThat(leftOut(step(version(THREE, 8)))).contains(LeftOut.OLDER_VERSION_SHOWN);
  }

  @Test
  void whatOtherSettingsHaveDroppedMayComeBackWithThoseBefore() {
    enter(put(THREE, 5), put(THREE, 6));

    ledger.keep("b", new FamilyLedger.Keeping(1, false));
    assertThat(leftOut(new Get(ROW))).isEmpty();
    ledger.keep("b", new FamilyLedger.Keeping(3, false));
    assertThat(leftOut(new Get(ROW))).isEmpty();
    assertThat(leftOut(new ReadSteps.ScanAll(new Scan().readAllVersions())))
        .contains(LeftOut.VERSIONS_BEYOND_KEPT);
  }

  @Test
  void whatWasTooOldMayComeBackWhenTheFamilyKeepsItForEver() {
    ledger.keep("b", new FamilyLedger.Keeping(3, true));
    enter(put(THREE, 5));
    assertThat(leftOut(new Get(ROW))).isEmpty();

    ledger.keep("b", new FamilyLedger.Keeping(3, false));
    assertThat(leftOut(new Get(ROW))).contains(LeftOut.VERSIONS_BEYOND_KEPT);
    ledger.truncate();
    assertThat(leftOut(new Get(ROW))).isEmpty();
  }

  @Test
  void whatADeleteCoversMayComeBackIfTheDeleteWasTooOldItself() {
    enter(put(THREE, 5), new Delete(ROW).addFamily(THREE, 7));
    ledger.keep("b", new FamilyLedger.Keeping(3, true));
    enter(put(ONE, 5), new Delete(ROW).addFamily(ONE, 7));
    assertThat(leftOut(new Get(ROW))).isEmpty();

    ledger.keep("b", new FamilyLedger.Keeping(3, false));
    assertThat(leftOut(new Get(ROW))).contains(LeftOut.VERSIONS_BEYOND_KEPT);
    assertThat(leftOut(new Get(ROW).addFamily(ONE))).isEmpty();
  }

  @Test
  void whatADeleteThatIsTooOldCoversMayComeBackUntilOneThatIsNotCoversIt() {
    ledger.keep("b", new FamilyLedger.Keeping(3, true));
    enter(put(THREE, 5), new Delete(ROW).addFamily(THREE, 7));
    assertThat(leftOut(new Get(ROW))).isEmpty();

    ledger.keep("b", new FamilyLedger.Keeping(3, false));
    assertThat(leftOut(new Get(ROW))).contains(LeftOut.VERSIONS_BEYOND_KEPT);
    enter(new Delete(ROW).addFamily(THREE, Times.FUTURE));
    ledger.keep("b", new FamilyLedger.Keeping(3, true));
    ledger.keep("b", new FamilyLedger.Keeping(3, false));
    assertThat(leftOut(new Get(ROW))).isEmpty();
  }

  @Test
  void aFamilyThatIsAddedIsWrittenAndGoneWhenItIsDropped() {
    enter(put(ONE, 5));
    byte[] added = Bytes.toBytes("z");
    ledger.keep("z", new FamilyLedger.Keeping(1, false));
    enter(put(added, 5), put(added, 6));
    assertThat(leftOut(step(version(added, 6)))).contains(LeftOut.OLDER_VERSION_SHOWN);

    ledger.drop("z");
    ledger.keep("z", new FamilyLedger.Keeping(1, false));
    assertThat(leftOut(step(version(added, 6)))).isEmpty();
  }

  @Test
  void aTimeRangeThatReachesBeyondTheVersionsThatAreKeptIsLeftOut() throws IOException {
    enter(put(ONE, 5), put(ONE, 8));

    assertThat(leftOut(new Get(ROW))).isEmpty();
    assertThat(leftOut(new Get(ROW).setTimeRange(0, 9))).isEmpty();
    assertThat(leftOut(new Get(ROW).setTimeRange(0, 8))).contains(LeftOut.VERSIONS_BEYOND_KEPT);
    assertThat(leftOut(new Get(ROW).setTimeRange(0, 5))).isEmpty();
    assertThat(leftOut(new Get(ROW).addFamily(THREE).setTimeRange(0, 8))).isEmpty();
    assertThat(leftOut(new Get(COLUMN).setTimeRange(0, 8))).isEmpty();
    assertThat(leftOut(new ReadSteps.ScanAll(new Scan().setTimeRange(0, 8))))
        .contains(LeftOut.VERSIONS_BEYOND_KEPT);
  }

  @Test
  void versionsAreCountedAmongThoseThatCannotBeMissing() throws IOException {
    enter(put(THREE, 1), put(THREE, 2), put(THREE, 3), put(THREE, 4));

    Get range = new Get(ROW).setTimeRange(0, 4);
    assertThat(leftOut(range.readVersions(2))).isEmpty();
    assertThat(leftOut(range.readVersions(3))).contains(LeftOut.VERSIONS_BEYOND_KEPT);
  }

  @Test
  void aFilterThatSeeksVersionsMayMeetOneBeyondThoseThatAreKept() {
    enter(put(THREE, 1), put(THREE, 2), put(THREE, 3), put(THREE, 4));

    assertThat(leftOut(filtered(new TimestampsFilter(List.of(1L, 3L)))))
        .contains(LeftOut.VERSIONS_BEYOND_KEPT);
    assertThat(leftOut(filtered(new KeyOnlyFilter()))).isEmpty();
  }

  private static Step filtered(Filter filter) {
    return new ReadSteps.FilteredScan(new RandomQuery(1, new Scan(), filter));
  }

  @Test
  void aWriteThatIsTooOldAtOnceTakesNoVersion() {
    enter(put(ONE, 5), put(ONE, 6).setTTL(Times.AT_ONCE_MS));

    assertThat(leftOut(step(version(ONE, 5)))).isEmpty();
  }

  @Test
  void aWriteThatOverwritesItsOwnTimestampTakesNoVersion() {
    enter(put(ONE, 5), put(ONE, 5));

    assertThat(leftOut(step(version(ONE, 5)))).isEmpty();
  }

  @Test
  void writesOfOneBatchToOneFamilyOfARowAreLeftOut() {
    Put put = new Put(ROW).addColumn(ONE, COLUMN, COLUMN);
    Delete delete = new Delete(ROW);

    assertThat(leftOut(batch(put, delete))).contains(LeftOut.ROW_TWICE_IN_BATCH);
    assertThat(leftOut(batch(put, put(ONE, 3)))).isEmpty();
    assertThat(leftOut(batch(put, new Put(ROW).addColumn(THREE, COLUMN, COLUMN)))).isEmpty();
  }

  @Test
  void aFilterOnEqualTimestampsIsLeftOutWhereOneStepWroteARowTwice() {
    Put one = new Put(ROW).addColumn(ONE, COLUMN, COLUMN);
    Put three = new Put(ROW).addColumn(THREE, COLUMN, COLUMN);
    Step dependent = filtered(new DependentColumnFilter(THREE, COLUMN));

    enter(one, three);
    assertThat(leftOut(dependent)).isEmpty();
    ledger.enter(one, Times.ofStep(steps));
    ledger.enter(three, Times.ofStep(steps));
    assertThat(leftOut(dependent)).contains(LeftOut.FILTER_ON_EQUAL_TIMESTAMPS);
    assertThat(leftOut(filtered(new KeyOnlyFilter()))).isEmpty();
  }

  private static Step batch(Row... actions) {
    return new WriteSteps.Batch(List.of(actions));
  }

  @Test
  void aBatchWithARequestThatHBaseRefusesIsLeftOutUnlessItIsAlone() {
    Get unfit = new Get(ROW).addFamily(Unfit.FAMILY);

    assertThat(leftOut(batch(unfit, put(ONE, 1)))).contains(LeftOut.REFUSED_AS_A_WHOLE);
    assertThat(leftOut(batch(unfit))).isEmpty();
  }

  @Test
  void anAppendThatOutgrowsItsColumnIsLeftOut() {
    byte[] name = Bytes.toBytes("name");
    enter(new Put(ROW).addColumn(ONE, name, new byte[4]));

    assertThat(leftOut(append(name, 2))).isEmpty();
    assertThat(leftOut(append(name, 3))).contains(LeftOut.LONGER_THAN_DECLARED);
  }

  private static Step append(byte[] qualifier, int length) {
    return new AtomicSteps.AppendOne(new Append(ROW).addColumn(ONE, qualifier, new byte[length]));
  }

  @Test
  void aScanWithBatchAndLimitIsLeftOut() {
    assertThat(leftOut(new ReadSteps.ScanAll(new Scan().setBatch(2).setLimit(3))))
        .contains(LeftOut.LIMIT_WITH_BATCH);
    assertThat(leftOut(new ReadSteps.ScanAll(new Scan().setBatch(2)))).isEmpty();
  }
}
