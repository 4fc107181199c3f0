package io.dartagnan.client.configuration;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Schemas that the client's configuration has for tables by the pattern of their names: for
 * programs that make their own tables and know nothing of schemas. They count when a table is made
 * that declares nothing itself; from then on its descriptor has them.
 *
 * <p>Of several patterns that fit a name, the one with most characters beside {@code *} counts.
 */
public final class ConfiguredSchemas {
  private static final String DECLARED_PREFIX = "dartagnan.";
  private static final String COLUMN = ".column.";
  private static final String DEFAULT = ".default";
  private static final String SUITE = ".suite";
  private static final String ROW_KEYS = ".key";
  private static final String PASSED = ".passed";

  /** What the configuration says of the tables of one pattern. */
  private static final class Entry {
    private final String pattern;
    private final Pattern names;
    private final Map<String, String> declarations = new TreeMap<>();
    private Party passedTo;

    Entry(String pattern) {
      this.pattern = pattern;
      this.names =
          Pattern.compile(
              pattern
                  .chars()
                  .mapToObj(c -> c == '*' ? ".*" : Pattern.quote(Character.toString(c)))
                  .collect(Collectors.joining()));
    }

    long literals() {
      return pattern.chars().filter(c -> c != '*').count();
    }
  }

  private final List<Entry> entries;

  private ConfiguredSchemas(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * Reads the schemas of a configuration.
   *
   * @throws IllegalArgumentException listing every key that is not one, or whose value is not
   *     allowed
   */
  public static ConfiguredSchemas of(Configuration conf) {
    Map<String, Entry> entries = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    new TreeMap<>(conf.getPropsWithPrefix(ClientKeys.SCHEMA_PREFIX))
        .forEach(
            (key, value) -> {
              try {
                read(key, value.trim(), entries);
              } catch (IllegalArgumentException e) {
                wrong.add(ClientKeys.SCHEMA_PREFIX + key + ": " + e.getMessage());
              }
            });
    for (Entry entry : entries.values()) {
      if (entry.passedTo != null && !entry.declarations.isEmpty()) {
        wrong.add(
            "%s%s declares columns and is passed to one cloud; choose one"
                .formatted(ClientKeys.SCHEMA_PREFIX, entry.pattern));
      }
    }
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "the configuration has schemas that cannot be used: " + String.join("; ", wrong));
    }
    return new ConfiguredSchemas(List.copyOf(entries.values()));
  }

  private static void read(String key, String value, Map<String, Entry> entries) {
    int column = key.indexOf(COLUMN);
    if (column > 0 && key.indexOf(':', column + COLUMN.length()) > 0) {
      Protection.parse(value);
      declare(entries, key.substring(0, column), key.substring(column + 1), value);
    } else if (isOf(key, DEFAULT)) {
      Protection.parse(value);
      declare(entries, pattern(key, DEFAULT), DEFAULT.substring(1), value);
    } else if (isOf(key, SUITE)) {
      declare(entries, pattern(key, SUITE), SUITE.substring(1), value);
    } else if (isOf(key, ROW_KEYS)) {
      declare(entries, pattern(key, ROW_KEYS), ROW_KEYS.substring(1), value);
    } else if (isOf(key, PASSED)) {
      entry(entries, pattern(key, PASSED)).passedTo = cloud(value);
    } else {
      throw new IllegalArgumentException(
          "it is no key of a schema; <pattern>%s<family>:<qualifier>, <pattern>%s, <pattern>%s, <pattern>%s and <pattern>%s are"
              .formatted(COLUMN, DEFAULT, SUITE, ROW_KEYS, PASSED));
    }
  }

  private static boolean isOf(String key, String ending) {
    return key.endsWith(ending) && key.length() > ending.length();
  }

  private static String pattern(String key, String ending) {
    return key.substring(0, key.length() - ending.length());
  }

  private static void declare(
      Map<String, Entry> entries, String pattern, String declaration, String value) {
    entry(entries, pattern).declarations.put(DECLARED_PREFIX + declaration, value);
  }

  private static Entry entry(Map<String, Entry> entries, String pattern) {
    return entries.computeIfAbsent(pattern, Entry::new);
  }

  private static Party cloud(String value) {
    for (Party party : Party.ALL) {
      if (value.equals(Integer.toString(party.index()))) {
        return party;
      }
    }
    throw new IllegalArgumentException(
        "it is '" + value + "'; the number of a cloud, 0 to 2, is needed");
  }

  /**
   * A table with what its pattern declares, if it declares nothing itself.
   *
   * @throws IllegalArgumentException if two patterns fit its name equally well
   */
  public TableDescriptor complete(TableDescriptor table) {
    return TableSchema.isDeclaredIn(table) ? table : with(table, "");
  }

  /** A table with what its pattern declares of a family that is new to it. */
  public TableDescriptor completeFamily(TableDescriptor table, byte[] family) {
    return with(table, TableSchema.COLUMN_PREFIX + Bytes.toString(family) + ":");
  }

  /** Declarations of families that the table does not have are for others of the pattern. */
  private TableDescriptor with(TableDescriptor table, String prefix) {
    TableDescriptorBuilder completed = TableDescriptorBuilder.newBuilder(table);
    find(table.getTableName())
        .ifPresent(
            entry ->
                entry.declarations.forEach(
                    (key, value) -> {
                      if (key.startsWith(prefix)
                          && table.getValue(key) == null
                          && isOfFamilyOf(table, key)) {
                        completed.setValue(key, value);
                      }
                    }));
    return completed.build();
  }

  private static boolean isOfFamilyOf(TableDescriptor table, String key) {
    if (!key.startsWith(TableSchema.COLUMN_PREFIX)) {
      return true;
    }
    String column = key.substring(TableSchema.COLUMN_PREFIX.length());
    return table.hasColumnFamily(Bytes.toBytes(column.substring(0, column.indexOf(':'))));
  }

  /**
   * The cloud that has a table as it is, without shares; empty where it is to be protected.
   *
   * @throws IllegalArgumentException if two patterns fit its name equally well
   */
  public Optional<Party> passedTo(TableName table) {
    return find(table).map(entry -> entry.passedTo);
  }

  private Optional<Entry> find(TableName table) {
    List<Entry> fitting =
        entries.stream()
            .filter(entry -> entry.names.matcher(table.getNameAsString()).matches())
            .sorted(Comparator.comparingLong(Entry::literals).reversed())
            .toList();
    if (fitting.size() > 1 && fitting.get(0).literals() == fitting.get(1).literals()) {
      throw new IllegalArgumentException(
          "%s%s and %s%s fit table %s equally well; make one of them longer"
              .formatted(
                  ClientKeys.SCHEMA_PREFIX,
                  fitting.get(0).pattern,
                  ClientKeys.SCHEMA_PREFIX,
                  fitting.get(1).pattern,
                  table));
    }
    return fitting.stream().findFirst();
  }
}
