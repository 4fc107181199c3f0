package io.dartagnan.clusters.hbasetests;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HColumnDescriptor;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** The tables that HBase's testing utility makes for a test, with its signatures. */
@SuppressWarnings("deprecation")
public abstract class TestTables {
  /** A family of {@link #createTableDescriptor(TableName)}. */
  public static final byte[] fam1 = Bytes.toBytes("colfamily11");

  private static final byte[][] FAMILIES = {
    fam1, Bytes.toBytes("colfamily21"), Bytes.toBytes("colfamily31")
  };

  private static final int DEFAULT_VERSIONS = 1;
  private static final int VERSIONS_OF_A_DESCRIPTOR = 3;

  /** Starts of regions from bbb to zzz. */
  private static final byte[][] SPLITS = splits();

  private static byte[][] splits() {
    byte[][] splits = new byte['z' - 'b' + 1][];
    for (char letter = 'b'; letter <= 'z'; letter++) {
      splits[letter - 'b'] = Bytes.toBytes(String.valueOf(letter).repeat(3));
    }
    return splits;
  }

  /** The three clouds as one HBase. */
  public abstract Connection getConnection() throws IOException;

  /** Its administration. */
  public Admin getAdmin() throws IOException {
    return getConnection().getAdmin();
  }

  /** A table of one family. */
  public Table createTable(TableName table, String family) throws IOException {
    return createTable(table, Bytes.toBytes(family));
  }

  /** A table of some families. */
  public Table createTable(TableName table, String[] families) throws IOException {
    return createTable(table, Arrays.stream(families).map(Bytes::toBytes).toArray(byte[][]::new));
  }

  /** A table of one family. */
  public Table createTable(TableName table, byte[] family) throws IOException {
    return createTable(table, new byte[][] {family});
  }

  /** A table of some families. */
  public Table createTable(TableName table, byte[][] families) throws IOException {
    return createTable(table, families, DEFAULT_VERSIONS);
  }

  /** A table of one family with versions. */
  public Table createTable(TableName table, byte[] family, int versions) throws IOException {
    return createTable(table, new byte[][] {family}, versions);
  }

  /** A table of some families with versions. */
  public Table createTable(TableName table, byte[][] families, int versions) throws IOException {
    return createTable(table, families, versions, (byte[][]) null);
  }

  /** A table of some families with versions, each a number of its own. */
  public Table createTable(TableName table, byte[][] families, int[] versions) throws IOException {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    for (int i = 0; i < families.length; i++) {
      builder.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(families[i])
              .setMaxVersions(versions[i])
              .build());
    }
    return createTable(builder.build(), (byte[][]) null);
  }

  /** A table of some families with versions and blocks of a size that may be odd. */
  public Table createTable(TableName table, byte[][] families, int versions, int blockSize)
      throws IOException {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(table)
            .setValue("hbase.table.sanity.checks", Boolean.FALSE.toString());
    for (byte[] family : families) {
      builder.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family)
              .setMaxVersions(versions)
              .setBlocksize(blockSize)
              .build());
    }
    return createTable(builder.build(), (byte[][]) null);
  }

  /** A table of one family, split. */
  public Table createTable(TableName table, byte[] family, byte[][] splits) throws IOException {
    return createTable(table, new byte[][] {family}, splits);
  }

  /** A table of some families, split. */
  public Table createTable(TableName table, byte[][] families, byte[][] splits) throws IOException {
    return createTable(table, families, DEFAULT_VERSIONS, splits);
  }

  /** A table of some families, split, with replicas of its regions. */
  public Table createTable(TableName table, byte[][] families, byte[][] splits, int replicas)
      throws IOException {
    TableDescriptorBuilder builder = descriptor(table, families, DEFAULT_VERSIONS);
    return createTable(builder.setRegionReplication(replicas).build(), splits);
  }

  /** A table of some families with versions, split. */
  public Table createTable(TableName table, byte[][] families, int versions, byte[][] splits)
      throws IOException {
    return createTable(descriptor(table, families, versions).build(), splits);
  }

  /** A table of some families besides those described. */
  public Table createTable(TableDescriptor described, byte[][] families, Configuration ignored)
      throws IOException {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(described);
    for (byte[] family : families) {
      builder.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
    }
    return createTable(builder.build(), (byte[][]) null);
  }

  /** A table as described, split. */
  public Table createTable(TableDescriptor described, byte[][] splits) throws IOException {
    try (Admin admin = getAdmin()) {
      admin.createTable(described, splits);
    }
    return getConnection().getTable(described.getTableName());
  }

  /** A table of one family, of 26 regions. */
  public Table createMultiRegionTable(TableName table, byte[] family) throws IOException {
    return createTable(table, family, SPLITS);
  }

  /** A table of some families with versions, of 26 regions. */
  public Table createMultiRegionTable(TableName table, byte[][] families, int versions)
      throws IOException {
    return createTable(table, families, versions, SPLITS);
  }

  /** A table of one family, of some regions. */
  public Table createMultiRegionTable(TableName table, byte[] family, int regions)
      throws IOException {
    byte[][] splits = Bytes.split(Bytes.toBytes("aaaaa"), Bytes.toBytes("zzzzz"), regions - 3);
    return createTable(table, family, splits);
  }

  /** The description of a table of three families. */
  public HTableDescriptor createTableDescriptor(TableName table) {
    HTableDescriptor descriptor = new HTableDescriptor(table);
    for (byte[] family : FAMILIES) {
      descriptor.addFamily(new HColumnDescriptor(family).setMaxVersions(VERSIONS_OF_A_DESCRIPTOR));
    }
    return descriptor;
  }

  private static TableDescriptorBuilder descriptor(
      TableName table, byte[][] families, int versions) {
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(table);
    for (byte[] family : families) {
      builder.setColumnFamily(
          ColumnFamilyDescriptorBuilder.newBuilder(family).setMaxVersions(versions).build());
    }
    return builder;
  }
}
