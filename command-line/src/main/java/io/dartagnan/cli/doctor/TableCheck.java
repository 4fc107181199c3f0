package io.dartagnan.cli.doctor;

import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** Judges whether the clouds have the same tables with the same schema. */
final class TableCheck implements Check {

  @Override
  public String name() {
    return "tables";
  }

  @Override
  public String looksAt() {
    return "that the clouds have the same tables, enabled alike, with the same schema";
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<Finding> findings = new ArrayList<>();
    for (TableName table : facts.tables()) {
      List<CloudFacts> lacking =
          facts.clouds().stream().filter(cloud -> !cloud.tables().containsKey(table)).toList();
      if (lacking.isEmpty()) {
        enabled(table, facts.clouds(), findings);
        findings.addAll(
            new Differences(facts.clouds(), cloud -> values(cloud.tables().get(table)))
                .findings(name(), "table " + table));
        schema(table, facts.clouds().get(0), findings);
      } else {
        findings.add(
            new Finding(
                name(),
                "table " + table,
                "%s %s it not".formatted(names(lacking), lacking.size() == 1 ? "has" : "have"),
                "'dartagnan drop %s' deletes it where it is, or restore it where it is not"
                    .formatted(table)));
      }
    }
    return findings;
  }

  private void enabled(TableName table, List<CloudFacts> clouds, List<Finding> findings) {
    List<CloudFacts> disabled =
        clouds.stream().filter(cloud -> cloud.disabled().contains(table)).toList();
    if (!disabled.isEmpty()) {
      findings.add(
          new Finding(
              name(),
              "table " + table,
              "it is disabled on " + names(disabled),
              "'dartagnan drop %s' if a drop ended half-way, otherwise Admin.enableTable"
                  .formatted(table)));
    }
  }

  private void schema(TableName table, CloudFacts cloud, List<Finding> findings) {
    TableDescriptor descriptor = cloud.tables().get(table);
    try {
      if (TableSchema.isDeclaredIn(descriptor)) {
        TableSchema.of(descriptor);
      }
    } catch (IllegalArgumentException e) {
      findings.add(
          new Finding(
              name(),
              "table " + table,
              e.getMessage(),
              "correct the descriptor on each cloud by itself, with 'alter' of HBase's shell"));
    }
  }

  private static SortedMap<String, String> values(TableDescriptor descriptor) {
    SortedMap<String, String> values = Differences.text(descriptor.getValues());
    values.put(
        "the list of column families",
        descriptor.getColumnFamilyNames().stream()
            .map(Bytes::toStringBinary)
            .collect(Collectors.joining(", ")));
    return values;
  }

  private static String names(List<CloudFacts> clouds) {
    return clouds.stream().map(CloudFacts::name).collect(Collectors.joining(" and "));
  }
}
