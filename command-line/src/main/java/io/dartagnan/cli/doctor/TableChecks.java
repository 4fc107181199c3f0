package io.dartagnan.cli.doctor;

import io.dartagnan.cli.doctor.Check.Found;
import io.dartagnan.cli.doctor.Facts.CloudFacts;
import io.dartagnan.cli.terminal.Sentence;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.TableKeys;
import io.dartagnan.schema.FamilySettings;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** Judgements of the tables and families that the clouds hold. */
final class TableChecks {
  private TableChecks() {}

  /** Judges whether the clouds have the same tables with the same schema. */
  static void tables(Facts facts, Found found) {
    for (TableName table : facts.tables()) {
      List<CloudFacts> lacking =
          facts.clouds().stream().filter(cloud -> !cloud.tables().containsKey(table)).toList();
      if (lacking.isEmpty()) {
        enabled(table, facts.clouds(), found);
        differences(
            "table " + table, facts.clouds(), cloud -> values(cloud.tables().get(table)), found);
        schema(table, facts.clouds().get(0), found);
      } else {
        found.add(
            "table " + table,
            "%s %s it not".formatted(names(lacking), lacking.size() == 1 ? "has" : "have"),
            "'dartagnan drop %s' deletes it where it is, or restore it where it is not"
                .formatted(table));
      }
    }
  }

  private static void enabled(TableName table, List<CloudFacts> clouds, Found found) {
    List<CloudFacts> disabled =
        clouds.stream().filter(cloud -> cloud.disabled().contains(table)).toList();
    if (!disabled.isEmpty()) {
      found.add(
          "table " + table,
          "it is disabled on " + names(disabled),
          "'dartagnan drop %s' if a drop ended half-way, otherwise Admin.enableTable"
              .formatted(table));
    }
  }

  private static void schema(TableName table, CloudFacts cloud, Found found) {
    TableDescriptor descriptor = cloud.tables().get(table);
    try {
      if (TableSchema.isDeclaredIn(descriptor)) {
        TableSchema.of(descriptor);
      }
    } catch (IllegalArgumentException e) {
      found.add(
          "table " + table,
          e.getMessage(),
          "correct the descriptor on each cloud by itself, with 'alter' of HBase's shell");
    }
  }

  /**
   * Judges the keys of the tables whose values need some; whether this client decrypts them, if it
   * has a key file.
   */
  static void keys(Facts facts, Found found) {
    for (CloudFacts cloud : facts.clouds()) {
      for (TableSchema table : withKeys(cloud)) {
        String subject = "table %s on %s".formatted(table.table(), cloud.name());
        if (table.keys().isEmpty()) {
          found.add(
              subject,
              "it has no keys for its tags or sealed columns",
              "'dartagnan keys rotate %s' makes them".formatted(table.table()));
        } else {
          decrypt(table, facts.configuration(), subject, found);
        }
      }
    }
  }

  private static void decrypt(
      TableSchema table, Configuration configuration, String subject, Found found) {
    try {
      Optional<KeyFile> file = KeyFile.of(configuration);
      if (file.isPresent()) {
        TableKeys.decrypt(table.keys().orElseThrow(), file.get(), table.table());
      }
    } catch (IOException e) {
      found.add(
          subject,
          Sentence.of(e),
          "set %s to the file of these keys; where one cloud's are others, 'dartagnan keys rotate %s'"
              .formatted(ClientKeys.KEY_FILE, table.table()));
    }
  }

  /** Names the tables of which this client has no key. */
  static String keysTold(Facts facts) {
    String tables =
        facts.clouds().stream()
            .flatMap(cloud -> withKeys(cloud).stream())
            .map(table -> table.table().getNameAsString())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return tables.isEmpty() || facts.configuration().get(ClientKeys.KEY_FILE) != null
        ? ""
        : "; it has no %s, and so no protected value of %s".formatted(ClientKeys.KEY_FILE, tables);
  }

  private static List<TableSchema> withKeys(CloudFacts cloud) {
    List<TableSchema> schemas = new ArrayList<>();
    for (TableDescriptor table : new TreeMap<>(cloud.tables()).values()) {
      try {
        if (TableSchema.isDeclaredIn(table) && TableSchema.of(table).needsKeys()) {
          schemas.add(TableSchema.of(table));
        }
      } catch (IllegalArgumentException e) {
        // Found among the tables.
        continue;
      }
    }
    return schemas;
  }

  private static SortedMap<String, String> values(TableDescriptor descriptor) {
    SortedMap<String, String> values = text(descriptor.getValues());
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

  /** Judges whether a family has the same settings on every cloud. */
  static void families(Facts facts, Found found) {
    for (TableName table : facts.tables()) {
      List<CloudFacts> having =
          facts.clouds().stream().filter(cloud -> cloud.tables().containsKey(table)).toList();
      TreeSet<byte[]> families = new TreeSet<>(Bytes.BYTES_COMPARATOR);
      having.forEach(cloud -> families.addAll(cloud.tables().get(table).getColumnFamilyNames()));
      for (byte[] family : families) {
        // Families that a cloud lacks are found among the tables.
        if (having.stream().allMatch(cloud -> cloud.tables().get(table).hasColumnFamily(family))) {
          differences(
              "family %s of table %s".formatted(Bytes.toStringBinary(family), table),
              having,
              cloud -> settings(cloud.tables().get(table).getColumnFamily(family)),
              found);
        }
      }
    }
  }

  private static SortedMap<String, String> settings(ColumnFamilyDescriptor family) {
    SortedMap<String, String> settings = text(family.getValues());
    settings.putAll(family.getConfiguration());
    // Those that connections compare too; one that a cloud leaves out is as HBase takes it.
    settings.putAll(FamilySettings.of(family));
    return settings;
  }

  /** Values of a descriptor, as text. */
  private static SortedMap<String, String> text(Map<Bytes, Bytes> values) {
    SortedMap<String, String> text = new TreeMap<>();
    values.forEach(
        (key, value) ->
            text.put(
                Bytes.toStringBinary(key.copyBytes()),
                new String(value.copyBytes(), StandardCharsets.UTF_8)));
    return text;
  }

  /**
   * Adds a finding for every name whose value is not the same on all clouds.
   *
   * @param subject whose values they are
   * @param values those of a cloud, by name
   */
  private static void differences(
      String subject,
      List<CloudFacts> clouds,
      Function<CloudFacts, SortedMap<String, String>> values,
      Found found) {
    List<SortedMap<String, String>> byCloud = clouds.stream().map(values).toList();
    TreeSet<String> names = new TreeSet<>();
    byCloud.forEach(each -> names.addAll(each.keySet()));
    for (String name : names) {
      List<String> shown =
          byCloud.stream()
              .map(each -> each.containsKey(name) ? "'" + each.get(name) + "'" : "absent")
              .toList();
      if (shown.stream().distinct().count() > 1) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < clouds.size(); i++) {
          parts.add(shown.get(i) + " on " + clouds.get(i).name());
        }
        found.add(
            subject,
            "%s differs: %s".formatted(name, String.join(", ", parts)),
            "set it alike on each cloud by itself, with 'alter' of HBase's shell");
      }
    }
  }
}
