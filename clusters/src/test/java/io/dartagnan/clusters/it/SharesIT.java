package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What one cloud holds of a column that is the same in every row looks like random numbers. */
@EndToEnd
class SharesIT {
  private static final int ROWS = 20_000;
  private static final long CONSTANT = 1_234_567;

  /** Of a fair coin thrown so often; ten of them are passed once in 10^23 times. */
  private static final double SIGMA = Math.sqrt(ROWS) / 2;

  private final LocalClusters clusters;
  private final long[][] shares = new long[3][];

  SharesIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @BeforeAll
  void loadAndReadEachCloud() throws IOException {
    Numbered numbered;
    try (Connection connection = clusters.safe()) {
      numbered = Numbered.create(connection, "constant");
      try (BufferedMutator mutator = connection.getBufferedMutator(numbered.name())) {
        for (int i = 0; i < ROWS; i++) {
          mutator.mutate(
              new Put(Bytes.toBytes(Numbered.row(i)))
                  .addColumn(Numbered.FAMILY, Numbered.NUMBER, Bytes.toBytes(CONSTANT)));
        }
      }
    }
    for (int party = 0; party < shares.length; party++) {
      try (Connection cloud = clusters.cloud(party);
          Table table = cloud.getTable(numbered.name());
          ResultScanner rows = table.getScanner(new Scan().setCaching(5_000))) {
        shares[party] = new long[ROWS];
        int row = 0;
        for (Result result : rows) {
          byte[] cell = result.getValue(Numbered.FAMILY, Numbered.NUMBER);
          shares[party][row++] = ByteBuffer.wrap(cell).getLong(cell.length - Long.BYTES);
        }
        assertThat(row).isEqualTo(ROWS);
      }
    }
  }

  @Test
  void theThreeSharesOfEachRowSumUpToTheConstant() {
    for (int row = 0; row < ROWS; row++) {
      assertThat(shares[0][row] + shares[1][row] + shares[2][row]).isEqualTo(CONSTANT);
    }
  }

  @Test
  void everyBitOfEveryStreamIsSetInHalfOfTheRows() {
    for (int party = 0; party < shares.length; party++) {
      uniform("cloud " + party, shares[party]);
    }
  }

  /** Two clouds together know no more: the streams do not depend on each other. */
  @Test
  void everyBitDiffersBetweenTwoStreamsInHalfOfTheRows() {
    for (int party = 0; party < shares.length; party++) {
      long[] one = shares[party];
      long[] other = shares[(party + 1) % shares.length];
      long[] difference = new long[ROWS];
      Arrays.setAll(difference, row -> one[row] ^ other[row]);
      uniform("cloud " + party + " and the next", difference);
    }
  }

  @Test
  void noShareComesTwice() {
    for (long[] stream : shares) {
      assertThat(Arrays.stream(stream).distinct().count()).isEqualTo(ROWS);
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
