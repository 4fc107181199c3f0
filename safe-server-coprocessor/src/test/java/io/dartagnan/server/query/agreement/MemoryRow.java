package io.dartagnan.server.query.agreement;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A row that a test made.
 *
 * @param key the row key
 * @param columns the versions of each of the query's columns, newest first
 */
public record MemoryRow(byte[] key, List<List<Version>> columns) implements StoredRow {

  /** A row whose key is a text. */
  public static MemoryRow of(String key, List<List<Version>> columns) {
    return new MemoryRow(key.getBytes(StandardCharsets.UTF_8), columns);
  }

  /** What stands for a row that is lacking. */
  public static MemoryRow absent(byte[] key) {
    return new MemoryRow(key, List.of());
  }

  /** Whether it stands for a row that is lacking. */
  public boolean isAbsent() {
    return columns.isEmpty();
  }

  @Override
  public List<Version> versions(int column) {
    return isAbsent() ? List.of() : columns.get(column);
  }

  @Override
  public long newest() {
    return columns.stream().flatMap(List::stream).mapToLong(Version::timestamp).max().orElse(0);
  }

  /** The key as a text. */
  @Override
  public String toString() {
    return new String(key, StandardCharsets.UTF_8);
  }
}
