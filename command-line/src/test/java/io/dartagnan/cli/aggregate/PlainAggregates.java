package io.dartagnan.cli.aggregate;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.fixture.PlainRegion;
import io.dartagnan.cli.load.ImportPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** Computes aggregates in plaintext over the rows of an import. */
final class PlainAggregates implements Aggregates {

  private final TableName table;
  private final TableColumns columns;
  private final List<Map<Column, byte[]>> rows = new ArrayList<>();

  PlainAggregates(TableName table, ImportPlan plan) {
    this.table = table;
    this.columns = TableColumns.of(plan.schema().descriptor(table, "f"));
    for (int record = 0; record < plan.size(); record++) {
      Map<Column, byte[]> row = new HashMap<>();
      plan.values(record).forEach((name, value) -> row.put(columns.named(name), value));
      rows.add(row);
    }
  }

  @Override
  public TableColumns columns(TableName asked) {
    if (!asked.equals(table)) {
      throw Clouds.noTable(asked);
    }
    return columns;
  }

  @Override
  public long count(TableName asked, Scan scan) throws IOException {
    return kept(scan).size();
  }

  @Override
  public long sum(TableName asked, Scan scan) throws IOException {
    return values(scan).stream().mapToLong(Bytes::toLong).sum();
  }

  @Override
  public OptionalDouble avg(TableName asked, Scan scan) throws IOException {
    return values(scan).stream().mapToLong(Bytes::toLong).average();
  }

  @Override
  public Optional<byte[]> min(TableName asked, Scan scan) throws IOException {
    return values(scan).stream().min(column(scan).format()::compare);
  }

  @Override
  public Optional<byte[]> max(TableName asked, Scan scan) throws IOException {
    return values(scan).stream().max(column(scan).format()::compare);
  }

  @Override
  public void close() {}

  private List<Map<Column, byte[]>> kept(Scan scan) throws IOException {
    List<Map<Column, byte[]>> kept = new ArrayList<>();
    for (Map<Column, byte[]> row : rows) {
      if (PlainRegion.keeps(scan.getFilter(), row)) {
        kept.add(row);
      }
    }
    return kept;
  }

  private List<byte[]> values(Scan scan) throws IOException {
    Column column = column(scan);
    return kept(scan).stream()
        .filter(row -> row.containsKey(column))
        .map(row -> row.get(column))
        .toList();
  }

  private Column column(Scan scan) {
    Map.Entry<byte[], ? extends Iterable<byte[]>> selected =
        scan.getFamilyMap().entrySet().iterator().next();
    return columns.named(
        Bytes.toString(selected.getKey())
            + ":"
            + Bytes.toString(selected.getValue().iterator().next()));
  }
}
