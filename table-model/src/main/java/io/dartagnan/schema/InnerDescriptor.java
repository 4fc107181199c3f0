package io.dartagnan.schema;

import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The descriptor of a table on a cluster. It differs in two ways from the one that the application
 * declared, which is the one that an application sees.
 *
 * <ul>
 *   <li>Families keep more versions ({@link InnerVersions}). What was declared stands beside it.
 *   <li>Blocks of files for which no encoding was declared have an index of their rows. To find one
 *       HBase otherwise goes past every cell that lies before it in its block of 64 KB, which is
 *       most of what a row costs that is read alone: by a get, or since it matches a filter. Where
 *       the application itself asked for that index, a mark says so.
 * </ul>
 */
public final class InnerDescriptor {
  /** Name of the mark, in the configuration of a family. */
  private static final String DECLARED_INDEX = "dartagnan.encoding.declared";

  private static final DataBlockEncoding INDEXED = DataBlockEncoding.ROW_INDEX_V1;

  private InnerDescriptor() {}

  /** The descriptor that a cluster gets for the one that the application declared. */
  public static TableDescriptor of(TableDescriptor declared) {
    TableDescriptorBuilder inner = TableDescriptorBuilder.newBuilder(declared);
    for (ColumnFamilyDescriptor family : declared.getColumnFamilies()) {
      int versions = family.getMaxVersions();
      inner.setValue(InnerVersions.PREFIX + family.getNameAsString(), Integer.toString(versions));
      ColumnFamilyDescriptorBuilder builder =
          ColumnFamilyDescriptorBuilder.newBuilder(family)
              .setMaxVersions(InnerVersions.withSlack(versions));
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
   * The same of a table that is there. Families that are declared as before keep their encoding:
   * settings of theirs that changed would have readers refused until all three clouds have them.
   *
   * @param before the descriptor that the cluster has
   */
  public static TableDescriptor of(TableDescriptor declared, TableDescriptor before) {
    TableDescriptor declaredBefore = declared(before);
    TableDescriptorBuilder inner = TableDescriptorBuilder.newBuilder(of(declared));
    for (ColumnFamilyDescriptor family : declared.getColumnFamilies()) {
      if (family.equals(declaredBefore.getColumnFamily(family.getName()))) {
        ColumnFamilyDescriptor there = before.getColumnFamily(family.getName());
        inner.modifyColumnFamily(
            ColumnFamilyDescriptorBuilder.newBuilder(there)
                .setMaxVersions(InnerVersions.withSlack(family.getMaxVersions()))
                .build());
      }
    }
    return inner.build();
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
    // Also of a family that somebody deleted past the Safe Client.
    inner.getValues().keySet().stream()
        .map(key -> key.copyBytes())
        .filter(key -> Bytes.startsWith(key, Bytes.toBytes(InnerVersions.PREFIX)))
        .forEach(declared::removeValue);
    return declared.build();
  }
}
