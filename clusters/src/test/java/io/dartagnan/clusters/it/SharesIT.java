package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shares of a column that is the same in every row: to each cloud they look like random numbers.
 */
@EndToEnd
class SharesIT {
  private static final TableName TABLE = TableName.valueOf("constant");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final List<String> SCHEMES = List.of("additive", "xor", "replicated");
  private static final int HEADER_BYTES = 12;
  private static final int ROWS = 20_000;
  private static final long CONSTANT = 1_234_567;

  /** Of a fair coin thrown so often; ten of them are passed once in 10^23 times. */
  private static final double SIGMA = Math.sqrt(ROWS) / 2;

  private final LocalClusters clusters;

  /** By scheme and cloud: the words behind the headers of the cells, row after row. */
  private final Map<String, long[][]> stored = new TreeMap<>();

  SharesIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void loadAndReadEachCloud() throws IOException {
    try (Connection connection = clusters.safe()) {
      create(connection);
      try (BufferedMutator mutator = connection.getBufferedMutator(TABLE)) {
        for (int i = 0; i < ROWS; i++) {
          Put put = new Put(Bytes.toBytes(Numbered.row(i)));
          for (String scheme : SCHEMES) {
            put.addColumn(FAMILY, Bytes.toBytes(scheme), Bytes.toBytes(CONSTANT));
          }
          mutator.mutate(put);
        }
      }
    }
    SCHEMES.forEach(scheme -> stored.put(scheme, new long[3][ROWS * elements(scheme)]));
    for (int party = 0; party < 3; party++) {
      try (Connection cloud = clusters.cloud(party);
          Table table = cloud.getTable(TABLE);
          ResultScanner rows = table.getScanner(new Scan().setCaching(5_000))) {
        int row = 0;
        for (Result result : rows) {
          for (String scheme : SCHEMES) {
            byte[] cell = result.getValue(FAMILY, Bytes.toBytes(scheme));
            assertThat(cell).hasSize(HEADER_BYTES + elements(scheme) * Long.BYTES);
            ByteBuffer.wrap(cell, HEADER_BYTES, cell.length - HEADER_BYTES)
                .asLongBuffer()
                .get(stored.get(scheme)[party], row * elements(scheme), elements(scheme));
          }
          row++;
        }
        assertThat(row).isEqualTo(ROWS);
      }
    }
  }

  private static void create(Connection connection) throws IOException {
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
    for (String scheme : SCHEMES) {
      descriptor.setValue("dartagnan.column.f:" + scheme, scheme + " int64");
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(descriptor.build());
    }
  }

  private static int elements(String scheme) {
    return scheme.equals("replicated") ? 2 : 1;
  }

  /** A cloud's own share of each row, or the other one that it holds. */
  private long[] shares(String scheme, int party, int which) {
    long[] words = stored.get(scheme)[party];
    long[] shares = new long[ROWS];
    Arrays.setAll(shares, row -> words[row * elements(scheme) + which]);
    return shares;
  }

  @ParameterizedTest
  @ValueSource(strings = {"additive", "xor", "replicated"})
  void theThreeSharesOfEachRowMakeTheConstant(String scheme) {
    long[] one = shares(scheme, 0, 0);
    long[] two = shares(scheme, 1, 0);
    long[] three = shares(scheme, 2, 0);
    for (int row = 0; row < ROWS; row++) {
      assertThat(
              scheme.equals("xor")
                  ? one[row] ^ two[row] ^ three[row]
                  : one[row] + two[row] + three[row])
          .isEqualTo(CONSTANT);
    }
  }

  @Test
  void theSecondShareOfAReplicatedCellIsThatOfTheNextCloud() {
    for (int party = 0; party < 3; party++) {
      assertThat(shares("replicated", party, 1))
          .isEqualTo(shares("replicated", (party + 1) % 3, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"additive", "xor", "replicated"})
  void everyBitOfEveryStreamIsSetInHalfOfTheRows(String scheme) {
    for (int party = 0; party < 3; party++) {
      uniform("cloud " + party, shares(scheme, party, 0));
    }
  }

  /**
   * Two shares know no more than one, whether two clouds hold them or, of a replicated column, one:
   * the streams do not depend on each other.
   */
  @ParameterizedTest
  @ValueSource(strings = {"additive", "xor", "replicated"})
  void everyBitDiffersBetweenTwoStreamsInHalfOfTheRows(String scheme) {
    for (int party = 0; party < 3; party++) {
      long[] one = shares(scheme, party, 0);
      long[] other = shares(scheme, (party + 1) % 3, 0);
      long[] difference = new long[ROWS];
      Arrays.setAll(difference, row -> one[row] ^ other[row]);
      uniform("cloud " + party + " and the next", difference);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"additive", "xor", "replicated"})
  void noShareComesTwice(String scheme) {
    for (int party = 0; party < 3; party++) {
      assertThat(Arrays.stream(shares(scheme, party, 0)).distinct().count()).isEqualTo(ROWS);
    }
  }

  /** The cell is well-formed, so the cloud takes it; what the three return no longer agrees. */
  @Test
  void aCopyThatOneCloudHasAlteredIsAnErrorAndNeverAValue() throws IOException {
    byte[] row = Bytes.toBytes(Numbered.row(77));
    byte[] qualifier = Bytes.toBytes("replicated");
    Get get = new Get(row).addColumn(FAMILY, qualifier);
    try (Connection safe = clusters.safe();
        Table table = safe.getTable(TABLE);
        Connection cloud = clusters.cloud(1);
        Table bare = cloud.getTable(TABLE)) {
      Result before = bare.get(get);
      byte[] altered = before.getValue(FAMILY, qualifier).clone();
      altered[HEADER_BYTES + Long.BYTES - 1] ^= 1;
      long timestamp = before.rawCells()[0].getTimestamp();
      bare.put(new Put(row).addColumn(FAMILY, qualifier, timestamp, altered));
      try {
        assertThatThrownBy(() -> table.get(get))
            .isInstanceOf(DoNotRetryIOException.class)
            .hasMessageContaining("column f:replicated of row row-000077 cannot be put together")
            .hasMessageContaining("cloud 0 and cloud 1 hold different copies of share 1");
      } finally {
        byte[] original = before.getValue(FAMILY, qualifier);
        bare.put(new Put(row).addColumn(FAMILY, qualifier, timestamp, original));
      }
      assertThat(table.get(get).getValue(FAMILY, qualifier)).isEqualTo(Bytes.toBytes(CONSTANT));
    }
  }

  private static void uniform(String name, long[] stream) {
    for (int bit = 0; bit < Long.SIZE; bit++) {
      int at = bit;
      long set = Arrays.stream(stream).filter(share -> (share >>> at & 1) == 1).count();
      assertThat((double) set)
          .as("rows in which bit %d of %s is set", bit, name)
          .isCloseTo(ROWS / 2.0, within(10 * SIGMA));
    }
  }
}
