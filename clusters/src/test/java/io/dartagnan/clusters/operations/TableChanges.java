package io.dartagnan.clusters.operations;

import io.dartagnan.client.configuration.ClientKeys;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/** Steps of the administrator that change the table. */
final class TableChanges {
  private TableChanges() {}

  private static String declaration(String family, String qualifier) {
    return "dartagnan.column." + family + ":" + qualifier;
  }

  private static String fitting(Admin admin, String protection) {
    return admin.getConfiguration().getInt(ClientKeys.CLOUDS, 3) == 1
        ? TableShape.sealed(protection)
        : protection;
  }

  /** A step that an administrator does. */
  interface Change extends Step {
    void on(Admin admin, TableName table) throws IOException;

    @Override
    default List<String> on(ComparedTable table) throws IOException, InterruptedException {
      try (Admin admin = table.connection().getAdmin()) {
        on(admin, table.table().getName());
      }
      return List.of("done");
    }
  }

  /**
   * Other settings of a family.
   *
   * @param keeping those that decide which versions are seen
   */
  record AlterFamily(
      String family,
      FamilyLedger.Keeping keeping,
      Algorithm compression,
      DataBlockEncoding encoding,
      BloomType bloom)
      implements Change {
    @Override
    public void on(Admin admin, TableName table) throws IOException {
      admin.modifyColumnFamily(
          table,
          ColumnFamilyDescriptorBuilder.newBuilder(
                  admin.getDescriptor(table).getColumnFamily(Bytes.toBytes(family)))
              .setMaxVersions(keeping.kept())
              .setTimeToLive(keeping.pastExpires() ? TableShape.TIME_TO_LIVE_S : HConstants.FOREVER)
              .setCompressionType(compression)
              .setDataBlockEncoding(encoding)
              .setBloomFilterType(bloom)
              .build());
    }

    @Override
    public void change(Ledger ledger) {
      ledger.keep(family, keeping);
    }
  }

  /** Another family, with one column that is declared. */
  record AddFamily(String family, String qualifier, String protection, FamilyLedger.Keeping keeping)
      implements Change {
    @Override
    public void on(Admin admin, TableName table) throws IOException {
      ColumnFamilyDescriptorBuilder added =
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
              .setMaxVersions(keeping.kept());
      if (keeping.pastExpires()) {
        added.setTimeToLive(TableShape.TIME_TO_LIVE_S);
      }
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))
              .setColumnFamily(added.build())
              .setValue(declaration(family, qualifier), fitting(admin, protection))
              .build());
    }

    @Override
    public void change(Ledger ledger) {
      ledger.keep(family, keeping);
    }
  }

  /**
   * The end of a family and of all that it holds.
   *
   * @param qualifiers its columns that are declared
   */
  record DropFamily(String family, List<String> qualifiers) implements Change {
    @Override
    public void on(Admin admin, TableName table) throws IOException {
      TableDescriptorBuilder without =
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))
              .removeColumnFamily(Bytes.toBytes(family));
      qualifiers.forEach(qualifier -> without.removeValue(declaration(family, qualifier)));
      admin.modifyTable(without.build());
    }

    @Override
    public void change(Ledger ledger) {
      ledger.drop(family);
    }
  }

  /** A protection for a column that nobody has written yet. Plain HBase keeps it as a word. */
  record DeclareColumn(String family, String qualifier, String protection) implements Change {
    @Override
    public void on(Admin admin, TableName table) throws IOException {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(table))
              .setValue(declaration(family, qualifier), fitting(admin, protection))
              .build());
    }
  }

  /** The end of all rows. */
  record Truncate(boolean preserveSplits) implements Change {
    @Override
    public void on(Admin admin, TableName table) throws IOException {
      admin.disableTable(table);
      admin.truncateTable(table, preserveSplits);
    }

    @Override
    public void change(Ledger ledger) {
      ledger.truncate();
    }
  }

  /** A table that is disabled, asked meanwhile, and enabled. */
  record DisableAndEnable(Get meanwhile) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException, InterruptedException {
      TableName name = table.table().getName();
      try (Admin admin = table.connection().getAdmin()) {
        admin.disableTable(name);
        try {
          Outcome asked = Outcome.of(new ReadSteps.GetOne(meanwhile), table);
          return List.of(asked.failed() ? Outcome.cause(asked.failure()) : asked.toString());
        } finally {
          admin.enableTable(name);
        }
      }
    }

    @Override
    public String toString() {
      return "disable, " + StepText.of(meanwhile) + ", enable";
    }
  }
}
