package io.dartagnan.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** Judges whether a family has the same settings on every cloud. */
final class FamilyCheck implements Check {

  @Override
  public String name() {
    return "families";
  }

  @Override
  public String looksAt() {
    return "that the column families have the same settings on all clouds";
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<Finding> findings = new ArrayList<>();
    TreeSet<TableName> tables = new TreeSet<>();
    facts.clouds().forEach(cloud -> tables.addAll(cloud.tables().keySet()));
    for (TableName table : tables) {
      List<CloudFacts> having =
          facts.clouds().stream().filter(cloud -> cloud.tables().containsKey(table)).toList();
      TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
      having.forEach(cloud -> families.addAll(cloud.tables().get(table).getColumnFamilyNames()));
      for (byte[] family : families) {
        // Families that a cloud lacks are found among the tables.
        if (having.stream().allMatch(cloud -> cloud.tables().get(table).hasColumnFamily(family))) {
          settings(table, family, having, findings);
        }
      }
    }
    return findings;
  }

  private void settings(
      TableName table, byte[] family, List<CloudFacts> clouds, List<Finding> findings) {
    List<SortedMap<String, String>> byCloud =
        clouds.stream()
            .map(cloud -> values(cloud.tables().get(table).getColumnFamily(family)))
            .toList();
    for (String difference : new Differences(clouds, byCloud).sentences()) {
      findings.add(
          new Finding(
              name(),
              "family %s of table %s".formatted(Bytes.toStringBinary(family), table),
              difference,
              "set it alike on each cloud by itself, with 'alter' of HBase's shell"));
    }
  }

  private static SortedMap<String, String> values(ColumnFamilyDescriptor family) {
    SortedMap<String, String> values = new TreeMap<>();
    family
        .getValues()
        .forEach(
            (key, value) ->
                values.put(
                    Bytes.toStringBinary(key.copyBytes()),
                    Bytes.toStringBinary(value.copyBytes())));
    values.putAll(family.getConfiguration());
    return values;
  }
}
