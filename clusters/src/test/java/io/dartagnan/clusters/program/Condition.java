package io.dartagnan.clusters.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A question to one column.
 *
 * @param column qualifier
 * @param operator one of the six
 * @param signed whether {@code LongComparator} compares, else {@code BinaryComparator}
 * @param which what the operand is, in a word
 * @param operand what values are compared with
 * @param filterIfMissing whether rows without the column are left out
 */
public record Condition(
    String column,
    CompareOperator operator,
    boolean signed,
    String which,
    byte[] operand,
    boolean filterIfMissing) {

  private static final List<CompareOperator> OPERATORS =
      List.of(
          CompareOperator.EQUAL,
          CompareOperator.NOT_EQUAL,
          CompareOperator.LESS,
          CompareOperator.LESS_OR_EQUAL,
          CompareOperator.GREATER,
          CompareOperator.GREATER_OR_EQUAL);

  /** Every operator on every column, with operands on, between and beyond the values. */
  public static List<Condition> all(List<Encounter> encounters) {
    List<Condition> conditions = new ArrayList<>();
    for (String column : List.of(Encounter.CLASS, Encounter.PATIENT)) {
      textOperands(values(encounters, column))
          .forEach((which, operand) -> add(conditions, column, false, which, operand));
    }
    for (String column : List.of(Encounter.CODE, Encounter.COST)) {
      Map<String, byte[]> operands = numberOperands(values(encounters, column));
      operands.forEach((which, operand) -> add(conditions, column, true, which, operand));
      operands.forEach((which, operand) -> add(conditions, column, false, which, operand));
    }
    return conditions;
  }

  private static void add(
      List<Condition> conditions, String column, boolean signed, String which, byte[] operand) {
    for (CompareOperator operator : OPERATORS) {
      // What missing cells do has nothing to do with the operand: it is asked with one of them.
      conditions.add(new Condition(column, operator, signed, which, operand, true));
      if (which.equals("present")) {
        conditions.add(new Condition(column, operator, signed, which, operand, false));
      }
    }
  }

  private static NavigableSet<byte[]> values(List<Encounter> encounters, String column) {
    NavigableSet<byte[]> values = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    encounters.stream()
        .map(encounter -> encounter.cells().get(column))
        .filter(value -> value != null)
        .forEach(values::add);
    return values;
  }

  private static Map<String, byte[]> textOperands(NavigableSet<byte[]> values) {
    byte[] middle = middle(values);
    Map<String, byte[]> operands = new LinkedHashMap<>();
    operands.put("present", middle);
    operands.put("absent", Bytes.toBytes("lunar"));
    operands.put("between", Bytes.add(middle, Bytes.toBytes("!")));
    operands.put("least", new byte[0]);
    operands.put("greatest", Bytes.toBytes("~~~~"));
    // Longer than any stored value may be, and beginning as one of them does.
    operands.put("longer", Bytes.add(middle, Bytes.toBytes("-".repeat(64))));
    return operands;
  }

  private static Map<String, byte[]> numberOperands(NavigableSet<byte[]> values) {
    long middle = Bytes.toLong(middle(values));
    Map<String, byte[]> operands = new LinkedHashMap<>();
    operands.put("present", Bytes.toBytes(middle));
    operands.put("between", Bytes.toBytes(middle + 1));
    operands.put("zero", Bytes.toBytes(0L));
    operands.put("negative", Bytes.toBytes(-10_000L));
    operands.put("least", Bytes.toBytes(Long.MIN_VALUE));
    operands.put("greatest", Bytes.toBytes(Long.MAX_VALUE));
    return operands;
  }

  private static byte[] middle(NavigableSet<byte[]> values) {
    return values.stream().skip(values.size() / 2).findFirst().orElseThrow();
  }

  /** One word per part. */
  public String name() {
    return String.join(
        " ",
        column,
        operator.name(),
        which,
        signed ? "long" : "binary",
        filterIfMissing ? "without-missing" : "with-missing");
  }

  Scan scan() {
    ByteArrayComparable comparator =
        signed ? new LongComparator(Bytes.toLong(operand)) : new BinaryComparator(operand);
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(Encounter.FAMILY, Bytes.toBytes(column), operator, comparator);
    filter.setFilterIfMissing(filterIfMissing);
    return new Scan().setFilter(filter);
  }
}
