package io.dartagnan.client.filter;

import java.io.IOException;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Readers of several families, in the order of their names, in the place of a region's heap of
 * stores.
 */
final class FamilyReaders {
  private final NavigableMap<byte[], FamilyReader> readers = new TreeMap<>(Bytes.BYTES_COMPARATOR);

  void add(byte[] family, FamilyReader reader) {
    readers.put(family, reader);
  }

  /** Takes a row, of which cells of other families are left out. */
  void startRow(Cell[] row) {
    leaveRow();
    int from = 0;
    while (from < row.length) {
      int to = from + 1;
      while (to < row.length && CellUtil.matchingFamily(row[from], row[to])) {
        to++;
      }
      FamilyReader reader = readers.get(CellUtil.cloneFamily(row[from]));
      if (reader != null) {
        reader.startRow(
            Arrays.stream(row, from, to).map(FamilyReaders::keyValue).toArray(Cell[]::new));
      }
      from = to;
    }
  }

  /**
   * A cell as it is stored and sent. Filters make cells of other classes, and {@code PrefixFilter}
   * reads what a stored cell has behind a row key that is shorter than its prefix.
   */
  static Cell keyValue(Cell cell) {
    return cell instanceof KeyValue ? cell : KeyValueUtil.copyToNewKeyValue(cell);
  }

  boolean hasCells() {
    return readers.values().stream().anyMatch(FamilyReader::hasCells);
  }

  /** The first cell of the row that is not read yet. */
  Cell first() {
    return readers.values().stream()
        .filter(FamilyReader::hasCells)
        .findFirst()
        .orElseThrow()
        .first();
  }

  /** Reads on to the end of the row, or until the chunk is full. */
  void read(Chunk into) throws IOException {
    for (FamilyReader reader : readers.values()) {
      if (reader.hasCells() && !into.isFull()) {
        reader.read(into);
      }
    }
  }

  /** Reads to the end of the row, of which nothing is wanted but that the filter sees it. */
  void readRest() throws IOException {
    read(Chunk.Limits.NONE.chunk());
  }

  /** Leaves the row without showing the rest of it to the filter. */
  void leaveRow() {
    readers.values().forEach(FamilyReader::leaveRow);
  }

  /** Whether the filter ended the reading of every family. */
  boolean haveEnded() {
    return readers.values().stream().allMatch(FamilyReader::hasEnded);
  }
}
