package io.dartagnan.cli.doctor;

import io.dartagnan.schema.FamilySettings;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
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
    for (TableName table : facts.tables()) {
      List<CloudFacts> having =
          facts.clouds().stream().filter(cloud -> cloud.tables().containsKey(table)).toList();
      TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
      having.forEach(cloud -> families.addAll(cloud.tables().get(table).getColumnFamilyNames()));
      for (byte[] family : families) {
        // Families that a cloud lacks are found among the tables.
        if (having.stream().allMatch(cloud -> cloud.tables().get(table).hasColumnFamily(family))) {
          findings.addAll(
              new Differences(
                      having, cloud -> settings(cloud.tables().get(table).getColumnFamily(family)))
                  .findings(
                      name(),
                      "family %s of table %s".formatted(Bytes.toStringBinary(family), table)));
        }
      }
    }
    return findings;
  }

  private static SortedMap<String, String> settings(ColumnFamilyDescriptor family) {
    SortedMap<String, String> settings = Differences.text(family.getValues());
    settings.putAll(family.getConfiguration());
    // Those that connections compare too; one that a cloud leaves out is as HBase takes it.
    settings.putAll(FamilySettings.of(family));
    return settings;
  }
}
