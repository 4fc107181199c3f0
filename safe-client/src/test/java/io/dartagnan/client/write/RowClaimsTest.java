package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.OverMemoryClouds;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Writes of one process to one row at one time. */
@Timeout(60)
class RowClaimsTest extends OverMemoryClouds {
  private static final TableName NAME = Tables.DECLARED.getTableName();
  private static final long WITHIN_MS = 30_000;

  private final RowClaims claims = new RowClaims();
  private final List<FutureTask<?>> tasks = new ArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void end() throws Exception {
    release.countDown();
    for (FutureTask<?> task : tasks) {
      task.get(30, TimeUnit.SECONDS);
    }
  }

  private static Put put(String row, String... columns) {
    Put put = new Put(Bytes.toBytes(row));
    for (String column : columns) {
      put.addColumn(Tables.FAMILY, Bytes.toBytes(column), Bytes.toBytes("value"));
    }
    return put;
  }

  private static Put putAt(long timestamp, String... columns) {
    Put put = new Put(Tables.ROW, timestamp);
    for (String column : columns) {
      put.addColumn(Tables.FAMILY, Bytes.toBytes(column), Bytes.toBytes("value"));
    }
    return put;
  }

  private Thread start(FutureTask<?> task) {
    tasks.add(task);
    Thread thread = new Thread(task);
    thread.start();
    return thread;
  }

  /** Begins writes that stay under way until the test ends; returns once they are. */
  private void hold(Row... actions) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    start(
        new FutureTask<>(
            () ->
                claims.holding(
                    NAME,
                    List.of(actions),
                    WITHIN_MS,
                    () -> {
                      begun.countDown();
                      try {
                        return release.await(30, TimeUnit.SECONDS);
                      } catch (InterruptedException e) {
                        throw new IOException(e);
                      }
                    })));
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
  }

  /** Whether a thread waits for another's writes, and not for a cloud. */
  private static boolean waitsForAClaim(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(
            frame ->
                frame.getClassName().equals(RowClaims.class.getName())
                    && frame.getMethodName().equals("await"));
  }

  private void waits(Row... actions) {
    assertThatThrownBy(() -> claims.holding(NAME, List.of(actions), 1, () -> null))
        .isInstanceOf(RetriesExhaustedException.class)
        .hasMessage(
            "other writes of this process to the row were under way for 1 ms; nothing was done, write it again");
  }

  private void passes(Row... actions) throws IOException {
    assertThat(claims.holding(NAME, List.of(actions), 0, () -> "done")).isEqualTo("done");
  }

  @Test
  void aWriteWaitsForOneThatChangesSomeOfItsColumns() throws Exception {
    hold(put("r", "a", "b"), put("s", "a", "b"));
    waits(put("r", "a", "b", "c"));
    waits(put("r", "b"));
    waits(put("r", "b", "c"));
    waits(put("q", "a"), put("s", "a"));
    waits(new Delete(Tables.ROW).addColumns(Tables.FAMILY, Bytes.toBytes("a")));
  }

  @Test
  void aWriteOfTheSameColumnsOrOfOthersPasses() throws Exception {
    hold(put("r", "a", "b"));
    passes(put("r", "b", "a"));
    passes(
        new Delete(Tables.ROW)
            .addColumns(Tables.FAMILY, Bytes.toBytes("a"))
            .addColumns(Tables.FAMILY, Bytes.toBytes("b")));
    passes(put("r", "c", "d"));
    passes(put("q", "a"));
    passes(new Get(Tables.ROW));
    assertThat(claims.holding(TableName.valueOf("u"), List.of(put("r", "a")), 0, () -> 1))
        .isEqualTo(1);
  }

  @Test
  void aDeleteOfARowOrAFamilyWaitsForEveryWrite() throws Exception {
    hold(put("r", "a"), new Delete(Bytes.toBytes("s")));
    passes(put("r", "a"));
    waits(new Delete(Tables.ROW));
    waits(new Delete(Tables.ROW).addFamily(Tables.FAMILY));
    waits(new Delete(Tables.ROW).addFamilyVersion(Tables.FAMILY, 5));
    waits(put("s", "a"));
  }

  /** What has a timestamp of the application's own may leave a part of what was there. */
  @Test
  void aWriteAtTimestampsWaitsForOneOfTheSameColumns() throws Exception {
    hold(put("r", "a", "b"));
    waits(putAt(5, "a", "b"));
    passes(putAt(5, "c"));
  }

  @Test
  void severalMutationsOfARowAreOneWrite() throws Exception {
    hold(put("r", "a", "b"), put("s", "a"), put("s", "b"));
    RowMutations both = RowMutations.of(List.of(put("r", "a"), put("r", "b")));
    passes(both);
    waits(RowMutations.of(List.of(put("r", "a"), put("r", "c"))));
    waits(RowMutations.of(List.of(put("s", "a"), put("s", "b"))));
  }

  @Test
  void writesPassInTheOrderOfTheirClaims() throws Exception {
    hold(put("r", "a", "b"));
    AtomicBoolean second = new AtomicBoolean();
    Thread waiting =
        start(
            new FutureTask<>(
                () ->
                    claims.holding(
                        NAME,
                        List.of(put("r", "b", "c")),
                        WITHIN_MS,
                        () -> {
                          second.set(true);
                          return null;
                        })));
    await("the second write to wait").until(() -> waitsForAClaim(waiting));

    waits(put("r", "c", "d"));
    assertThat(second).isFalse();
    release.countDown();
    assertThat(claims.holding(NAME, List.of(put("r", "c", "d")), WITHIN_MS, second::get)).isTrue();
  }

  @Test
  void whoIsInterruptedWritesNothing() throws Exception {
    hold(put("r", "a", "b"));
    Thread.currentThread().interrupt();
    assertThatThrownBy(
            () -> claims.holding(NAME, List.of(put("r", "a")), WITHIN_MS, () -> "written"))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessageEndingWith("nothing was done");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aWriteThatFailedIsWaitedForNoLonger() throws IOException {
    assertThatThrownBy(
            () ->
                claims.holding(
                    NAME,
                    List.of(put("r", "a", "b")),
                    WITHIN_MS,
                    () -> {
                      throw new IOException("failed");
                    }))
        .hasMessage("failed");
    passes(put("r", "a"));
  }

  /**
   * The first write is late on one cloud. Who reads after the second one ended has read all of the
   * first, or reads none of it later.
   */
  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true"})
  void noPartOfAWriteAppearsBelowAnother(boolean firstAsOne, boolean secondAsOne) throws Exception {
    CountDownLatch sent = new CountDownLatch(1);
    clouds.get(2).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) throws IOException {
            if (mutation.has(Tables.FAMILY, Tables.PLAIN)) {
              sent.countDown();
              try {
                assertThat(release.await(30, TimeUnit.SECONDS)).isTrue();
              } catch (InterruptedException e) {
                throw new IOException(e);
              }
            }
          }
        };
    Put wide = new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(1L));
    wide.addColumn(Tables.FAMILY, Tables.PLAIN, Tables.bytes("late"));
    Put narrow = new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(2L));
    start(new FutureTask<>(() -> write(wide, firstAsOne)));
    assertThat(sent.await(30, TimeUnit.SECONDS)).isTrue();

    FutureTask<Result> reads =
        new FutureTask<>(
            () -> {
              write(narrow, secondAsOne);
              return table.get(new Get(Tables.ROW));
            });
    Thread second = start(reads);
    await("the second write to end or to wait")
        .atMost(Duration.ofSeconds(30))
        .until(() -> reads.isDone() || waitsForAClaim(second));
    release.countDown();
    for (FutureTask<?> task : tasks) {
      task.get(30, TimeUnit.SECONDS);
    }

    Result after = table.get(new Get(Tables.ROW));
    assertThat(Bytes.toLong(after.getValue(Tables.FAMILY, Tables.NUMBER))).isEqualTo(2);
    assertThat(reads.get().containsColumn(Tables.FAMILY, Tables.PLAIN))
        .as("whether who read before read what is there now")
        .isEqualTo(after.containsColumn(Tables.FAMILY, Tables.PLAIN));
  }

  private Void write(Put put, boolean asOne) throws IOException {
    if (asOne) {
      table.mutateRow(RowMutations.of(List.of(put)));
    } else {
      table.put(put);
    }
    return null;
  }
}
