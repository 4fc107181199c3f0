package io.dartagnan.schema;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The descriptor of a table on a cluster. It differs in three ways from the one that the
 * application declared, which is the one that an application sees.
 *
 * <ul>
 *   <li>Families keep more versions ({@link InnerVersions}), but on one cluster. What was declared
 *       stands beside it.
 *   <li>Blocks of files for which no encoding was declared have an index of their rows. To find one
 *       HBase otherwise goes past every cell that lies before it in its block of 64 KB, which is
 *       most of what a row costs that is read alone: by a get, or since it matches a filter. Where
 *       the application itself asked for that index, a mark says so.
 *   <li>Where values carry tags or are sealed, the table's keys stand in it ({@link
 *       TableSchema#KEYS}). They stay what they are, whatever else is declared.
 * </ul>
 */
public final class InnerDescriptor {
  /** Name of the mark, in the configuration of a family. */
  private static final String DECLARED_INDEX = "dartagnan.encoding.declared";

  private static final DataBlockEncoding INDEXED = DataBlockEncoding.ROW_INDEX_V1;

  private InnerDescriptor() {}

  /** The descriptor that a cluster gets, one of three, for the one that was declared. */
  public static TableDescriptor of(TableDescriptor declared) {
    return of(declared, Placement.THREE_CLOUDS);
  }

  /** The descriptor that a cluster gets for the one that the application declared. */
  public static TableDescriptor of(TableDescriptor declared, Placement placement) {
    TableDescriptorBuilder inner = TableDescriptorBuilder.newBuilder(declared);
    inner.removeValue(Bytes.toBytes(TableSchema.KEYS));
    for (ColumnFamilyDescriptor family : declared.getColumnFamilies()) {
      int versions = family.getMaxVersions();
      inner.setValue(InnerVersions.PREFIX + family.getNameAsString(), Integer.toString(versions));
      ColumnFamilyDescriptorBuilder builder =
          ColumnFamilyDescriptorBuilder.newBuilder(family)
              .setMaxVersions(
                  placement.isOneCluster() ? versions : InnerVersions.withSlack(versions));
      if (family.getDataBlockEncoding() == DataBlockEncoding.NONE) {
        builder.setDataBlockEncoding(INDEXED);
      } else if (family.getDataBlockEncoding() == INDEXED) {
        builder.setConfiguration(DECLARED_INDEX, Boolean.toString(true));
      }
      inner.modifyColumnFamily(builder.build());
    }
    return inner.build();
  }

  /**
   * The descriptors that the clusters get for a table that is there. Families that are declared as
   * before on all of them, and encoded alike, stay so: settings that changed would have readers
   * refused until all clusters have them.
   *
   * @param declared by cluster
   * @param before what the clusters have, in the same order
   */
  public static List<TableDescriptor> of(
      List<TableDescriptor> declared, List<TableDescriptor> before, Placement placement) {
    List<TableDescriptor> inner = new ArrayList<>(declared.size());
    for (int cluster = 0; cluster < before.size(); cluster++) {
      inner.add(
          withKeys(
              keeping(declared.get(cluster), declared, before, placement),
              before.get(cluster).getValue(TableSchema.KEYS)));
    }
    return inner;
  }

  /** The descriptor of a cluster with other keys; null for none. */
  public static TableDescriptor withKeys(TableDescriptor inner, String keys) {
    return TableDescriptorBuilder.newBuilder(inner).setValue(TableSchema.KEYS, keys).build();
  }

  private static TableDescriptor keeping(
      TableDescriptor own,
      List<TableDescriptor> declared,
      List<TableDescriptor> before,
      Placement placement) {
    TableDescriptor inner = of(own, placement);
    TableDescriptorBuilder kept = TableDescriptorBuilder.newBuilder(inner);
    for (ColumnFamilyDescriptor family : inner.getColumnFamilies()) {
      if (staysAsItIs(family.getName(), declared, before)) {
        kept.modifyColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(family)
                .setDataBlockEncoding(encoding(before.get(0), family.getName()))
                .build());
      }
    }
    return kept.build();
  }

  private static boolean staysAsItIs(
      byte[] family, List<TableDescriptor> declared, List<TableDescriptor> before) {
    for (int cluster = 0; cluster < before.size(); cluster++) {
      TableDescriptor there = before.get(cluster);
      ColumnFamilyDescriptor declaredThere = declared(there).getColumnFamily(family);
      if (declaredThere == null
          || !declaredThere.equals(declared.get(cluster).getColumnFamily(family))
          || encoding(there, family) != encoding(before.get(0), family)) {
        return false;
      }
    }
    return true;
  }

  private static DataBlockEncoding encoding(TableDescriptor table, byte[] family) {
    return table.getColumnFamily(family).getDataBlockEncoding();
  }

  /** The descriptor that the application declared, from the one that a cluster has. */
  public static TableDescriptor declared(TableDescriptor inner) {
    TableDescriptorBuilder declared = TableDescriptorBuilder.newBuilder(inner);
    for (ColumnFamilyDescriptor family : inner.getColumnFamilies()) {
      ColumnFamilyDescriptorBuilder builder =
          ColumnFamilyDescriptorBuilder.newBuilder(family)
              .setMaxVersions(InnerVersions.declaredVersions(inner, family.getName()));
      if (family.getConfigurationValue(DECLARED_INDEX) != null) {
        builder.removeConfiguration(DECLARED_INDEX);
      } else if (family.getDataBlockEncoding() == INDEXED) {
        builder.setDataBlockEncoding(DataBlockEncoding.NONE);
      }
      declared.modifyColumnFamily(builder.build());
    }
    declared.removeValue(Bytes.toBytes(TableSchema.KEYS));
    // Also of a family that somebody deleted past the Safe Client.
    inner.getValues().keySet().stream()
        .map(key -> key.copyBytes())
        .filter(key -> Bytes.startsWith(key, Bytes.toBytes(InnerVersions.PREFIX)))
        .forEach(declared::removeValue);
    return declared.build();
  }
}
