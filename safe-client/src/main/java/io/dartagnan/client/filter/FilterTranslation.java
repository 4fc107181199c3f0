package io.dartagnan.client.filter;

import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/**
 * Translation of a scan's filter into a {@link FilterPlan}; refuses it with every reason at once.
 *
 * <p>This is the table of what is supported:
 *
 * <pre>
 *   filter      SingleColumnValueFilter itself, with latestVersionOnly
 *   operator    EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL
 *   comparator  BinaryComparator   on plain, bytes, string, and int64 with an operand of 8 bytes
 *               LongComparator     on plain and int64
 * </pre>
 *
 * <p>Exact classes only: a subclass may compare differently. As in HBase, the filter sees only the
 * columns that the scan selects; a column that it does not select is missing in every row.
 */
public final class FilterTranslation {
  private final TableSchema schema;
  private final Scan scan;
  private final List<String> reasons;

  private FilterTranslation(TableSchema schema, Scan scan, List<String> refused) {
    this.schema = schema;
    this.scan = scan;
    this.reasons = new ArrayList<>(refused);
  }

  /**
   * The plan of a scan that has a filter. Nothing is sent.
   *
   * @param refused why the scan cannot be served for other reasons than its filter
   * @throws UnsupportedOperationException listing all that the clouds cannot evaluate or that a
   *     filtered scan cannot do
   * @throws IllegalArgumentException if all of it is supported, but the column is not declared
   */
  public static FilterPlan plan(TableSchema schema, Scan scan, List<String> refused) {
    return new FilterTranslation(schema, scan, refused).plan();
  }

  private FilterPlan plan() {
    Filter filter = scan.getFilter();
    if (filter == null) {
      throw new IllegalArgumentException("the scan has no filter; open it as an unfiltered one");
    }
    if (scan.isReversed()) {
      reasons.add("setReversed(true) is not supported together with a filter, leave it out");
    }
    if (filter.getClass() != SingleColumnValueFilter.class) {
      reasons.add(
          "filter "
              + filter.getClass().getSimpleName()
              + " is not supported, SingleColumnValueFilter is");
      throw refusal();
    }
    return plan((SingleColumnValueFilter) filter);
  }

  private FilterPlan plan(SingleColumnValueFilter filter) {
    if (!filter.getLatestVersionOnly()) {
      reasons.add("setLatestVersionOnly(false) is not supported, leave it true");
    }
    Operator operator = operator(filter.getCompareOperator());
    Ordering ordering = ordering(filter.getComparator());
    byte[] family = orEmpty(filter.getFamily());
    byte[] qualifier = orEmpty(filter.getQualifier());
    Optional<Protection> protection = schema.protectionOf(family, qualifier);
    if (ordering != null && protection.isPresent() && protection.get().isProtected()) {
      refuseTypeMismatch(protection.get().type(), filter.getComparator());
    }
    if (protection.isEmpty() && reasons.isEmpty()) {
      schema.require(family, qualifier);
    } else if (protection.isEmpty()) {
      reasons.add("the column is not declared");
    }
    if (!reasons.isEmpty()) {
      throw refusal();
    }
    if (!isSelected(family, qualifier)) {
      return filter.getFilterIfMissing() ? new FilterPlan.NoRows() : new FilterPlan.AllRows();
    }
    return new FilterPlan.Evaluate(
        family.clone(),
        qualifier.clone(),
        protection.orElseThrow(),
        new Comparison(operator, ordering),
        !filter.getFilterIfMissing(),
        filter.getComparator().getValue().clone());
  }

  private Operator operator(CompareOperator operator) {
    if (operator == null || operator == CompareOperator.NO_OP) {
      reasons.add("operator " + operator + " is not supported, EQUAL to GREATER_OR_EQUAL are");
      return null;
    }
    return switch (operator) {
      case EQUAL -> Operator.EQUAL;
      case NOT_EQUAL -> Operator.NOT_EQUAL;
      case LESS -> Operator.LESS;
      case LESS_OR_EQUAL -> Operator.LESS_OR_EQUAL;
      case GREATER -> Operator.GREATER;
      case GREATER_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
      case NO_OP -> throw new IllegalStateException("refused above");
    };
  }

  private Ordering ordering(ByteArrayComparable comparator) {
    if (comparator != null && comparator.getValue() != null) {
      if (comparator.getClass() == BinaryComparator.class) {
        return Ordering.UNSIGNED;
      }
      if (comparator.getClass() == LongComparator.class) {
        return Ordering.SIGNED;
      }
    }
    reasons.add(
        (comparator == null ? "no comparator" : "comparator " + nameOf(comparator))
            + " is not supported, BinaryComparator and LongComparator are");
    return null;
  }

  private static String nameOf(ByteArrayComparable comparator) {
    String name = comparator.getClass().getSimpleName();
    return comparator.getValue() == null ? name + " of null" : name;
  }

  private void refuseTypeMismatch(ValueType type, ByteArrayComparable comparator) {
    boolean signed = comparator instanceof LongComparator;
    int length = comparator.getValue().length;
    if (type.kind() != ValueType.Kind.INT64 && signed) {
      reasons.add(
          "LongComparator is not supported on a column of type "
              + type
              + ", BinaryComparator is; declare int64 to compare numbers");
    } else if (type.kind() == ValueType.Kind.INT64 && length != Long.BYTES) {
      reasons.add(
          "an operand of "
              + length
              + " bytes is not supported on an int64 column, the 8 bytes of Bytes.toBytes(long)"
              + " are");
    }
  }

  private boolean isSelected(byte[] family, byte[] qualifier) {
    if (!scan.hasFamilies()) {
      return true;
    }
    if (!scan.getFamilyMap().containsKey(family)) {
      return false;
    }
    NavigableSet<byte[]> qualifiers = scan.getFamilyMap().get(family);
    return qualifiers == null || qualifiers.isEmpty() || qualifiers.contains(qualifier);
  }

  private UnsupportedOperationException refusal() {
    return new UnsupportedOperationException(
        "the filtered scan of table %s was not sent: %s"
            .formatted(schema.table(), String.join("; ", reasons)));
  }

  private static byte[] orEmpty(byte[] name) {
    return name == null ? HConstants.EMPTY_BYTE_ARRAY : name;
  }
}
