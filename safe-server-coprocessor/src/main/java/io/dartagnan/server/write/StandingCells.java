package io.dartagnan.server.write;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.RegionScanner;

/**
 * Reads what a region has in the place where a mutation's cells go. Cells that a batch has written
 * and that HBase does not show yet are seen, but for those of which a get decides.
 */
final class StandingCells {
  private final Region region;

  StandingCells(Region region) {
    this.region = region;
  }

  /**
   * The versions and delete markers at the row, families and timestamps of a mutation; of whole
   * families, since HBase shows markers in no other way.
   *
   * @return copies of all but those that another cell of the same coordinates and type hides
   */
  List<Cell> around(Mutation mutation) throws IOException {
    List<Cell> standing = new ArrayList<>();
    for (long timestamp : timestamps(mutation.getFamilyCellMap().values())) {
      Scan scan =
          new Scan()
              .withStartRow(mutation.getRow())
              .withStopRow(mutation.getRow(), true)
              .setRaw(true)
              .readAllVersions()
              .setTimestamp(timestamp)
              .setCacheBlocks(false)
              .setIsolationLevel(IsolationLevel.READ_UNCOMMITTED);
      mutation.getFamilyCellMap().keySet().forEach(scan::addFamily);
      standing.addAll(read(scan));
    }
    return standing;
  }

  /**
   * The version that a get of one column at one timestamp returns, by its isolation level.
   *
   * @return a copy with its tags; empty if there is none, or a delete hides it
   */
  Optional<Cell> version(Get get) throws IOException {
    return read(new Scan(get).setCacheBlocks(false)).stream().findFirst();
  }

  private static Get uncommitted(Get get) {
    return get.setIsolationLevel(IsolationLevel.READ_UNCOMMITTED);
  }

  /**
   * The version at a cell's coordinates.
   *
   * @return a copy with its tags; empty if there is none, or a delete hides it
   */
  Optional<Cell> version(Cell place) throws IOException {
    return version(
        uncommitted(
            new Get(CellUtil.cloneRow(place))
                .addColumn(CellUtil.cloneFamily(place), CellUtil.cloneQualifier(place))
                .setTimestamp(place.getTimestamp())));
  }

  /**
   * The versions whose place a put takes at timestamps other than its stamp: those that a read
   * shows.
   *
   * @return copies with their tags
   */
  List<Cell> replacedBy(Put put, long stamp) throws IOException {
    Map<Long, Get> byTimestamp = new HashMap<>();
    for (List<Cell> cells : put.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (cell.getTimestamp() != stamp) {
          byTimestamp
              .computeIfAbsent(
                  cell.getTimestamp(), timestamp -> new Get(put.getRow()).setTimestamp(timestamp))
              .addColumn(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
        }
      }
    }
    List<Cell> replaced = new ArrayList<>();
    for (Get get : byTimestamp.values()) {
      replaced.addAll(read(new Scan(uncommitted(get)).setCacheBlocks(false)));
    }
    return replaced;
  }

  /**
   * The delete markers of a row's family at this timestamp and later ones.
   *
   * @return copies
   */
  List<Cell> markers(byte[] row, byte[] family, long timestamp, IsolationLevel isolation)
      throws IOException {
    Scan scan = from(row, timestamp).addFamily(family).setIsolationLevel(isolation);
    return read(scan).stream().filter(CellUtil::isDelete).toList();
  }

  /**
   * The versions of a mutation's row and families that are newer than a timestamp.
   *
   * @return copies
   */
  List<Cell> newer(Mutation mutation, long timestamp) throws IOException {
    Scan scan = from(mutation.getRow(), timestamp + 1);
    mutation.getFamilyCellMap().keySet().forEach(scan::addFamily);
    return read(scan).stream().filter(CellUtil::isPut).toList();
  }

  private static Scan from(byte[] row, long timestamp) throws IOException {
    return new Scan()
        .withStartRow(row)
        .withStopRow(row, true)
        .setRaw(true)
        .readAllVersions()
        .setTimeRange(timestamp, Long.MAX_VALUE)
        .setCacheBlocks(false)
        .setIsolationLevel(IsolationLevel.READ_UNCOMMITTED);
  }

  /**
   * The versions of a row's family at one timestamp that a read of exactly these returns.
   *
   * @return copies with their tags
   */
  List<Cell> readAt(byte[] row, byte[] family, long timestamp) throws IOException {
    return read(
        new Scan(new Get(row).addFamily(family).setTimestamp(timestamp).setCacheBlocks(false)));
  }

  /**
   * The cells that a get of the client's shows.
   *
   * @return copies
   */
  List<Cell> shownTo(Get get) throws IOException {
    return read(new Scan(get).setCacheBlocks(get.getCacheBlocks()));
  }

  private List<Cell> read(Scan scan) throws IOException {
    List<Cell> read = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      boolean more = true;
      while (more) {
        List<Cell> cells = new ArrayList<>();
        more = scanner.next(cells);
        cells.forEach(cell -> read.add(KeyValueUtil.copyToNewKeyValue(cell)));
      }
    }
    return read;
  }

  private static Set<Long> timestamps(Collection<List<Cell>> families) {
    Set<Long> timestamps = new HashSet<>();
    families.forEach(cells -> cells.forEach(cell -> timestamps.add(cell.getTimestamp())));
    return timestamps;
  }
}
