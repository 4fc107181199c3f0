package io.dartagnan.clusters.operations;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/** Ledger of all that a history has written, to tell which reads HBase leaves open. */
final class Ledger {
  private final Map<String, FamilyLedger.Keeping> families;
  private final NavigableMap<Bytes, Map<String, FamilyLedger>> rows;

  /** The stand-in for the timestamp that was assigned last in a row. */
  private final Map<Bytes, Long> assigned = new HashMap<>();

  private final Set<Bytes> twiceAtOnce = new HashSet<>();

  /** An empty ledger of a table. */
  Ledger(TableShape shape) {
    this(new HashMap<>(), new TreeMap<>());
    for (String family : shape.families()) {
      keep(family, new FamilyLedger.Keeping(shape.versions(family), shape.pastExpires(family)));
    }
  }

  private Ledger(
      Map<String, FamilyLedger.Keeping> families,
      NavigableMap<Bytes, Map<String, FamilyLedger>> rows) {
    this.families = families;
    this.rows = rows;
  }

  /** Enters a family, or other settings of one that there is. */
  void keep(String family, FamilyLedger.Keeping keeping) {
    families.put(family, keeping);
    for (Map<String, FamilyLedger> row : rows.values()) {
      row.computeIfAbsent(family, added -> new FamilyLedger(keeping)).keep(keeping);
    }
  }

  /** Enters that a family and all that it had is gone. */
  void drop(String family) {
    families.remove(family);
    rows.values().forEach(row -> row.remove(family));
  }

  /** Enters that all rows are gone for good. */
  void truncate() {
    rows.clear();
    assigned.clear();
    twiceAtOnce.clear();
  }

  /** A ledger with the same rows; those that are named may be changed without changing this one. */
  Ledger copyFor(List<? extends Mutation> writes) {
    NavigableMap<Bytes, Map<String, FamilyLedger>> copy = new TreeMap<>(rows);
    for (Mutation write : writes) {
      Map<String, FamilyLedger> families = new HashMap<>();
      row(write.getRow()).forEach((name, family) -> families.put(name, family.copy()));
      copy.put(new Bytes(write.getRow()), families);
    }
    return new Ledger(families, copy);
  }

  private Map<String, FamilyLedger> row(byte[] row) {
    return rows.computeIfAbsent(
        new Bytes(row),
        key -> {
          Map<String, FamilyLedger> empty = new HashMap<>();
          families.forEach((family, keeping) -> empty.put(family, new FamilyLedger(keeping)));
          return empty;
        });
  }

  /**
   * Enters a write.
   *
   * @param now what stands for a timestamp that was assigned
   */
  void enter(Mutation write, long now) {
    if (write.getTTL() == Times.AT_ONCE_MS) {
      return;
    }
    if (isAssigned(write)) {
      Bytes key = new Bytes(write.getRow());
      Long before = assigned.put(key, now);
      if (before != null && before == now) {
        twiceAtOnce.add(key);
      }
    }
    Map<String, FamilyLedger> row = row(write.getRow());
    if (write instanceof Delete && write.isEmpty()) {
      long timestamp = orAssigned(write.getTimestamp(), now);
      row.values().forEach(family -> family.delete(null, timestamp, false));
    }
    for (List<Cell> cells : write.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        enter(write, cell, row.get(Bytes.toString(CellUtil.cloneFamily(cell))), now);
      }
    }
  }

  private static boolean isAssigned(Mutation write) {
    return write.getFamilyCellMap().values().stream()
        .flatMap(List::stream)
        .anyMatch(cell -> cell.getTimestamp() == HConstants.LATEST_TIMESTAMP);
  }

  private static void enter(Mutation write, Cell cell, FamilyLedger family, long now) {
    if (family == null) {
      // It was dropped, and the write fails.
      return;
    }
    Bytes column = new Bytes(CellUtil.cloneQualifier(cell));
    long timestamp = orAssigned(cell.getTimestamp(), now);
    boolean latest = cell.getTimestamp() == HConstants.LATEST_TIMESTAMP;
    switch (cell.getType()) {
      case DeleteFamily -> family.delete(null, timestamp, false);
      case DeleteFamilyVersion -> family.delete(null, timestamp, true);
      case DeleteColumn -> family.delete(column, timestamp, false);
      case Delete -> family.delete(column, latest ? family.newest(column, now) : timestamp, true);
      default -> {
        int before = write instanceof Append ? family.newestLength(column) : 0;
        // As in HBase, an increment or append of a value of the future is later than it.
        long time =
            write instanceof Increment || write instanceof Append
                ? Math.max(timestamp, family.newest(column, 0) + 1)
                : timestamp;
        family.put(column, time, before + cell.getValueLength());
      }
    }
  }

  private static long orAssigned(long timestamp, long now) {
    return timestamp == HConstants.LATEST_TIMESTAMP ? now : timestamp;
  }

  /** Whether the newest version of a column that is read has a timestamp of the future. */
  boolean isOfTheFuture(Get read) {
    return read.getFamilyMap().entrySet().stream()
        .anyMatch(
            family ->
                family.getValue().stream()
                    .anyMatch(
                        column ->
                            row(read.getRow())
                                    .get(Bytes.toString(family.getKey()))
                                    .newest(new Bytes(column), 0)
                                >= Times.FUTURE));
  }

  /** Whether a row has a column of which the newest version has one. */
  boolean isOfTheFuture(byte[] row) {
    return row(row).values().stream().anyMatch(FamilyLedger::isOfTheFuture);
  }

  /**
   * Whether a read may meet a row to which one step did two writes whose timestamps are assigned.
   */
  boolean wasWrittenTwiceAtOnce(Scan read) {
    return twiceAtOnce.stream().anyMatch(row -> isWithin(row.copyBytes(), read));
  }

  /** Bytes of a column's newest value, 0 if there is none. */
  int newestLength(byte[] row, byte[] family, byte[] qualifier) {
    return row(row).get(Bytes.toString(family)).newestLength(new Bytes(qualifier));
  }

  /**
   * Whether the outcome of a read depends on more than what was written.
   *
   * @param skipsVersions whether newer versions may be passed over that would count
   */
  boolean varies(Scan read, boolean skipsVersions) {
    return rows.entrySet().stream()
        .filter(row -> isWithin(row.getKey().copyBytes(), read))
        .anyMatch(row -> varies(row.getValue(), read, skipsVersions));
  }

  private static boolean varies(
      Map<String, FamilyLedger> families, Scan read, boolean skipsVersions) {
    return families.entrySet().stream()
        .anyMatch(
            family -> {
              byte[] name = Bytes.toBytes(family.getKey());
              Map<byte[], NavigableSet<byte[]>> selected = read.getFamilyMap();
              if (!selected.isEmpty() && !selected.containsKey(name)) {
                return false;
              }
              TimeRange time =
                  read.getColumnFamilyTimeRange().getOrDefault(name, read.getTimeRange());
              int most =
                  skipsVersions
                      ? Integer.MAX_VALUE
                      : Math.min(family.getValue().kept(), read.getMaxVersions());
              return family.getValue().varies(columns(selected.get(name)), time, most);
            });
  }

  private static Set<Bytes> columns(NavigableSet<byte[]> qualifiers) {
    return qualifiers == null
        ? null
        : qualifiers.stream().map(Bytes::new).collect(Collectors.toSet());
  }

  private static boolean isWithin(byte[] key, Scan scan) {
    int direction = scan.isReversed() ? -1 : 1;
    byte[] start = scan.getStartRow();
    byte[] stop = scan.getStopRow();
    int fromStart = start.length == 0 ? 1 : direction * Bytes.compareTo(key, start);
    int fromStop = stop.length == 0 ? -1 : direction * Bytes.compareTo(key, stop);
    return (fromStart > 0 || fromStart == 0 && scan.includeStartRow())
        && (fromStop < 0 || fromStop == 0 && scan.includeStopRow());
  }
}
