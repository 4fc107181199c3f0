package io.dartagnan.clusters.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.util.Bytes;

/** Columns of a row of the checked table: one of each kind of protection. */
enum Column {
  NUMBER("additive int64"),
  COPY("replicated int64"),
  PLAIN("plain"),
  /** Written by atomic operations, and otherwise only deleted. */
  COUNTER("xor int64");

  static final byte[] FAMILY = Bytes.toBytes("f");

  /** The columns that puts write. */
  static final List<Column> PUT = List.of(NUMBER, COPY, PLAIN);

  private final String protection;

  Column(String protection) {
    this.protection = protection;
  }

  /** Whether the table is of suite {@code verified} with tags: {@code -Dchecker.tagged=true}. */
  static final boolean TAGGED = Boolean.getBoolean("checker.tagged");

  /**
   * Whether all that is protected is replicated, so that reads go on while a cloud is down: {@code
   * -Dchecker.replicated=true}, or with tags.
   */
  static final boolean REPLICATED = Boolean.getBoolean("checker.replicated") || TAGGED;

  /** The line of the schema that declares it. */
  String declaration() {
    return "dartagnan.column.f:" + this;
  }

  String protection() {
    return REPLICATED && this != PLAIN ? COPY.protection : protection;
  }

  byte[] qualifier() {
    return Bytes.toBytes(toString());
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A set of columns as one number. */
  static int mask(List<Column> columns) {
    return columns.stream().mapToInt(column -> 1 << column.ordinal()).sum();
  }

  /** The columns of such a number. */
  static List<Column> of(int mask) {
    List<Column> columns = new ArrayList<>();
    for (Column column : values()) {
      if ((mask >> column.ordinal() & 1) == 1) {
        columns.add(column);
      }
    }
    return columns;
  }

  static String names(int mask) {
    return of(mask).stream().map(Column::toString).collect(Collectors.joining("+"));
  }

  static int all() {
    return mask(Stream.of(values()).toList());
  }
}
