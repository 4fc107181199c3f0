package io.dartagnan.clusters.operations;

import io.dartagnan.client.filter.random.RandomTable;
import io.dartagnan.client.filter.random.RandomTable.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Shape of a table: families with versions and times to live, columns with schemes and types. Keys
 * and values of steps are those of a {@link RandomTable}, which is not loaded itself.
 */
public final class TableShape {
  private static final List<String> SCHEMES =
      List.of("additive", "xor", "replicated", "std", "det", "ope", "plain");
  private static final List<String> ROW_KEYS = List.of("plain", "plain", "det", "ope");
  static final int TIME_TO_LIVE_S = 24 * 60 * 60;
  private static final int MOST_SPLITS = 2;

  private final RandomTable pool;
  private final Map<Column, String> protections = new LinkedHashMap<>();
  private final Set<String> expiring = new HashSet<>();
  private final List<byte[][]> splits = new ArrayList<>();
  private final boolean changing;
  private final String rowKeys;

  /**
   * A random shape.
   *
   * @param changing whether the table is changed later: then nothing declares the columns of
   *     families that are added
   */
  TableShape(Random random, boolean changing) {
    this.changing = changing;
    this.pool = RandomTable.of(random.nextLong());
    for (Column column : pool.columns()) {
      protections.put(column, protection(column, SCHEMES.get(random.nextInt(SCHEMES.size()))));
    }
    for (String family : pool.versions().keySet()) {
      if (random.nextInt(4) == 0) {
        expiring.add(family);
      }
    }
    for (int table = 0; table < 2; table++) {
      Set<Bytes> keys = new TreeSet<>();
      for (int i = random.nextInt(MOST_SPLITS + 1); i > 0; i--) {
        keys.add(new Bytes(pool.keys().get(random.nextInt(pool.keys().size()))));
      }
      splits.add(keys.stream().map(Bytes::copyBytes).toArray(byte[][]::new));
    }
    this.rowKeys = ROW_KEYS.get(random.nextInt(ROW_KEYS.size()));
  }

  private static String protection(Column column, String scheme) {
    if (scheme.equals("plain")) {
      return scheme;
    }
    return switch (column.kind()) {
      case INT64 -> scheme + " int64";
      case STRING -> scheme + " string(" + column.maxLength() + ")";
      case BYTES -> scheme + " bytes(" + column.maxLength() + ")";
    };
  }

  static String sealed(String protection) {
    return protection.replace("additive", "std").replace("xor", "det").replace("replicated", "ope");
  }

  boolean isChanging() {
    return changing;
  }

  RandomTable pool() {
    return pool;
  }

  Set<String> families() {
    return pool.versions().keySet();
  }

  int versions(String family) {
    return pool.versions().get(family);
  }

  /** Whether versions with timestamps of the past are too old to be seen. */
  boolean pastExpires(String family) {
    return expiring.contains(family);
  }

  /** The table as plain HBase has it. */
  TableDescriptor plain(TableName name) {
    return builder(name).build();
  }

  /**
   * The table with its protections declared.
   *
   * @param sealed whether columns are sealed that are shared elsewhere, as on one cluster
   */
  TableDescriptor declared(TableName name, boolean sealed) {
    TableDescriptorBuilder table = builder(name);
    if (changing) {
      families().forEach(family -> table.setValue("dartagnan.column." + family + ":*", "plain"));
    } else {
      table.setValue("dartagnan.default", "plain");
    }
    table.setValue("dartagnan.key", rowKeys);
    // Columns are added later that not every suite computes on.
    table.setValue("dartagnan.suite", changing && !sealed ? "araki" : null);
    protections.forEach(
        (column, protection) ->
            table.setValue(
                "dartagnan.column." + column.family() + ":" + column.qualifier(),
                sealed ? sealed(protection) : protection));
    return table.build();
  }

  private TableDescriptorBuilder builder(TableName name) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
    for (String family : families()) {
      ColumnFamilyDescriptorBuilder builder =
          ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
              .setMaxVersions(versions(family));
      if (expiring.contains(family)) {
        builder.setTimeToLive(TIME_TO_LIVE_S);
      }
      table.setColumnFamily(builder.build());
    }
    return table;
  }

  /** Keys at which plain HBase splits the table at first, possibly none. */
  byte[][] plainSplits() {
    return splits.get(0);
  }

  /** Keys at which the clouds do. */
  byte[][] cloudSplits() {
    return splits.get(1);
  }

  /** Whether plain HBase and the clouds split the table at other keys. */
  boolean isSplitDifferently() {
    boolean areOrdered = !rowKeys.equals("det");
    return areOrdered
        ? !Arrays.deepEquals(plainSplits(), cloudSplits())
        : plainSplits().length + cloudSplits().length > 0;
  }

  @Override
  public String toString() {
    return pool.versions()
        + ", expiring "
        + expiring
        + ", HBase split at "
        + text(plainSplits())
        + ", clouds at "
        + text(cloudSplits())
        + ", row keys "
        + rowKeys
        + ", "
        + protections.entrySet().stream()
            .map(
                entry ->
                    entry.getKey().family()
                        + ":"
                        + entry.getKey().qualifier()
                        + " "
                        + entry.getValue())
            .collect(Collectors.joining(", "));
  }

  private static List<String> text(byte[][] keys) {
    return Stream.of(keys).map(Bytes::toStringBinary).toList();
  }
}
