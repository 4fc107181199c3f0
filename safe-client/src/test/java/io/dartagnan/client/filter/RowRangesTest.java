package io.dartagnan.client.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.harness.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowRangesTest {
  private static final byte[] NUMBERS = {0, 1, 'a', (byte) 0xff};

  /** Every key of at most three of these bytes, but the empty one, which no row has. */
  private static final List<byte[]> KEYS = keys();

  static Stream<Long> seeds() {
    return Seed.ofCases(RowRangesTest.class, 50);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void operationsAreThoseOfSets(long seed) {
    Random random = new Random(seed);
    List<RowInterval> first = intervals(random);
    List<RowInterval> second = intervals(random);
    RowRanges one = RowRanges.of(first);
    RowRanges other = RowRanges.of(second);

    assertHolds(one, (key, all) -> isIn(key, first));
    assertHolds(one.union(other), (key, all) -> isIn(key, first) || isIn(key, second));
    assertHolds(one.intersect(other), (key, all) -> isIn(key, first) && isIn(key, second));
    assertThat(one.union(other)).isEqualTo(other.union(one)).hasSameHashCodeAs(other.union(one));
    assertThat(one.intersect(RowRanges.ALL)).isEqualTo(one);
    assertThat(one.union(RowRanges.NONE)).isEqualTo(one);
    assertApart(one.union(other));
  }

  @Test
  void aPrefixCoversTheKeysThatBeginWithIt() {
    for (byte[] prefix : KEYS) {
      assertHolds(RowRanges.prefix(prefix), (key, all) -> Bytes.startsWith(key, prefix));
    }
    assertThat(RowRanges.prefix(new byte[0]).isAll()).isTrue();
  }

  @Test
  void rowsBeforeAndFromAKeyAreAllRows() {
    for (byte[] key : KEYS) {
      assertThat(RowRanges.before(key).union(RowRanges.from(key)).isAll()).isTrue();
      assertThat(RowRanges.before(key).intersect(RowRanges.from(key)).isEmpty()).isTrue();
      assertHolds(RowRanges.row(key), (row, all) -> Bytes.equals(row, key));
    }
    assertThat(RowRanges.before(new byte[0]).isEmpty()).isTrue();
  }

  @Test
  void aScanCoversTheSameRowsInEitherDirection() {
    for (byte[] low : KEYS.subList(0, 20)) {
      for (byte[] high : KEYS.subList(0, 20)) {
        for (int ends = 0; ends < 4; ends++) {
          boolean withLow = (ends & 1) == 1;
          boolean withHigh = (ends & 2) == 2;
          BiPredicate<byte[], RowRanges> between =
              (key, all) ->
                  (withLow ? Bytes.compareTo(key, low) >= 0 : Bytes.compareTo(key, low) > 0)
                      && (withHigh
                          ? Bytes.compareTo(key, high) <= 0
                          : Bytes.compareTo(key, high) < 0);
          if (Bytes.compareTo(low, high) < 0) {
            Scan forwards = new Scan().withStartRow(low, withLow).withStopRow(high, withHigh);
            Scan reversed =
                new Scan().setReversed(true).withStartRow(high, withHigh).withStopRow(low, withLow);
            assertHolds(RowRanges.of(forwards), between);
            assertHolds(RowRanges.of(reversed), between);
          }
        }
      }
    }
    assertThat(RowRanges.of(new Scan()).isAll()).isTrue();
    assertThat(RowRanges.of(new Scan().setReversed(true)).isAll()).isTrue();
  }

  @Test
  void noTextShowsAKey() {
    assertThat(RowRanges.prefix(Bytes.toBytes("secret")).toString()).isEqualTo("1 range of rows");
    assertThat(RowRanges.NONE.toString()).isEqualTo("no rows");
    assertThat(RowRanges.ALL.toString()).isEqualTo("all rows");
  }

  private static void assertHolds(RowRanges ranges, BiPredicate<byte[], RowRanges> expected) {
    for (byte[] key : KEYS) {
      assertThat(ranges.contains(key))
          .as("%s", Bytes.toStringBinary(key))
          .isEqualTo(expected.test(key, ranges));
    }
  }

  private static void assertApart(RowRanges ranges) {
    List<RowInterval> intervals = ranges.intervals();
    for (int i = 1; i < intervals.size(); i++) {
      assertThat(intervals.get(i - 1).stop()).isNotEmpty();
      assertThat(Bytes.compareTo(intervals.get(i - 1).stop(), intervals.get(i).start()))
          .isNegative();
    }
    assertThat(intervals).noneMatch(RowInterval::isEmpty);
  }

  private static boolean isIn(byte[] key, List<RowInterval> intervals) {
    return intervals.stream().anyMatch(interval -> interval.contains(key));
  }

  private static List<RowInterval> intervals(Random random) {
    List<RowInterval> intervals = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      intervals.add(new RowInterval(keyOrOpen(random), keyOrOpen(random)));
    }
    return intervals;
  }

  private static byte[] keyOrOpen(Random random) {
    return random.nextInt(6) == 0 ? new byte[0] : KEYS.get(random.nextInt(KEYS.size()));
  }

  private static List<byte[]> keys() {
    List<byte[]> keys = new ArrayList<>(List.of(new byte[0]));
    for (int at = 0; at < 1 + 4 + 16; at++) {
      for (byte number : NUMBERS) {
        keys.add(Bytes.add(keys.get(at), new byte[] {number}));
      }
    }
    return keys.subList(1, keys.size());
  }
}
