package io.dartagnan.clusters.operations;

import io.dartagnan.client.filter.random.FilterText;
import io.dartagnan.client.filter.random.RandomQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** Steps that read. */
final class ReadSteps {
  private ReadSteps() {}

  /** {@code Table.get} of one. */
  record GetOne(Get get) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      return List.of(StepText.of(table.table().get(get), table));
    }

    @Override
    public List<Scan> reads() {
      return List.of(new Scan(get));
    }

    @Override
    public String toString() {
      return StepText.of(get);
    }
  }

  /** {@code Table.get} of a list. */
  record GetList(List<Get> gets) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      Result[] results = table.table().get(new ArrayList<>(gets));
      return Arrays.stream(results).map(result -> StepText.of(result, table)).toList();
    }

    @Override
    public List<Scan> reads() {
      return gets.stream().map(Scan::new).toList();
    }

    @Override
    public List<Step> smaller() {
      return WriteSteps.without(gets, GetList::new);
    }

    @Override
    public String toString() {
      return "list " + StepText.of(gets);
    }
  }

  /** {@code Table.exists} of one. */
  record Exists(Get get) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      return List.of(String.valueOf(table.table().exists(get)));
    }

    @Override
    public List<Scan> reads() {
      return List.of(new Scan(get));
    }

    @Override
    public String toString() {
      return "exists " + StepText.of(get);
    }
  }

  /** {@code Table.exists} of a list. */
  record ExistsList(List<Get> gets) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      return List.of(Arrays.toString(table.table().exists(new ArrayList<>(gets))));
    }

    @Override
    public List<Scan> reads() {
      return gets.stream().map(Scan::new).toList();
    }

    @Override
    public List<Step> smaller() {
      return WriteSteps.without(gets, ExistsList::new);
    }

    @Override
    public String toString() {
      return "exists list " + StepText.of(gets);
    }
  }

  /** {@code Table.get} with a filter. */
  record FilteredGet(Get get, RandomQuery query) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      Get filtered = new Get(get).setFilter(query.filter());
      return List.of(StepText.of(table.table().get(filtered), table));
    }

    @Override
    public List<RandomQuery> queries() {
      return List.of(query);
    }

    @Override
    public String toString() {
      return ReadText.of(get) + filter(query);
    }
  }

  /** A scan to its end. */
  record ScanAll(Scan scan) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      return rows(new Scan(scan), table);
    }

    @Override
    public List<Scan> reads() {
      return List.of(scan);
    }

    @Override
    public String toString() {
      return ReadText.of(scan);
    }
  }

  /** A scan of a family, or of a column if {@code qualifier} is not null. */
  record ScanColumns(byte[] family, byte[] qualifier) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      try (ResultScanner scanner =
          qualifier == null
              ? table.table().getScanner(family)
              : table.table().getScanner(family, qualifier)) {
        return rows(scanner, table);
      }
    }

    @Override
    public List<Scan> reads() {
      return List.of(
          qualifier == null
              ? new Scan().addFamily(family)
              : new Scan().addColumn(family, qualifier));
    }

    @Override
    public String toString() {
      return "Scan of "
          + Bytes.toString(family)
          + (qualifier == null ? "" : ":" + Bytes.toStringBinary(qualifier));
    }
  }

  /** A scan that is read by some rows at a time, and closed before its end. */
  record ScanFirst(Scan scan, int rows) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      try (ResultScanner scanner = table.table().getScanner(new Scan(scan))) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          for (Result row : scanner.next(rows)) {
            texts.add(StepText.of(row, table));
          }
        }
        return texts;
      }
    }

    @Override
    public List<Scan> reads() {
      return List.of(scan);
    }

    @Override
    public String toString() {
      return "the first two times " + rows + " of " + ReadText.of(scan);
    }
  }

  /** A scan with a filter to its end. */
  record FilteredScan(RandomQuery query) implements Step {
    @Override
    public List<String> on(ComparedTable table) throws IOException {
      Scan scan = new Scan(query.scan());
      if (query.filter() != null) {
        scan.setFilter(query.filter());
      }
      return rows(scan, table);
    }

    @Override
    public List<RandomQuery> queries() {
      return List.of(query);
    }

    @Override
    public String toString() {
      return ReadText.of(query.scan()) + filter(query);
    }
  }

  private static String filter(RandomQuery query) {
    return " filter " + (query.filter() == null ? "none" : FilterText.of(query.filter()));
  }

  private static List<String> rows(Scan scan, ComparedTable table) throws IOException {
    try (ResultScanner scanner = table.table().getScanner(scan)) {
      return rows(scanner, table);
    }
  }

  private static List<String> rows(ResultScanner scanner, ComparedTable table) throws IOException {
    List<String> rows = new ArrayList<>();
    for (Result row = scanner.next(); row != null; row = scanner.next()) {
      rows.add(StepText.of(row, table));
    }
    return rows;
  }
}
