package io.dartagnan.client.filter;

import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * The plan of a scan with a filter: what keeps rows from coming to the client. HBase's own filter,
 * run at the client over the rows that come, gives the same answers as over all rows; where the
 * plan is exact it need not run.
 *
 * @param where what every row that passes the filter satisfies, for the clouds to evaluate; empty
 *     if that is nothing
 * @param ranges where every row of the scan that passes the filter lies; none if no row can pass
 * @param columns a filter that looks at keys and column names alone and may run on each cloud,
 *     before {@code where} is evaluated; empty if there is none
 * @param parts each filter of the tree and the place that judges it, in their order
 * @param showsWhatItJudges false if the filter may take cells out of a row by which the clouds
 *     judge it: the scan then may not return a row that satisfies {@code where}
 * @param isExact true if the rows that come are the very rows that pass, with all their cells
 */
public record FilterPlan(
    Optional<WhereClause> where,
    RowRanges ranges,
    Optional<Filter> columns,
    List<Part> parts,
    boolean showsWhatItJudges,
    boolean isExact) {

  /** Places where a part of a filter is judged. */
  public enum Place {
    /** The clouds compare shares; they learn which rows match and nothing else. */
    CLOUDS_ON_SHARES("clouds, on shares"),
    /**
     * The clouds compare what clients encrypted; they learn which are equal, ordered, or have a
     * word.
     */
    CLOUDS_ON_SEALED("clouds, on sealed values"),
    /** The clouds compare plain values, or ask which rows have a column. */
    CLOUDS_IN_THE_CLEAR("clouds, on plain values"),
    /** Each cloud looks at row keys and column names. */
    CLOUDS_ON_KEYS("each cloud, on keys"),
    /** Rows outside of some ranges are not read. */
    ROW_RANGES("ranges of rows"),
    /** The scan and the schema alone decide. */
    SCHEMA("scan and schema"),
    /** HBase's own class, or the application's, looks at each row that the clouds return. */
    CLIENT("client, row by row");

    private final String text;

    Place(String text) {
      this.text = text;
    }

    /** The place where the clouds compare values that are so protected. */
    public static Place of(Protection protection) {
      if (protection.needsSuite()) {
        return CLOUDS_ON_SHARES;
      }
      return protection instanceof SealedProtection ? CLOUDS_ON_SEALED : CLOUDS_IN_THE_CLEAR;
    }

    /** Whether the clouds compare values there, of whatever form. */
    boolean isOnValues() {
      return this == CLOUDS_ON_SHARES || this == CLOUDS_ON_SEALED || this == CLOUDS_IN_THE_CLEAR;
    }

    /** The place in words. */
    public String text() {
      return text;
    }
  }

  /**
   * A filter within a tree of filters, and the place that judges it.
   *
   * @param filter its class, column and operator; never an operand
   * @param place the place that decides on rows; whatever it is, HBase's own class judges the rows
   *     that come to the client once more, unless the plan is exact
   * @param reason why the clouds do not decide; empty if they do
   */
  public record Part(String filter, Place place, String reason) {

    /** A part that is judged before rows come to the client. */
    public static Part at(Place place, String filter) {
      return new Part(filter, place, "");
    }

    /** A part that the client judges. */
    public static Part local(String filter, String reason) {
      return new Part(filter, Place.CLIENT, reason);
    }

    /** A filter in words, with operator and comparator if it compares. */
    static String textOf(Filter filter) {
      return filter instanceof CompareFilter compare
          ? textOf(filter, "", compare.getCompareOperator(), compare.getComparator())
          : nameOf(filter);
    }

    /** A filter that compares in words, with its column. */
    static String textOf(
        Filter filter, String column, CompareOperator operator, ByteArrayComparable comparator) {
      String operand = comparator == null ? "no comparator" : nameOf(comparator);
      return nameOf(filter) + column + " " + operator + " " + operand;
    }

    /** The name of an object's class; that of an anonymous one is that of what it extends. */
    static String nameOf(Object object) {
      Class<?> type = object.getClass();
      while (type.getSimpleName().isEmpty()) {
        type = type.getSuperclass();
      }
      return type.getSimpleName();
    }

    /** The same part judged at the client; one that is already keeps its own reason. */
    public Part madeLocal(String because) {
      return place == Place.CLIENT ? this : local(filter, because);
    }

    /** True if the client judges it. */
    public boolean isLocal() {
      return place == Place.CLIENT;
    }

    /** The filter, and the reason if there is one. */
    @Override
    public String toString() {
      return reason.isEmpty() ? filter : filter + " (" + reason + ")";
    }
  }

  /** Takes a copy of the parts. */
  public FilterPlan {
    parts = List.copyOf(parts);
  }

  /** The parts whose meaning the clouds do not fully take. */
  public List<Part> local() {
    return parts.stream().filter(Part::isLocal).toList();
  }

  /** True if no row can pass: there is nothing to read. */
  public boolean isNoRow() {
    return ranges.isEmpty();
  }

  /** The clause, the ranges and the parts; never an operand. */
  @Override
  public String toString() {
    return "where %s, in %s, %s"
        .formatted(where.map(WhereClause::toString).orElse("any"), ranges, parts);
  }
}
