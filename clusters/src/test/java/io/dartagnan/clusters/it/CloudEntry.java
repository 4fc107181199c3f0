package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Way into one cloud, at its master and at a RegionServer. */
record CloudEntry(ThreeClouds clouds, int party) {

  /** A client with these settings besides its own gets answers. */
  void isOpenWith(Configuration settings) throws IOException {
    askMaster(settings);
    askRegionServer(settings);
  }

  /** A client with these settings gets nothing, while one with its own gets answers. */
  void isClosedWith(Configuration settings) throws IOException {
    isOpenWith(new Configuration(false));
    Configuration brief = new Configuration(settings);
    brief.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 0);
    brief.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 5_000);
    brief.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 5_000);
    assertThatThrownBy(() -> askMaster(brief)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> askRegionServer(brief)).isInstanceOf(IOException.class);
  }

  private void askMaster(Configuration settings) throws IOException {
    try (Connection cloud = clouds.cloud(party, settings);
        Admin admin = cloud.getAdmin()) {
      admin.getClusterMetrics();
    }
  }

  private void askRegionServer(Configuration settings) throws IOException {
    try (Connection cloud = clouds.cloud(party, settings);
        Table meta = cloud.getTable(TableName.META_TABLE_NAME)) {
      meta.get(new Get(Bytes.toBytes("any")));
    }
  }
}
