package io.dartagnan.client.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.audit.BlockDigest;
import io.dartagnan.audit.VersionSum;
import io.dartagnan.client.rpc.IOSupplier;
import io.dartagnan.mpc.harness.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Comparisons of digests against a comparison of the rows themselves. */
class DigestComparisonTest {
  private static final byte[] END = new byte[0];

  /** Rows of a cloud, each with a number that stands for its versions. */
  private static IOSupplier<BlockDigest> source(SortedMap<String, Long> rows, int blockEvery) {
    List<BlockDigest> blocks = new ArrayList<>();
    VersionSum sum = VersionSum.NONE;
    long count = 0;
    for (var row : rows.entrySet()) {
      sum = sum.plus(new VersionSum(1, row.getValue(), row.getKey().hashCode()));
      count++;
      if (row.getKey().hashCode() % blockEvery == 0) {
        blocks.add(new BlockDigest(Bytes.toBytes(row.getKey()), count, sum));
        sum = VersionSum.NONE;
        count = 0;
      }
    }
    blocks.add(new BlockDigest(END, count, sum));
    Iterator<BlockDigest> each = blocks.iterator();
    return each::next;
  }

  private static List<SortedMap<String, Long>> clouds(Random random) {
    List<SortedMap<String, Long>> clouds =
        List.of(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    for (int i = 0; i < 200; i++) {
      String row = "row%04d".formatted(random.nextInt(1000));
      long versions = random.nextLong();
      clouds.forEach(cloud -> cloud.put(row, versions));
    }
    int changes = random.nextInt(6);
    for (int i = 0; i < changes; i++) {
      SortedMap<String, Long> cloud = clouds.get(random.nextInt(3));
      List<String> rows = List.copyOf(cloud.keySet());
      String row = rows.get(random.nextInt(rows.size()));
      switch (random.nextInt(3)) {
        case 0 -> cloud.remove(row);
        case 1 -> cloud.put(row, random.nextLong());
        default -> cloud.put(row + "x", 1L);
      }
    }
    return clouds;
  }

  private static TreeSet<String> differing(List<SortedMap<String, Long>> clouds) {
    TreeSet<String> rows = new TreeSet<>();
    clouds.forEach(cloud -> rows.addAll(cloud.keySet()));
    rows.removeIf(
        row ->
            clouds.stream().allMatch(cloud -> cloud.containsKey(row))
                && clouds.stream().map(cloud -> cloud.get(row)).distinct().count() == 1);
    return rows;
  }

  @Test
  void everyDifferingRowLiesInAStretchThatIsNotTheSame() throws IOException {
    Random random = new Random(Seed.of(this));
    for (int round = 0; round < 300; round++) {
      List<SortedMap<String, Long>> clouds = clouds(random);
      int blockEvery = 1 + random.nextInt(20);
      DigestComparison.OfBlocks comparison =
          new DigestComparison.OfBlocks(
              clouds.stream().map(cloud -> source(cloud, blockEvery)).toList());
      TreeSet<String> differing = differing(clouds);
      String from = "";
      long rows = 0;
      byte[] last = null;
      for (var next = comparison.next(); next != null; next = comparison.next()) {
        last = next.lastRow();
        String to = last.length == 0 ? "z" : Bytes.toString(last) + "\0";
        assertThat(next.same()).isEqualTo(differing.subSet(from, to).isEmpty());
        from = to;
        rows += next.rows();
      }
      assertThat(last).isEqualTo(END);
      assertThat(rows)
          .isGreaterThanOrEqualTo(clouds.stream().mapToLong(SortedMap::size).max().orElseThrow());
    }
  }

  @Test
  void theRowsThatDifferAreTold() throws IOException {
    Random random = new Random(Seed.of(this));
    for (int round = 0; round < 300; round++) {
      List<SortedMap<String, Long>> clouds = clouds(random);
      DigestComparison.OfRows comparison =
          new DigestComparison.OfRows(clouds.stream().map(cloud -> source(cloud, 1)).toList());
      List<String> told = new ArrayList<>();
      for (var row = comparison.next(); row != null; row = comparison.next()) {
        if (!row.same()) {
          told.add(Bytes.toString(row.row()));
        }
      }
      assertThat(told).containsExactlyElementsOf(differing(clouds));
    }
  }

  @Test
  void blocksThatEndElsewhereAreNotTheSameWhateverTheirSums() throws IOException {
    VersionSum sum = new VersionSum(1, 2, 3);
    BlockDigest end = new BlockDigest(END, 0, VersionSum.NONE);
    List<IOSupplier<BlockDigest>> clouds = new ArrayList<>();
    for (String row : List.of("a", "b", "b")) {
      Iterator<BlockDigest> blocks =
          List.of(new BlockDigest(Bytes.toBytes(row), 1, sum), end).iterator();
      clouds.add(blocks::next);
    }
    DigestComparison.OfBlocks.Stretch stretch = new DigestComparison.OfBlocks(clouds).next();
    assertThat(stretch.lastRow()).isEqualTo(END);
    assertThat(stretch.same()).isFalse();
  }

  @Test
  void aCloudWithoutARowMakesOneStretchOfAll() throws IOException {
    SortedMap<String, Long> rows = new TreeMap<>();
    for (int i = 0; i < 100; i++) {
      rows.put("row" + i, 1L);
    }
    List<SortedMap<String, Long>> clouds = Arrays.asList(rows, rows, new TreeMap<>());
    DigestComparison.OfBlocks comparison =
        new DigestComparison.OfBlocks(clouds.stream().map(cloud -> source(cloud, 4)).toList());
    DigestComparison.OfBlocks.Stretch only = comparison.next();
    assertThat(only.lastRow()).isEqualTo(END);
    assertThat(only.rows()).isEqualTo(100);
    assertThat(only.same()).isFalse();
    assertThat(comparison.next()).isNull();
  }
}
