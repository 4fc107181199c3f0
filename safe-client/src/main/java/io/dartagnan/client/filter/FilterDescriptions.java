package io.dartagnan.client.filter;

import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.util.Bytes;

/** FilterDescriptions about filters: classes, columns and operators, never an operand. */
final class FilterDescriptions {
  private FilterDescriptions() {}

  /** A filter by its class alone. */
  static String of(Filter filter) {
    return nameOf(filter);
  }

  /** A filter that compares. */
  static String of(Filter filter, CompareOperator operator, ByteArrayComparable comparator) {
    return nameOf(filter) + " " + comparison(operator, comparator);
  }

  /** A filter that compares a column. */
  static String of(
      Filter filter,
      byte[] family,
      byte[] qualifier,
      CompareOperator operator,
      ByteArrayComparable comparator) {
    return "%s on %s:%s %s"
        .formatted(nameOf(filter), name(family), name(qualifier), comparison(operator, comparator));
  }

  /** The name of an object's class; that of an anonymous one is that of what it extends. */
  static String nameOf(Object object) {
    Class<?> type = object.getClass();
    while (type.getSimpleName().isEmpty()) {
      type = type.getSuperclass();
    }
    return type.getSimpleName();
  }

  private static String comparison(CompareOperator operator, ByteArrayComparable comparator) {
    return operator + " " + (comparator == null ? "no comparator" : nameOf(comparator));
  }

  private static String name(byte[] name) {
    return name == null ? "" : Bytes.toStringBinary(name);
  }
}
