package io.dartagnan.client.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.read.CloudCursor.Limits;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.wire.PackedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MergedScannerTest {
  private final ExecutorService pool = CloudThreads.create(6);

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsThatTwoHaveComeInOrder(boolean reversed) throws IOException {
    long seed = Seed.of(this);
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      List<List<String>> clouds = new ArrayList<>();
      TreeSet<String> common = new TreeSet<>();
      TreeSet<String> once = new TreeSet<>();
      for (int i = 0; i < Party.ALL.size(); i++) {
        List<String> rows = names(0, 60);
        rows.removeIf(row -> random.nextInt(4) == 0);
        rows.stream().filter(row -> !once.add(row)).forEach(common::add);
        if (reversed) {
          Collections.reverse(rows);
        }
        clouds.add(rows);
      }
      Limits limits = new Limits(1 + random.nextInt(10), 1 << 20, 30_000, random.nextBoolean());
      List<String> expected = new ArrayList<>(reversed ? common.descendingSet() : common);

      assertThat(drain(scanner(clouds, limits, reversed, 0)))
          .as("seed %d round %d", seed, round)
          .isEqualTo(expected);
    }
  }

  @Test
  void limitCountsReturnedRowsOnly() throws IOException {
    List<List<String>> clouds = List.of(names(0, 9), names(3, 9), names(3, 9));

    assertThat(drain(scanner(clouds, new Limits(2, 1 << 20, 30_000, false), false, 2)))
        .containsExactly("row03", "row04");
  }

  @ParameterizedTest
  @EnumSource
  void failureNamesTheCloudAndKeepsItsTypeAndStays(Party broken) {
    List<CloudCursor> cursors = new ArrayList<>();
    for (Party cloud : Party.ALL) {
      MemoryScanner rows = new MemoryScanner(names(0, 5));
      rows.failure = cloud == broken ? new NotServingRegionException("moved") : null;
      cursors.add(cursor(cloud, rows, new Limits(10, 1 << 20, 30_000, true)));
    }
    MergedScanner scanner =
        new MergedScanner(cursors, 2, byParty -> byParty.get(0), false, 0, OptionalLong.empty());

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(scanner::next)
          .isInstanceOf(NotServingRegionException.class)
          .hasMessage("cloud " + broken.index() + " failed: moved");
    }
  }

  @Test
  void aRowThatCannotBePutTogetherIsNotPassedOver() {
    List<CloudCursor> cursors = new ArrayList<>();
    for (Party cloud : Party.ALL) {
      cursors.add(
          cursor(cloud, new MemoryScanner(names(0, 5)), new Limits(10, 1 << 20, 30_000, true)));
    }
    MergedScanner scanner =
        new MergedScanner(
            cursors,
            2,
            byParty -> {
              throw new IOException("a deeper look took too long");
            },
            false,
            0,
            OptionalLong.empty());

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(scanner::next).hasMessage("a deeper look took too long");
    }
  }

  @Test
  void silentCloudIsGivenUpAndClosed() throws Exception {
    MemoryScanner silent = new MemoryScanner(names(0, 5));
    silent.gate = new CountDownLatch(1);
    Limits limits = new Limits(10, 1 << 20, 50, true);
    List<CloudCursor> cursors =
        List.of(
            cursor(Party.P0, new MemoryScanner(names(0, 5)), limits),
            cursor(Party.P1, silent, limits),
            cursor(Party.P2, new MemoryScanner(names(0, 5)), limits));
    MergedScanner scanner =
        new MergedScanner(cursors, 2, byParty -> byParty.get(0), false, 0, OptionalLong.empty());

    assertThatThrownBy(scanner::next)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cloud 1 failed: no answer within 50 ms");
    scanner.close();
    assertThat(silent.closed.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void everyScannerIsClosedAtTheEndAndByClose() throws Exception {
    for (boolean drained : new boolean[] {true, false}) {
      List<MemoryScanner> inner = new ArrayList<>();
      List<CloudCursor> cursors = new ArrayList<>();
      for (Party cloud : Party.ALL) {
        inner.add(new MemoryScanner(names(0, 50)));
        cursors.add(cursor(cloud, inner.get(cloud.index()), new Limits(10, 1 << 20, 30_000, true)));
      }
      MergedScanner scanner =
          new MergedScanner(cursors, 2, byParty -> byParty.get(0), false, 0, OptionalLong.empty());
      if (drained) {
        assertThat(drain(scanner)).hasSize(50);
      } else {
        scanner.next();
        scanner.close();
      }
      assertThat(scanner.next()).isNull();
      for (MemoryScanner each : inner) {
        assertThat(each.closed.await(30, TimeUnit.SECONDS)).as("drained %s", drained).isTrue();
      }
    }
  }

  @Test
  void renewingTheLeaseLosesNoRow() throws IOException {
    List<List<String>> clouds = List.of(names(0, 40), names(0, 40), names(0, 40));
    MergedScanner scanner = scanner(clouds, new Limits(3, 1 << 20, 30_000, true), false, 0);
    List<String> rows = new ArrayList<>();
    for (Result row = scanner.next(); row != null; row = scanner.next()) {
      rows.add(Bytes.toString(row.getRow()));
      assertThat(scanner.renewLease()).isTrue();
    }

    assertThat(rows).isEqualTo(names(0, 40));
    assertThat(scanner.renewLease()).isFalse();
  }

  /** A cloud packs rows as it likes, or not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100})
  void packedRowsAreRowsLikeOthers(int ofPacket) throws IOException {
    List<List<String>> clouds = List.of(names(0, 40), names(5, 50), names(0, 45));
    List<String> expected = new ArrayList<>(names(0, 45));

    for (int packing = 0; packing < Party.ALL.size(); packing++) {
      List<CloudCursor> cursors = new ArrayList<>();
      for (Party cloud : Party.ALL) {
        MemoryScanner rows = new MemoryScanner(clouds.get(cloud.index()));
        rows.ofPacket = cloud.index() <= packing ? ofPacket : 0;
        cursors.add(cursor(cloud, rows, new Limits(10, 1 << 20, 30_000, true)));
      }
      assertThat(drain(scanner(cursors, false, 0))).isEqualTo(expected);
    }
  }

  @Test
  void aMalformedPacketIsAnErrorThatNamesTheCloud() {
    List<CloudCursor> cursors = new ArrayList<>();
    for (Party cloud : Party.ALL) {
      MemoryScanner rows = new MemoryScanner(names(0, 5));
      rows.isMalformed = cloud == Party.P1;
      cursors.add(cursor(cloud, rows, new Limits(10, 1 << 20, 30_000, true)));
    }

    assertThatThrownBy(scanner(cursors, false, 0)::next)
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage("cloud 1 failed: malformed packed rows were received");
  }

  private MergedScanner scanner(
      List<List<String>> clouds, Limits limits, boolean reversed, int limit) {
    List<CloudCursor> cursors = new ArrayList<>();
    for (Party cloud : Party.ALL) {
      cursors.add(cursor(cloud, new MemoryScanner(clouds.get(cloud.index())), limits));
    }
    return scanner(cursors, reversed, limit);
  }

  private static MergedScanner scanner(List<CloudCursor> cursors, boolean reversed, int limit) {
    return new MergedScanner(
        cursors,
        2,
        byParty -> byParty.stream().filter(row -> !row.isEmpty()).findFirst().orElseThrow(),
        reversed,
        limit,
        OptionalLong.empty());
  }

  private CloudCursor cursor(Party cloud, ResultScanner rows, Limits limits) {
    return new CloudCursor(cloud, rows, pool, limits);
  }

  private static List<String> drain(ResultScanner scanner) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Result row = scanner.next(); row != null; row = scanner.next()) {
      rows.add(Bytes.toString(row.getRow()));
    }
    return rows;
  }

  private static List<String> names(int from, int to) {
    List<String> names = new ArrayList<>();
    for (int i = from; i < to; i++) {
      names.add("row%02d".formatted(i));
    }
    return names;
  }

  /** One cloud's rows, from memory. */
  private static final class MemoryScanner implements ResultScanner {
    private final Iterator<String> rows;
    private final CountDownLatch closed = new CountDownLatch(1);
    private IOException failure;
    private CountDownLatch gate;
    private int ofPacket;
    private boolean isMalformed;

    MemoryScanner(List<String> rows) {
      this.rows = rows.iterator();
    }

    @Override
    public Result next() throws IOException {
      if (failure != null) {
        throw failure;
      }
      try {
        if (gate != null && !gate.await(60, TimeUnit.SECONDS)) {
          throw new IOException("the gate was never opened");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      if (!rows.hasNext()) {
        return null;
      }
      if (isMalformed) {
        byte[] packet = {1, 1};
        return Result.create(
            new Cell[] {new KeyValue(packet, new byte[0], new byte[0], 1, packet)});
      }
      if (ofPacket == 0) {
        return Result.create(new Cell[] {nextCell()});
      }
      PackedRows.Writer packet = new PackedRows.Writer();
      while (rows.hasNext() && packet.rows() < ofPacket) {
        packet.add(List.of(nextCell()));
      }
      return Result.create(new Cell[] {packet.packet()});
    }

    private Cell nextCell() {
      return new KeyValue(Bytes.toBytes(rows.next()), Tables.FAMILY, Tables.PLAIN, 1, Tables.PLAIN);
    }

    @Override
    public void close() {
      closed.countDown();
    }

    @Override
    public boolean renewLease() {
      return closed.getCount() > 0;
    }

    @Override
    public ScanMetrics getScanMetrics() {
      return null;
    }
  }
}
