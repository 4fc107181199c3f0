package io.dartagnan.clusters.checker;

import io.dartagnan.client.maintenance.VersionPlace;
import io.dartagnan.clusters.it.CloudTable;
import io.dartagnan.clusters.it.ThreeClouds;
import io.dartagnan.write.VersionStanding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Versions of each cell that the three clouds store, as each of them shows it. */
final class StoredVersions {
  private static final int WRITE_ID_AT = 4;
  private static final int HEADER_BYTES = 12;

  /** By cell and cloud: what the version of a timestamp is told from others by. */
  private final List<Map<String, TreeMap<Long, String>>> clouds = new ArrayList<>();

  /** Reads all three. */
  static StoredVersions of(ThreeClouds clusters, TableName name) throws IOException {
    StoredVersions versions = new StoredVersions();
    for (int party = 0; party < 3; party++) {
      try (CloudTable cloud = clusters.cloud(party, name)) {
        versions.clouds.add(read(cloud.table(), new Scan().readAllVersions()));
      }
    }
    return versions;
  }

  private static Map<String, TreeMap<Long, String>> read(Table table, Scan scan)
      throws IOException {
    Map<String, TreeMap<Long, String>> cells = new HashMap<>();
    try (ResultScanner rows = table.getScanner(scan)) {
      for (Result row : rows) {
        for (Cell cell : row.rawCells()) {
          cells
              .computeIfAbsent(name(cell), same -> new TreeMap<>(Collections.reverseOrder()))
              .put(cell.getTimestamp(), identity(cell));
        }
      }
    }
    return cells;
  }

  private static String name(Cell cell) {
    return Bytes.toString(CellUtil.cloneRow(cell))
        + " "
        + Bytes.toString(CellUtil.cloneQualifier(cell));
  }

  /** The write id of a share; the value of a plain cell. */
  private static String identity(Cell cell) {
    byte[] value = CellUtil.cloneValue(cell);
    boolean plain = CellUtil.matchingQualifier(cell, Column.PLAIN.qualifier());
    return Bytes.toHex(plain ? value : Arrays.copyOfRange(value, WRITE_ID_AT, HEADER_BYTES));
  }

  /**
   * Cells of which the newest version that all three clouds have is not the one that the
   * application sees.
   */
  List<String> notShown(Connection safe, TableName name) throws IOException {
    Map<String, TreeMap<Long, String>> shown;
    try (Table table = safe.getTable(name)) {
      shown = read(table, new Scan());
    }
    List<String> wrong = new ArrayList<>();
    for (String cell : cells()) {
      Long complete = newestComplete(cell);
      Long seen = shown.containsKey(cell) ? shown.get(cell).firstKey() : null;
      if (complete == null ? seen != null : !complete.equals(seen)) {
        wrong.add(
            "%s: the newest version on all clouds is %s, the application sees %s; %s"
                .formatted(cell, complete, seen, describe(cell)));
      }
    }
    return wrong;
  }

  /**
   * The newest versions of each cloud that are newer than the newest on all three, and what the
   * three clouds have of their cells.
   */
  Map<VersionPlace, String> torn(TableName name) {
    Map<VersionPlace, String> torn = new LinkedHashMap<>();
    for (String cell : cells()) {
      Long complete = newestComplete(cell);
      String[] coordinates = cell.split(" ");
      clouds.stream()
          .filter(cloud -> cloud.containsKey(cell))
          .map(cloud -> cloud.get(cell).firstKey())
          .filter(newest -> !newest.equals(complete))
          .forEach(
              newest ->
                  torn.put(
                      new VersionPlace(
                          name,
                          Bytes.toBytes(coordinates[0]),
                          Column.FAMILY,
                          Bytes.toBytes(coordinates[1]),
                          newest),
                      describe(cell)));
    }
    return torn;
  }

  /**
   * Rows of which a cloud lacks a version that the two others have of one write, where these may
   * still need it: the family keeps one version, so none above it is durable and known to be
   * committed on both. One below versions that are not durable counts, since it is read once those
   * are lost; and so does one of which nobody knows whether it was complete, since its writer may
   * have had its answer.
   */
  Set<String> lackedBy(int cloud, ThreeClouds clusters, TableName name) throws IOException {
    int next = (cloud + 1) % 3;
    int prev = (cloud + 2) % 3;
    Set<String> rows = new TreeSet<>();
    try (CloudTable one = clusters.cloud(next, name);
        CloudTable other = clusters.cloud(prev, name)) {
      for (String cell : cells()) {
        Map<Long, String> ofBoth = new TreeMap<>(ofCloud(next, cell));
        ofBoth.entrySet().retainAll(ofCloud(prev, cell).entrySet());
        Map<Long, String> lacked = new TreeMap<>(ofBoth);
        lacked.entrySet().removeAll(ofCloud(cloud, cell).entrySet());
        if (lacked.isEmpty()) {
          continue;
        }
        long newest = Collections.max(lacked.keySet());
        boolean isReplaced = false;
        for (long above : ofBoth.keySet()) {
          isReplaced |=
              above > newest && isCommitted(one, cell, above) && isCommitted(other, cell, above);
        }
        if (!isReplaced) {
          rows.add(cell.split(" ")[0]);
        }
      }
    }
    return rows;
  }

  /** Whether a cloud has a version that is durable and knows that it was complete. */
  private static boolean isCommitted(CloudTable cloud, String cell, long timestamp)
      throws IOException {
    String[] coordinates = cell.split(" ");
    Get get =
        new Get(Bytes.toBytes(coordinates[0]))
            .addColumn(Column.FAMILY, Bytes.toBytes(coordinates[1]))
            .setTimestamp(timestamp);
    get.setAttribute(
        VersionStanding.ATTRIBUTE,
        new VersionStanding.Question(VersionStanding.Purpose.READ).encode());
    Result answer = cloud.table().get(get);
    return VersionStanding.decode(answer.value()).state() == VersionStanding.State.SETTLED;
  }

  private Set<String> cells() {
    return clouds.stream()
        .flatMap(cloud -> cloud.keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Long newestComplete(String cell) {
    return ofCloud(0, cell).entrySet().stream()
        .filter(
            version ->
                Stream.of(1, 2)
                    .allMatch(
                        other ->
                            version.getValue().equals(ofCloud(other, cell).get(version.getKey()))))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private TreeMap<Long, String> ofCloud(int party, String cell) {
    return clouds.get(party).getOrDefault(cell, new TreeMap<>());
  }

  private String describe(String cell) {
    return Stream.of(0, 1, 2)
        .map(party -> "cloud " + party + " " + ofCloud(party, cell))
        .collect(Collectors.joining(", "));
  }
}
