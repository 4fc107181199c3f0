package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Writes that were not made durable, above durable ones, on clouds of which one crashes. */
@EndToEnd
@Tag("thorough")
class DurabilityIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final List<String> COLUMNS = List.of("xor", "replicated");
  private static final List<Durability> LESS = List.of(Durability.SKIP_WAL, Durability.ASYNC_WAL);
  private static final int ROWS = 40;
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final LocalClusters clusters;

  DurabilityIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @AfterEach
  void restore() throws Exception {
    clusters.restore();
  }

  /** The cloud that crashes has the durable version alone, and so must the two others. */
  @Test
  void aVersionThatACrashLosesHasNotTakenADurableOnesPlace() throws Exception {
    TableName name = TableName.valueOf("durability");
    try (Connection connection = clusters.safe();
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .setValue("dartagnan.column.f:xor", "xor string(8)")
              .setValue("dartagnan.column.f:replicated", "replicated string(8)")
              .build());
      Numbered other = Numbered.create(connection, "durability-other").load(1);
      try (Table table = connection.getTable(name)) {
        for (Durability less : LESS) {
          table.put(puts(rows(less), Durability.USE_DEFAULT, "durable"));
          table.put(puts(rows(less), less, "fleeting"));
        }
        // Clouds are told which writes are settled before a flush is asked for.
        admin.flush(other.name());
        for (int cloud = 0; cloud < 2; cloud++) {
          try (CloudTable of = clusters.cloud(cloud, name)) {
            of.compact();
          }
        }
        assertThat(skippingTheLog(name)).as("versions of a column").containsOnly(2);
        clusters.require("kill", "2");
        clusters.require("start", "2");
        await("reads go on")
            .atMost(PATIENCE)
            .ignoreExceptions()
            .until(() -> other.find(0).isPresent());

        assertThat(skippingTheLog(name)).as("versions after the crash").containsOnly(1);

        TreeMap<String, Integer> read = new TreeMap<>();
        for (Durability less : LESS) {
          for (Get row : rows(less)) {
            for (String column : COLUMNS) {
              byte[] value =
                  table
                      .get(new Get(row.getRow()).addColumn(FAMILY, Bytes.toBytes(column)))
                      .getValue(FAMILY, Bytes.toBytes(column));
              read.merge(value == null ? "nothing" : Bytes.toString(value), 1, Integer::sum);
            }
          }
        }
        assertThat(read.keySet()).as("values read: %s", read).isSubsetOf("durable", "fleeting");
      }
      admin.disableTable(name);
      admin.deleteTable(name);
    }
  }

  /**
   * How many versions the cloud that crashes has of each column that was not written to its log.
   */
  private Set<Integer> skippingTheLog(TableName name) throws IOException {
    Set<Integer> versions = new TreeSet<>();
    try (CloudTable crashing = clusters.cloud(2, name)) {
      for (Get row : rows(Durability.SKIP_WAL)) {
        for (String column : COLUMNS) {
          versions.add(
              crashing
                  .versions(Bytes.toString(row.getRow()), FAMILY, Bytes.toBytes(column))
                  .size());
        }
      }
    }
    return versions;
  }

  private static List<Get> rows(Durability less) {
    List<Get> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(new Get(Bytes.toBytes("%s%02d".formatted(less, i))));
    }
    return rows;
  }

  private static List<Put> puts(List<Get> rows, Durability durability, String value) {
    List<Put> puts = new ArrayList<>();
    for (Get row : rows) {
      Put put = new Put(row.getRow()).setDurability(durability);
      for (String column : COLUMNS) {
        put.addColumn(FAMILY, Bytes.toBytes(column), Bytes.toBytes(value));
      }
      puts.add(put);
    }
    return puts;
  }
}
