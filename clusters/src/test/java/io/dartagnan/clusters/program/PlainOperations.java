package io.dartagnan.clusters.program;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.util.Bytes;

/** Operations of a table besides filters over the whole of it; a line of output for each. */
final class PlainOperations {
  private static final byte[] CLASS = Bytes.toBytes(Encounter.CLASS);
  private static final byte[] COST = Bytes.toBytes(Encounter.COST);
  private static final byte[] PATIENT = Bytes.toBytes(Encounter.PATIENT);

  private final Table table;
  private final List<Encounter> encounters;

  PlainOperations(Table table, List<Encounter> encounters) {
    this.table = table;
    this.encounters = encounters;
  }

  void run() throws IOException {
    read();
    overwrite();
    delete();
  }

  private void read() throws IOException {
    get("get", new Get(row(100)));
    get("get of a column", new Get(row(101)).addColumn(Encounter.FAMILY, COST));
    get("get of no row", new Get(Bytes.toBytes("no such row")));
    System.out.println("exists: " + table.exists(new Get(row(100))));
    System.out.println("exists not: " + table.exists(new Get(Bytes.toBytes("no such row"))));
    Answer several = new Answer();
    several.add(List.of(table.get(List.of(new Get(row(7)), new Get(row(3)), new Get(row(5))))));
    System.out.println(several.line("get of three"));

    scan("scan", new Scan());
    scan("scan of a column", new Scan().addColumn(Encounter.FAMILY, PATIENT));
    scan("scan with limit", new Scan().setLimit(17));
    scan("scan with caching", new Scan().setCaching(7).setLimit(50));
    scan("scan of a range", new Scan().withStartRow(row(200)).withStopRow(row(900)));
    scan(
        "scan of an inclusive range",
        new Scan().withStartRow(row(200), false).withStopRow(row(900), true));
    scan("scan reversed", new Scan().setReversed(true).setLimit(100));
    scan(
        "scan of a range reversed",
        new Scan().setReversed(true).withStartRow(row(900)).withStopRow(row(200)));
    scan("scan of a prefix", new Scan().setStartStopRowForPrefixScan(Bytes.toBytes("0")));

    scan("filter with limit", filtered().setLimit(13));
    scan("filter of a range", filtered().withStartRow(row(200)).withStopRow(row(900)));
    scan(
        "filter of an inclusive range",
        filtered().withStartRow(row(200), false).withStopRow(row(900), true));
    scan(
        "filter of two columns",
        filtered().addColumn(Encounter.FAMILY, CLASS).addColumn(Encounter.FAMILY, PATIENT));
    scan("filter of other columns", filtered().addColumn(Encounter.FAMILY, COST));
  }

  private void overwrite() throws IOException {
    for (int i = 0; i < 40; i++) {
      table.put(
          new Put(row(i))
              .addColumn(Encounter.FAMILY, CLASS, Bytes.toBytes("overwritten"))
              .addColumn(Encounter.FAMILY, COST, Bytes.toBytes(-1L - i)));
    }
    get("get of an overwritten row", new Get(row(0)));
    scan("filter for overwritten rows", filtered("overwritten"));
    scan("filter for other rows", filtered());
  }

  private void delete() throws IOException {
    table.delete(new Delete(row(1)));
    table.delete(new Delete(row(2)).addColumns(Encounter.FAMILY, CLASS));
    table.delete(new Delete(row(3)).addFamily(Encounter.FAMILY));
    get("get of a deleted row", new Get(row(1)));
    get("get of a row with a deleted column", new Get(row(2)));
    scan("scan after deletes", new Scan().setLimit(60));
    scan("filter after deletes", filtered("overwritten"));
  }

  private static Scan filtered() {
    return filtered("ambulatory");
  }

  private static Scan filtered(String encounterClass) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            Encounter.FAMILY, CLASS, CompareOperator.EQUAL, Bytes.toBytes(encounterClass));
    filter.setFilterIfMissing(true);
    return new Scan().setFilter(filter);
  }

  private byte[] row(int index) {
    return encounters.get(index).row();
  }

  private void get(String name, Get get) throws IOException {
    System.out.println(new Answer().add(table.get(get)).line(name));
  }

  private void scan(String name, Scan scan) throws IOException {
    try (ResultScanner rows = table.getScanner(scan)) {
      System.out.println(new Answer().add(rows).line(name));
    }
  }
}
