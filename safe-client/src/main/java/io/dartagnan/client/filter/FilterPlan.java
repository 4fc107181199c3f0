package io.dartagnan.client.filter;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.filter.Filter;

/**
 * The plan of a scan with a filter: what keeps rows from coming to the client. HBase's own filter,
 * run at the client over the rows that come, gives the same answers as over all rows.
 *
 * @param where what every row that passes the filter satisfies, for the clouds to evaluate; empty
 *     if that is nothing
 * @param ranges where every row of the scan that passes the filter lies; none if no row can pass
 * @param columns a filter that looks at keys and column names alone and may run on each cloud,
 *     before {@code where} is evaluated; empty if there is none
 * @param parts each filter of the tree and the place that judges it, in their order
 * @param showsWhatItJudges false if the filter may take cells out of a row by which the clouds
 *     judge it: the scan then may not return a row that satisfies {@code where}
 */
public record FilterPlan(
    Optional<WhereClause> where,
    RowRanges ranges,
    Optional<Filter> columns,
    List<FilterPart> parts,
    boolean showsWhatItJudges) {

  /** Takes a copy of the parts. */
  public FilterPlan {
    parts = List.copyOf(parts);
  }

  /** The parts whose meaning the clouds do not fully take. */
  public List<FilterPart> local() {
    return parts.stream().filter(FilterPart::isLocal).toList();
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
