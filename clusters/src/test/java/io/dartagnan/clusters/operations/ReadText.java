package io.dartagnan.clusters.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/** Readable texts of gets and scans: the options that are not as they are by default. */
final class ReadText {
  private ReadText() {}

  static String of(Get get) {
    List<String> options = new ArrayList<>(List.of("Get " + Bytes.toStringBinary(get.getRow())));
    add(options, columns(get.getFamilyMap()));
    add(options, get.getMaxVersions() != 1, "versions", versions(get.getMaxVersions()));
    addCommon(options, get, get.getTimeRange());
    add(options, get.isCheckExistenceOnly() ? "existence only" : "");
    return String.join(" ", options);
  }

  static String of(Scan scan) {
    List<String> options = new ArrayList<>(List.of("Scan"));
    add(options, range(scan));
    add(options, scan.isReversed() ? "reversed" : "");
    add(options, columns(scan.getFamilyMap()));
    add(options, scan.getMaxVersions() != 1, "versions", versions(scan.getMaxVersions()));
    addCommon(options, scan, scan.getTimeRange());
    add(options, scan.getLimit() > 0, "limit", scan.getLimit());
    add(options, scan.getBatch() > 0, "batch", scan.getBatch());
    add(options, scan.getCaching() > 0, "caching", scan.getCaching());
    add(options, scan.getMaxResultSize() > 0, "max result size", scan.getMaxResultSize());
    return String.join(" ", options);
  }

  private static void addCommon(List<String> options, Query query, TimeRange time) {
    add(options, !time.isAllTime(), "times", text(time));
    query
        .getColumnFamilyTimeRange()
        .forEach(
            (family, own) -> add(options, true, "times of " + Bytes.toString(family), text(own)));
    int most = limit(query);
    add(options, most >= 0, "cells of a family at most", most);
    add(options, offset(query) > 0, "cells of a family passed over", offset(query));
    Boolean onDemand = query.getLoadColumnFamiliesOnDemandValue();
    add(options, onDemand != null, "families on demand", onDemand);
  }

  private static int limit(Query query) {
    return query instanceof Scan scan
        ? scan.getMaxResultsPerColumnFamily()
        : ((Get) query).getMaxResultsPerColumnFamily();
  }

  private static int offset(Query query) {
    return query instanceof Scan scan
        ? scan.getRowOffsetPerColumnFamily()
        : ((Get) query).getRowOffsetPerColumnFamily();
  }

  private static String range(Scan scan) {
    if (scan.getStartRow().length == 0 && scan.getStopRow().length == 0) {
      return "";
    }
    return (scan.includeStartRow() ? "[" : "(")
        + Bytes.toStringBinary(scan.getStartRow())
        + " to "
        + Bytes.toStringBinary(scan.getStopRow())
        + (scan.includeStopRow() ? "]" : ")");
  }

  private static String columns(Map<byte[], NavigableSet<byte[]>> families) {
    return families.entrySet().stream()
        .flatMap(
            family ->
                family.getValue() == null
                    ? List.of(Bytes.toString(family.getKey()) + ":*").stream()
                    : family.getValue().stream()
                        .map(
                            column ->
                                Bytes.toString(family.getKey())
                                    + ":"
                                    + Bytes.toStringBinary(column)))
        .collect(Collectors.joining(" "));
  }

  private static Object versions(int versions) {
    return versions == Integer.MAX_VALUE ? "all" : versions;
  }

  private static String text(TimeRange time) {
    return Times.text(time.getMin()) + " to before " + Times.text(time.getMax());
  }

  private static void add(List<String> options, boolean isSet, String name, Object value) {
    add(options, isSet ? name + " " + value : "");
  }

  private static void add(List<String> options, String option) {
    if (!option.isEmpty()) {
      options.add(option);
    }
  }
}
