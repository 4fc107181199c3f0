package io.dartagnan.client.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/**
 * Explanation of a scan with a filter: which part of the filter is judged where and, once rows were
 * read, how many. No text of it shows an operand or a row key.
 *
 * @param table the table
 * @param plan what becomes of the filter
 * @param counters what was read so far; empty before the scan
 */
public record ScanExplanation(TableName table, FilterPlan plan, Optional<ScanCounters> counters) {

  /** The explanation before a scan. */
  public static ScanExplanation before(TableName table, FilterPlan plan) {
    return new ScanExplanation(table, plan, Optional.empty());
  }

  /** The explanation after a scan, or during it. */
  public ScanExplanation after(ScanCounters counted) {
    return new ScanExplanation(table, plan, Optional.of(counted));
  }

  /** The explanation, a line for each part of the filter and for each count. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(plan.isNoRow() ? "rows read: none, no row can pass" : "rows read: " + plan.ranges());
    plan.where().ifPresent(where -> lines.add("clouds select: " + where));
    plan.parts().forEach(part -> lines.add(line(part)));
    counters.ifPresent(
        counted -> {
          lines.add("rows fetched from the clouds: " + counted.fetched());
          lines.add("rows returned: " + counted.returned());
          lines.add("bytes between the clouds: " + counted.meshBytes());
        });
    return lines;
  }

  private static String line(FilterPart part) {
    String judged = part.filter() + ": " + part.place().text();
    return part.reason().isEmpty() ? judged : judged + ", since " + part.reason();
  }

  /** The table and all lines in one. */
  @Override
  public String toString() {
    return "scan of table " + table + ": " + String.join("; ", lines());
  }
}
