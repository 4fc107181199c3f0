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
 * @param scheme that protects every column, one of the schema's, or of {@link #AS_IN_PAPER} and
 *     {@link #SHARED_AS_IN_PAPER}
 * @param keyScheme that seals the row keys, {@code plain} for none
 * @param filterColumn that the workload's filters compare
 * @param suite of protocols, on three clouds
 */
public record TableCreation(
    TableName name,
    TableModel model,
    long rows,
    int regions,
    String scheme,
    String keyScheme,
    Column filterColumn,
    String suite) {

  /** The scheme that its paper gives each column, such as S in its tables I and II. */
  public static final String AS_IN_PAPER = "paper";

  /**
   * The same on three clouds, where what the paper's clouds compare, and learn from, is shared: by
   * {@code xor} in place of {@code det} and {@code ope}.
   */
  public static final String SHARED_AS_IN_PAPER = "paper-shared";

  private static final String PLAIN = "plain";
  private static final String STD = "std";

  /**
   * The creation of a table.
   *
   * @param suite of protocols; the default one if empty
   * @throws IllegalArgumentException if there is no suite of this name, or the paper encrypts no
   *     such columns
   */
  public static TableCreation of(
      TableName name,
      TableModel model,
      long rows,
      int regions,
      String scheme,
      String keyScheme,
      Column filterColumn,
      Optional<String> suite) {
    for (Column column : model.columns()) {
      if (scheme.startsWith(AS_IN_PAPER) && column.sealing().isEmpty()) {
        throw new IllegalArgumentException(
            "scheme is '%s', and its paper encrypts no column %s; name another scheme, or take a workload of a paper that does"
                .formatted(scheme, column));
      }
    }
    return new TableCreation(
        name,
        model,
        rows,
        regions,
        scheme,
        keyScheme,
        filterColumn,
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

  /** The table's descriptor; what protects it is declared where the Safe Client reads it. */
  TableDescriptor descriptor(Target target) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    for (String family : model.families()) {
      table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    }
    if (target.protects()) {
      model.columns().forEach(column -> declare(table, column, schemeOf(column)));
      sealKeys(table);
    }
    if (target == Target.SAFE) {
      table.setValue(TableSchema.SUITE, suite);
    }
    return table.build();
  }

  private String schemeOf(Column column) {
    return switch (scheme) {
      case AS_IN_PAPER -> column.sealing().orElseThrow();
      case SHARED_AS_IN_PAPER -> column.sealing().filter(STD::equals).orElse("xor");
      default -> scheme;
    };
  }

  private static void declare(TableDescriptorBuilder table, Column column, String scheme) {
    TableSchema.declare(
        table,
        Bytes.toString(column.family()),
        Bytes.toString(column.qualifier()),
        Protection.parse(
            scheme.equals(PLAIN) ? scheme : (scheme + " " + column.domain().type()).strip()));
  }

  /**
   * Declares how row keys are sealed, as S's tables I to III have it. No table has keys of {@code
   * std}, with which S writes alone: there the value that filters compare is sealed in their place,
   * so that one value of each row is.
   */
  private void sealKeys(TableDescriptorBuilder table) {
    if (keyScheme.equals(STD)) {
      declare(table, filterColumn, STD);
    } else if (!keyScheme.equals(PLAIN)) {
      table.setValue(TableSchema.ROW_KEYS, keyScheme);
    }
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
