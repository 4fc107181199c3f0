package io.dartagnan.ycsb.hbase;

import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.InstalledSuites;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.ycsb.model.Column;
import io.dartagnan.ycsb.model.TableModel;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Creation of a benchmark's table, split before its first row.
 *
 * @param name of the table
 * @param model its columns and keys
 * @param rows that will be loaded; regions get equal parts of them
 * @param regions 1 or more, at most as many as rows
 * @param scheme that protects every column on three clouds: {@code additive}, {@code xor}, {@code
 *     replicated} or {@code plain}
 * @param suite of protocols, on three clouds
 */
public record TableCreation(
    TableName name, TableModel model, long rows, int regions, String scheme, String suite) {

  /**
   * The creation of a table.
   *
   * @param suite of protocols; the default one if empty
   * @throws IllegalArgumentException if there is no suite of this name
   */
  public static TableCreation of(
      TableName name,
      TableModel model,
      long rows,
      int regions,
      String scheme,
      Optional<String> suite) {
    return new TableCreation(
        name,
        model,
        rows,
        regions,
        scheme,
        InstalledSuites.require("suite", suite.orElse(ProtocolSuites.DEFAULT)));
  }

  /**
   * Creates the table on every cluster.
   *
   * @param replace whether one that is there is dropped first
   * @throws IOException in one sentence, if it is there and is not to be replaced
   */
  public void on(Cluster cluster, boolean replace) throws IOException {
    TableDescriptor descriptor = descriptor(cluster.target());
    for (Connection connection : cluster.connections()) {
      try (Admin admin = connection.getAdmin()) {
        if (admin.tableExists(name) && !replace) {
          throw new IOException(
              "table %s exists; name another with -p table=NAME, or drop its rows with -p table.replace=true"
                  .formatted(name));
        }
      }
    }
    for (Connection connection : cluster.connections()) {
      try (Admin admin = connection.getAdmin()) {
        if (admin.tableExists(name)) {
          if (admin.isTableEnabled(name)) {
            admin.disableTable(name);
          }
          admin.deleteTable(name);
        }
        if (regions == 1) {
          admin.createTable(descriptor);
        } else {
          admin.createTable(descriptor, splits());
        }
      }
    }
  }

  /** The table's descriptor; what protects the columns is declared where there are three clouds. */
  TableDescriptor descriptor(Target target) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    for (String family : model.families()) {
      table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    }
    if (target == Target.SAFE) {
      for (Column column : model.columns()) {
        TableSchema.declare(
            table,
            Bytes.toString(column.family()),
            Bytes.toString(column.qualifier()),
            Protection.parse(
                scheme.equals("plain") ? scheme : scheme + " " + column.domain().type()));
      }
      table.setValue(TableSchema.SUITE, suite);
    }
    return table.build();
  }

  /** The first keys of all regions but the first. */
  byte[][] splits() {
    byte[][] splits = new byte[regions - 1][];
    for (int region = 1; region < regions; region++) {
      splits[region - 1] = model.keys().key(rows * region / regions);
    }
    return splits;
  }
}
