package io.dartagnan.cli.migration;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.RowProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** A table of a plain HBase. The newest version of each cell is read. */
final class SourceTable implements AutoCloseable {

  /** More names than this are values, and no schema. */
  private static final int MOST_COLUMNS = 1_000;

  private static final int ROWS_PER_FETCH = 500;

  private final TableName name;
  private final Connection connection;

  /**
   * Connects.
   *
   * @throws CommandException if there is no such table
   */
  SourceTable(Configuration plain, TableName name) throws IOException {
    this.name = name;
    this.connection = ConnectionFactory.createConnection(plain);
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        throw new CommandException("the plain HBase of --from-conf has no table " + name);
      }
    } catch (IOException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  TableName name() {
    return name;
  }

  /** The findings of a first reading: the families, the columns by their full names, the rows. */
  record Census(List<String> families, SortedMap<String, ColumnCensus> columns, long rows) {}

  /**
   * Reads the whole table.
   *
   * @throws CommandException if it is empty, or its columns are too many or no text
   */
  Census census(RowProgress progress) throws IOException {
    SortedMap<String, ColumnCensus> columns = new TreeMap<>();
    List<String> families = new ArrayList<>();
    try (Admin admin = connection.getAdmin()) {
      for (byte[] family : admin.getDescriptor(name).getColumnFamilyNames()) {
        families.add(Bytes.toString(family));
      }
    }
    long rows = 0;
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(scan())) {
      for (Result row : scanner) {
        rows++;
        for (Cell cell : row.rawCells()) {
          columns
              .computeIfAbsent(column(cell), column -> new ColumnCensus())
              .add(CellUtil.cloneValue(cell));
        }
        requireFew(columns);
        progress.add(1);
      }
    }
    if (rows == 0) {
      throw new CommandException("table %s of --from-conf has no rows".formatted(name));
    }
    return new Census(families, columns, rows);
  }

  private void requireFew(Map<String, ColumnCensus> columns) {
    if (columns.size() > MOST_COLUMNS) {
      throw new CommandException(
          "table %s has more than %,d columns, so that their names seem to be values; import it by a program, with a schema that declares whole families"
              .formatted(name, MOST_COLUMNS));
    }
  }

  private String column(Cell cell) {
    byte[] qualifier = CellUtil.cloneQualifier(cell);
    String text = Bytes.toString(qualifier);
    if (!Arrays.equals(Bytes.toBytes(text), qualifier)) {
      throw new CommandException(
          "column '%s:%s' of table %s has a name that is no text; import it by a program, with a schema that declares whole families"
              .formatted(
                  Bytes.toString(CellUtil.cloneFamily(cell)),
                  Bytes.toStringBinary(qualifier),
                  name));
    }
    return Bytes.toString(CellUtil.cloneFamily(cell)) + ":" + text;
  }

  /** The keys that begin its regions, but for the first. */
  byte[][] splitKeys() throws IOException {
    try (RegionLocator regions = connection.getRegionLocator(name)) {
      byte[][] starts = regions.getStartKeys();
      return Arrays.copyOfRange(starts, 1, starts.length);
    }
  }

  /** Its rows in the order of their keys. */
  Rows rows() throws IOException {
    Table table = connection.getTable(name);
    return new Rows(table, table.getScanner(scan()));
  }

  /** Rows that are being read. */
  record Rows(Table table, ResultScanner scanner) implements AutoCloseable {
    /** The next row; null behind the last. */
    Result next() throws IOException {
      return scanner.next();
    }

    @Override
    public void close() throws IOException {
      scanner.close();
      table.close();
    }
  }

  private static Scan scan() {
    return new Scan().setCaching(ROWS_PER_FETCH).setCacheBlocks(false);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
