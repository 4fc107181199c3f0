package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.Shipper;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a region that takes its memory back, and whose scanner returns between rows. */
@Timeout(60)
class RowSeekerTest {
  private static final int KEYS = 3_000;

  private final NavigableMap<String, Integer> rows = new TreeMap<>();
  private final List<byte[]> lent = new ArrayList<>();
  private Random random;
  private String next = "";
  private boolean held;
  private int timesHeld;
  private int reads;

  @BeforeEach
  void fill() {
    random = Seed.random(this);
    for (int i = 0; i < KEYS; i++) {
      if (random.nextInt(4) > 0) {
        rows.put(key(i), 1 + random.nextInt(3));
      }
    }
  }

  /** With no time at all the region is let go after each row. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 60_000})
  void eachRowIsTheOneThatWasAskedFor(long momentMs) throws Exception {
    int apart = 1 + random.nextInt(100);
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < KEYS; i += 1 + random.nextInt(i > KEYS / 2 ? 2 : apart)) {
      keys.add(Bytes.toBytes(key(i)));
    }
    int half = random.nextInt(keys.size());
    Map<String, Integer> found = new TreeMap<>();
    List<byte[]> taken = new ArrayList<>();
    List<Cell> kept = new ArrayList<>();

    try (RowSeeker seeker = seeker(momentMs, () -> false)) {
      for (List<byte[]> some : List.of(keys.subList(0, half), keys.subList(half, keys.size()))) {
        seeker.read(
            some,
            (key, cells) -> {
              assertThat(held).isTrue();
              taken.add(key);
              if (!cells.isEmpty()) {
                found.put(Bytes.toString(key), cells.size());
                DetachedCells.detach(cells);
                kept.add(cells.get(0));
              }
            });
        assertThat(held).isFalse();
      }
    }

    assertThat(taken).isEqualTo(keys);
    Map<String, Integer> expected = new TreeMap<>(rows);
    expected.keySet().retainAll(keys.stream().map(Bytes::toString).toList());
    assertThat(found).isEqualTo(expected);
    assertThat(kept.stream().map(cell -> Bytes.toString(CellUtil.cloneRow(cell))))
        .containsExactlyElementsOf(expected.keySet());
  }

  @Test
  void aRowThatWasReadAheadIsThereForTheNextCall() throws Exception {
    rows.clear();
    rows.put(key(2), 3);
    List<Integer> found = new ArrayList<>();
    try (RowSeeker seeker = seeker(60_000, () -> false)) {
      for (int i = 1; i <= 3; i++) {
        seeker.read(List.of(Bytes.toBytes(key(i))), (key, cells) -> found.add(cells.size()));
      }
    }
    assertThat(found).containsExactly(0, 3, 0);
  }

  @Test
  void theRegionIsHeldForManyRowsAtATime() throws Exception {
    try (RowSeeker seeker = seeker(60_000, () -> false)) {
      seeker.read(rows.keySet().stream().map(Bytes::toBytes).toList(), (key, cells) -> {});
    }
    assertThat(timesHeld).isBetween(2, reads / 100);
  }

  @Test
  void nobodyThatWaitsEndsIt() throws Exception {
    List<byte[]> taken = new ArrayList<>();
    try (RowSeeker seeker = seeker(60_000, () -> taken.size() > 100)) {
      assertThatThrownBy(
              () ->
                  seeker.read(
                      rows.keySet().stream().map(Bytes::toBytes).toList(),
                      (key, cells) -> taken.add(key)))
          .isInstanceOf(ProtocolException.class)
          .hasMessageContaining("the client closed the scan");
    }
    assertThat(held).isFalse();
    assertThat(taken).hasSizeLessThan(rows.size());
  }

  private RowSeeker seeker(long momentMs, BooleanSupplier abandoned) throws Exception {
    return new RowSeeker(region(), new Scan(), 1, Duration.ofMillis(momentMs), abandoned);
  }

  private static String key(int number) {
    return "row-%06d".formatted(number);
  }

  private Region region() {
    return (Region)
        Proxy.newProxyInstance(
            Region.class.getClassLoader(),
            new Class<?>[] {Region.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getScanner" -> scanner();
                  case "startRegionOperation" -> {
                    held = true;
                    timesHeld++;
                    yield null;
                  }
                  case "closeRegionOperation" -> {
                    held = false;
                    yield null;
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private RegionScanner scanner() {
    return (RegionScanner)
        Proxy.newProxyInstance(
            RegionScanner.class.getClassLoader(),
            new Class<?>[] {RegionScanner.class, Shipper.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "nextRaw" -> {
                    @SuppressWarnings("unchecked") // as RegionScanner declares it
                    List<Cell> into = (List<Cell>) arguments[0];
                    yield nextRaw(into);
                  }
                  case "reseek" -> {
                    requireHeld();
                    next = Bytes.toString((byte[]) arguments[0]);
                    yield true;
                  }
                  case "shipped" -> {
                    requireHeld();
                    lent.forEach(bytes -> Arrays.fill(bytes, (byte) 0));
                    lent.clear();
                    yield null;
                  }
                  case "close" -> null;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private boolean nextRaw(List<Cell> into) {
    requireHeld();
    reads++;
    Map.Entry<String, Integer> row = rows.ceilingEntry(next);
    if (row == null) {
      return false;
    }
    if (random.nextInt(8) == 0) {
      return true;
    }
    for (int i = 0; i < row.getValue(); i++) {
      byte[] cell =
          KeyValueUtil.copyToNewByteArray(
              new KeyValue(
                  Bytes.toBytes(row.getKey()),
                  Bytes.toBytes("f"),
                  Bytes.toBytes("q" + i),
                  new byte[0]));
      lent.add(cell);
      into.add(new KeyValue(cell, 0, cell.length));
    }
    next = row.getKey() + "\0";
    return rows.ceilingKey(next) != null;
  }

  private void requireHeld() {
    if (!held) {
      throw new IllegalStateException("the region is read and not held");
    }
  }
}
