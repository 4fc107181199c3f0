package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.write.RowCondition;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
class AtomicOperationsTest extends OverMemoryClouds {
  @Test
  void incrementsAddUpUnderEveryScheme() throws IOException {
    for (byte[] column : List.of(Tables.NUMBER, Tables.XOR_NUMBER, Tables.REPLICATED_NUMBER)) {
      Increment increment = new Increment(Tables.ROW).addColumn(Tables.FAMILY, column, 5);
      assertThat(number(table.increment(increment), column)).isEqualTo(5);
      assertThat(table.incrementColumnValue(Tables.ROW, Tables.FAMILY, column, -7)).isEqualTo(-2);
      assertThat(number(table.get(new Get(Tables.ROW)), column)).isEqualTo(-2);
    }
    assertThat(
            table
                .increment(
                    new Increment(Tables.ROW)
                        .addColumn(Tables.FAMILY, Tables.NUMBER, 1)
                        .setReturnResults(false))
                .isEmpty())
        .isTrue();
  }

  @Test
  void anIncrementOfNoRowOrFamilyIsAnIOException() {
    assertThat(
            catchThrowable(() -> table.incrementColumnValue(null, Tables.FAMILY, Tables.NUMBER, 1)))
        .isInstanceOf(IOException.class)
        .hasRootCauseMessage("row is null");
    assertThat(catchThrowable(() -> table.incrementColumnValue(Tables.ROW, null, Tables.NUMBER, 1)))
        .isInstanceOf(IOException.class)
        .hasRootCauseMessage("family is null");
  }

  @Test
  void incrementsOfWhatIsNoNumberAreRefused() throws IOException {
    table.put(new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("abc")));

    assertThat(
            catchThrowableOfType(
                DoNotRetryIOException.class,
                () -> table.incrementColumnValue(Tables.ROW, Tables.FAMILY, Tables.PLAIN, 1)))
        .hasMessageContaining("column f:p holds a value of 3 bytes; what is incremented has 8");
  }

  @Test
  void appendsGrowAValueUpToItsDeclaredLength() throws IOException {
    Append append =
        new Append(Tables.ROW).addColumn(Tables.FAMILY, Tables.TEXT, Tables.bytes("0123456789"));
    table.append(append);
    Result result = table.append(append);

    assertThat(result.getValue(Tables.FAMILY, Tables.TEXT))
        .isEqualTo(Tables.bytes("01234567890123456789"));
    assertThat(catchThrowableOfType(IllegalArgumentException.class, () -> table.append(append)))
        .hasMessageContaining("a value of 30 bytes was given");
    assertThat(table.get(new Get(Tables.ROW)).getValue(Tables.FAMILY, Tables.TEXT))
        .isEqualTo(Tables.bytes("01234567890123456789"));
  }

  @Test
  void anAppendThatBeginsAValueHasTheTimestampItWasGiven() throws IOException {
    long timestamp = 999;
    Append append =
        new Append(Tables.ROW)
            .add(
                new KeyValue(Tables.ROW, Tables.FAMILY, Tables.TEXT, timestamp, Tables.bytes("a")));

    assertThat(table.append(append).rawCells()[0].getTimestamp()).isEqualTo(timestamp);
    assertThat(table.get(new Get(Tables.ROW)).rawCells()[0].getTimestamp()).isEqualTo(timestamp);
    assertThat(table.append(append).rawCells()[0].getTimestamp()).isGreaterThan(timestamp);
    assertThat(table.get(new Get(Tables.ROW)).getValue(Tables.FAMILY, Tables.TEXT))
        .isEqualTo(Tables.bytes("aa"));
  }

  @ParameterizedTest
  @EnumSource(value = CompareOperator.class, mode = EnumSource.Mode.EXCLUDE, names = "NO_OP")
  void comparesWithTheOperandOnTheLeft(CompareOperator operator) throws IOException {
    table.put(put(10));
    for (long operand : new long[] {9, 10, 11}) {
      int order = Long.compare(operand, 10);
      boolean expected =
          switch (operator) {
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case GREATER_OR_EQUAL -> order >= 0;
            default -> order > 0;
          };
      CheckAndMutate check =
          CheckAndMutate.newBuilder(Tables.ROW)
              .ifMatches(Tables.FAMILY, Tables.NUMBER, operator, Bytes.toBytes(operand))
              .build(text("changed"));
      table.delete(new Delete(Tables.ROW).addColumns(Tables.FAMILY, Tables.TEXT));

      assertThat(table.checkAndMutate(check).isSuccess()).isEqualTo(expected);
      assertThat(table.get(new Get(Tables.ROW)).containsColumn(Tables.FAMILY, Tables.TEXT))
          .isEqualTo(expected);
    }
  }

  @Test
  void absenceIsChecked() throws IOException {
    assertThat(ifAbsent(put(1))).isTrue();
    assertThat(ifAbsent(put(2))).isFalse();
    assertThat(number(table.get(new Get(Tables.ROW)), Tables.NUMBER)).isEqualTo(1);
  }

  @Test
  void aFilterIsHeldAgainstTheWholeRow() throws IOException {
    table.put(put(10));
    table.put(text("text"));
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            Tables.FAMILY, Tables.NUMBER, CompareOperator.EQUAL, Bytes.toBytes(10L));

    CheckAndMutateResult result =
        table.checkAndMutate(
            CheckAndMutate.newBuilder(Tables.ROW)
                .ifMatches(filter)
                .build(new Increment(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, 1)));

    assertThat(result.isSuccess()).isTrue();
    assertThat(number(result.getResult(), Tables.NUMBER)).isEqualTo(11);
    assertThat(
            table
                .checkAndMutate(
                    CheckAndMutate.newBuilder(Tables.ROW).ifMatches(filter).build(put(3)))
                .isSuccess())
        .isFalse();
  }

  @Test
  void mutationsOfARowAreDoneAsOne() throws IOException {
    table.put(put(10));
    table.put(text("old"));

    table.mutateRow(
        RowMutations.of(
            List.<Mutation>of(
                new Delete(Tables.ROW).addColumns(Tables.FAMILY, Tables.NUMBER),
                text("new"),
                new Increment(Tables.ROW).addColumn(Tables.FAMILY, Tables.XOR_NUMBER, 3))));

    Result row = table.get(new Get(Tables.ROW));
    assertThat(row.containsColumn(Tables.FAMILY, Tables.NUMBER)).isFalse();
    assertThat(row.getValue(Tables.FAMILY, Tables.TEXT)).isEqualTo(Tables.bytes("new"));
    assertThat(number(row, Tables.XOR_NUMBER)).isEqualTo(3);
    for (MemoryCloud cloud : clouds) {
      assertThat(cloud.visible())
          .as("cells that the arbiter and the two others keep of the deleted column")
          .noneMatch(cell -> CellUtil.matchingColumn(cell, Tables.FAMILY, Tables.NUMBER));
    }
  }

  @Test
  void mutationsOfARowAreAnsweredAsDone() throws IOException {
    Result done = table.mutateRow(RowMutations.of(List.<Mutation>of(put(1), text("new"))));

    assertThat(done.isEmpty()).isTrue();
    assertThat(done.getExists()).isTrue();
    Increment increment = new Increment(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, 1);
    Result counted = table.mutateRow(RowMutations.of(List.of(increment)));
    assertThat(number(counted, Tables.NUMBER)).isEqualTo(2);
    assertThat(counted.getExists()).isTrue();
  }

  @Test
  void aConditionalWriteWithoutResultsIsAnsweredWithoutAny() throws IOException {
    CheckAndMutate.Builder absent =
        CheckAndMutate.newBuilder(Tables.ROW).ifNotExists(Tables.FAMILY, Tables.TEXT);

    CheckAndMutateResult done = table.checkAndMutate(absent.build(put(1)));

    assertThat(done.isSuccess()).isTrue();
    assertThat(done.getResult()).isNull();
  }

  @Test
  void aPutDeletesWhatItHasMarkersFor() throws Exception {
    table.put(put(1));
    table.put(text("old"));
    Put both =
        text("new")
            .add(
                new KeyValue(
                    Tables.ROW,
                    Tables.FAMILY,
                    Tables.NUMBER,
                    HConstants.LATEST_TIMESTAMP,
                    KeyValue.Type.DeleteColumn));

    table.put(both);

    Result row = table.get(new Get(Tables.ROW));
    assertThat(row.getValue(Tables.FAMILY, Tables.TEXT)).isEqualTo(Tables.bytes("new"));
    assertThat(row.containsColumn(Tables.FAMILY, Tables.NUMBER)).isFalse();
    table.batch(List.<Row>of(put(2), both, put(3)), new Object[3]);
    assertThat(number(table.get(new Get(Tables.ROW)), Tables.NUMBER)).isEqualTo(3);
  }

  @Test
  void theNewestVersionAloneIsDeleted() throws IOException {
    table.put(put(1));
    table.put(put(2));
    table.delete(new Delete(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER));

    assertThat(number(table.get(new Get(Tables.ROW)), Tables.NUMBER)).isEqualTo(1);
  }

  @Test
  void aDeleteThatNamesAColumnTwiceDeletesItsTwoNewestVersions() throws IOException {
    table.put(put(1));
    table.put(put(2));
    table.delete(
        new Delete(Tables.ROW)
            .addColumn(Tables.FAMILY, Tables.NUMBER)
            .addColumn(Tables.FAMILY, Tables.NUMBER));

    assertThat(table.get(new Get(Tables.ROW)).isEmpty()).isTrue();
  }

  /** The actions before it are done: the caller must learn of each what became of it. */
  @Test
  void anActionOfABatchThatDoesNotFitFailsAlone() {
    byte[] long15 = Tables.bytes("0123456789abcde");
    Append append = new Append(Tables.ROW).addColumn(Tables.FAMILY, Tables.TEXT, long15);
    Object[] results = new Object[3];

    RetriesExhaustedWithDetailsException failure =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class,
            () -> table.batch(List.<Row>of(append, append, put(7)), results));

    assertThat(failure.getNumExceptions()).isEqualTo(1);
    assertThat(failure.getRow(0)).isSameAs(append);
    assertThat(results[0]).isInstanceOf(Result.class);
    assertThat(results[1]).isInstanceOf(IllegalArgumentException.class);
    assertThat(results[2]).isInstanceOf(Result.class);
  }

  @Test
  void anActionOfABatchThatNamesAnUnknownFamilyFailsAlone() throws IOException {
    byte[] unknown = Tables.bytes("unknown");
    Put lost = new Put(Tables.ROW).addColumn(unknown, Tables.NUMBER, Bytes.toBytes(1L));
    Get unread = new Get(Tables.ROW).addFamily(unknown);
    List<Row> actions = List.of(lost, put(7), unread);
    Object[] results = new Object[3];

    RetriesExhaustedWithDetailsException failure =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class, () -> table.batch(actions, results));

    assertThat(failure.getCauses())
        .hasSize(2)
        .allMatch(cause -> cause instanceof NoSuchColumnFamilyException);
    assertThat(failure).hasMessageContaining(NoSuchColumnFamilyException.class.getName());
    assertThat(failure.getRow(0)).isSameAs(lost);
    assertThat(failure.getRow(1)).isSameAs(unread);
    assertThat(results[0]).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(results[1]).isInstanceOf(Result.class);
    assertThat(results[2]).isInstanceOf(NoSuchColumnFamilyException.class);
    assertThat(number(table.get(new Get(Tables.ROW)), Tables.NUMBER)).isEqualTo(7);
    assertThat(catchThrowable(() -> table.put(lost)))
        .isInstanceOf(NoSuchColumnFamilyException.class);
  }

  @Test
  void severalMutationsOfARowFailAsABatchOfAnUnknownFamily() throws IOException {
    RowMutations mutations =
        RowMutations.of(
            List.<Mutation>of(
                put(7),
                new Put(Tables.ROW)
                    .addColumn(Tables.bytes("unknown"), Tables.NUMBER, Bytes.toBytes(1L))));
    CheckAndMutate.Builder absent =
        CheckAndMutate.newBuilder(Tables.ROW).ifNotExists(Tables.FAMILY, Tables.TEXT);

    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> table.mutateRow(mutations),
            () -> table.checkAndMutate(absent.build(mutations)))) {
      RetriesExhaustedWithDetailsException failure =
          catchThrowableOfType(RetriesExhaustedWithDetailsException.class, call);
      assertThat(failure.getCause(0)).isInstanceOf(NoSuchColumnFamilyException.class);
      assertThat(failure).hasMessageContaining(NoSuchColumnFamilyException.class.getName());
      assertThat(failure.getRow(0)).isSameAs(mutations);
    }
    assertThat(table.exists(new Get(Tables.ROW))).isFalse();
  }

  @Test
  void everyConditionalWriteOfAListIsTried() throws IOException {
    CheckAndMutate.Builder absent =
        CheckAndMutate.newBuilder(Tables.ROW).ifNotExists(Tables.FAMILY, Tables.TEXT);
    Put unknown =
        new Put(Tables.ROW).addColumn(Tables.bytes("unknown"), Tables.NUMBER, Bytes.toBytes(1L));

    assertThat(
            catchThrowable(
                () -> table.checkAndMutate(List.of(absent.build(unknown), absent.build(put(7))))))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    assertThat(number(table.get(new Get(Tables.ROW)), Tables.NUMBER)).isEqualTo(7);
  }

  @Test
  void aBatchKeepsItsOrder() throws Exception {
    Object[] results = new Object[4];
    table.batch(
        List.<Row>of(
            put(1),
            new Increment(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, 10),
            put(5),
            new Increment(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, 20)),
        results);

    assertThat(number((Result) results[1], Tables.NUMBER)).isEqualTo(11);
    assertThat(number((Result) results[3], Tables.NUMBER)).isEqualTo(25);
  }

  @Test
  void aBatchNeedsNoRoomForResults() throws Exception {
    table.batch(List.<Row>of(put(1)), null);

    assertThat(number(table.get(new Get(Tables.ROW)), Tables.NUMBER)).isEqualTo(1);
  }

  @Test
  void concurrentIncrementsAllCount() throws Exception {
    int writers = 4;
    int each = 25;
    ExecutorService pool = Executors.newFixedThreadPool(writers);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        tasks.add(
            () -> {
              try (Table own = connection.getTable(table.getName())) {
                for (int n = 0; n < each; n++) {
                  own.incrementColumnValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, 1);
                  own.put(text("between " + n));
                }
              }
              return null;
            });
      }
      for (Future<Void> future : pool.invokeAll(tasks)) {
        future.get(60, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(number(table.get(new Get(Tables.ROW)), Tables.NUMBER)).isEqualTo(writers * each);
  }

  @Test
  void anOperationThatACloudCannotTakeLeavesTheRowAsItWas() throws IOException {
    table.put(put(1));
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(Mutation mutation) throws IOException {
              if (mutation instanceof Put) {
                throw new ConnectException("refused");
              }
            }
          };
      IOException failure =
          catchThrowableOfType(
              IOException.class,
              () -> table.incrementColumnValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, 1));
      assertThat(failure)
          .hasMessageContaining("cloud " + clouds.indexOf(cloud) + " failed: refused");
      cloud.fault = new MemoryCloud.Fault() {};
      assertThat(number(table.get(new Get(Tables.ROW)), Tables.NUMBER)).isEqualTo(1);
    }
    assertThat(table.incrementColumnValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, 1))
        .isEqualTo(2);
  }

  /** Often: within one millisecond, what was put again came to the place of what was taken back. */
  @RepeatedTest(50)
  void aDecisionWhoseAnswerWasLostIsFound() throws IOException {
    table.put(put(1));
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            private boolean lost;

            @Override
            public void after(String operation) throws IOException {
              if (operation.equals("put") && !lost) {
                lost = true;
                throw new IOException("reply lost");
              }
            }
          };
    }
    // The first attempts of the two that do not decide fail; then the arbiter's answer is lost.
    for (int attempt = 0; attempt < 3; attempt++) {
      try {
        assertThat(table.incrementColumnValue(Tables.ROW, Tables.FAMILY, Tables.NUMBER, 1))
            .isEqualTo(2);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("reply lost");
        continue;
      }
      break;
    }
    assertThat(number(table.get(new Get(Tables.ROW)), Tables.NUMBER)).isEqualTo(2);
  }

  /** Else it would rest on the arbiter's word. */
  @Test
  void aDeleteThatTheArbiterAloneIsKnownToHaveIsAnErrorIfACloudMayLie() throws IOException {
    for (String suite : List.of("araki", "verified")) {
      deleteOnTheArbiterAlone(suite);
    }
  }

  private void deleteOnTheArbiterAlone(String suite) throws IOException {
    List<MemoryCloud> own = List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());
    AtomicInteger deletes = new AtomicInteger();
    AtomicInteger conditions = new AtomicInteger();
    for (MemoryCloud cloud : own) {
      cloud.descriptor = Tables.plainOf(suite);
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(Mutation mutation) throws IOException {
              if (mutation.getAttribute(RowCondition.ATTRIBUTE) != null) {
                conditions.incrementAndGet();
              }
              if (mutation instanceof Delete && deletes.getAndIncrement() == 2) {
                throw new IOException("not deleted");
              }
            }
          };
    }
    try (SafeConnection connection = MemoryConnection.open(own);
        Table table = connection.getTable(Tables.DECLARED.getTableName())) {
      table.put(new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("a")));
      CheckAndMutate check =
          CheckAndMutate.newBuilder(Tables.ROW)
              .ifEquals(Tables.FAMILY, Tables.PLAIN, Tables.bytes("a"))
              .build(new Delete(Tables.ROW).addColumns(Tables.FAMILY, Tables.PLAIN));
      Throwable failure = catchThrowable(() -> table.checkAndMutate(check));
      assertThat(conditions.get())
          .as("clouds that are held to the condition, suite %s", suite)
          .isEqualTo(suite.equals("verified") ? 3 : 1);
      if (suite.equals("verified")) {
        assertThat(failure)
            .isInstanceOf(IOException.class)
            .hasMessageContaining("not deleted")
            .hasMessageContaining("whether the row was changed is not known");
      } else {
        assertThat(failure).isNull();
      }
    }
  }

  private boolean ifAbsent(Put put) throws IOException {
    return table
        .checkAndMutate(
            CheckAndMutate.newBuilder(Tables.ROW)
                .ifNotExists(Tables.FAMILY, Tables.NUMBER)
                .build(put))
        .isSuccess();
  }

  private static Put put(long number) {
    return new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(number));
  }

  private static Put text(String text) {
    return new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.TEXT, Tables.bytes(text));
  }

  private static long number(Result row, byte[] column) {
    return Bytes.toLong(row.getValue(Tables.FAMILY, column));
  }
}
