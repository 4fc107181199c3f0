package io.dartagnan.cli.tour;

import io.dartagnan.cli.answer.Answer;
import io.dartagnan.cli.answer.RowTable;
import io.dartagnan.cli.cloud.CloudCells;
import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.cloud.ImportStanding;
import io.dartagnan.cli.cloud.NewTable;
import io.dartagnan.cli.cloud.TableDrop;
import io.dartagnan.cli.column.TableColumns;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.load.ImportSchema;
import io.dartagnan.cli.terminal.TextTable;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.ShareCell;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One row in a table of its own, of which one cloud lies. It is made to as its operator could make
 * it: through a plain HBase connection to that cloud alone, which alters what it stores. The table
 * and the key of its tags are gone afterwards.
 */
final class LyingCloud {
  private static final Party LIAR = Party.P1;

  private final TableDescriptor table;
  private final Expectation expectation;
  private final Expectation.Row row;
  private final Column column;

  private LyingCloud(
      TableDescriptor table, Expectation expectation, Expectation.Row row, Column column) {
    this.table = table;
    this.expectation = expectation;
    this.row = row;
    this.column = column;
  }

  /**
   * Chooses the first value that is protected.
   *
   * @param tour the tour's table, whose name the name of this one begins with
   * @return empty if no value is
   */
  static Optional<LyingCloud> of(
      TableName tour, ImportSchema schema, String family, Expectation expectation) {
    TableName name =
        TableName.valueOf(tour.getNamespaceAsString(), tour.getQualifierAsString() + "-lied-to");
    ImportSchema tagged = schema.replicatedWithTags();
    if (!tagged.protection().tagged()) {
      return Optional.empty();
    }
    TableDescriptor table = tagged.descriptor(name, family);
    List<Column> shared =
        TableColumns.of(table).all().stream()
            .filter(column -> column.format().protection().needsSuite())
            .toList();
    for (Expectation.Row row : expectation.all()) {
      for (Column column : shared) {
        if (row.values().containsKey(column.qualifier())) {
          return Optional.of(new LyingCloud(table, expectation, row, column));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Has the cloud lie, and reads the row.
   *
   * @param drop whether a table that an earlier tour left is deleted first
   */
  void show(CloudsOption connection, PrintWriter out, boolean drop) throws IOException {
    Path folder = Files.createTempDirectory("dartagnan-tour");
    Path key = folder.resolve("key");
    try {
      KeyFile.create(key);
      connection.on(
          Map.of(ClientKeys.KEY_FILE, key.toString()),
          clouds -> {
            try (Admin admin = clouds.safe().getAdmin()) {
              new NewTable(table, new ImportStanding(table.getTableName(), 1))
                  .create(admin, new byte[0][], drop);
              try {
                read(clouds, out);
              } finally {
                new TableDrop(table.getTableName()).run(admin);
              }
            }
            return null;
          });
    } finally {
      Files.deleteIfExists(key);
      Files.delete(folder);
    }
  }

  private void read(Clouds clouds, PrintWriter out) throws IOException {
    try (Table safe = clouds.safe().getTable(table.getTableName())) {
      Put put = new Put(row.key());
      row.values()
          .forEach(
              (name, value) -> put.addColumn(column.familyBytes(), Bytes.toBytes(name), value));
      safe.put(put);
      out.println(
          """
          Row %s is in a table of its own, whose protected columns are replicated and whose values carry tags under
          a key that no cloud has. On cloud %d alone, past the Safe Client, one bit of its share of %s is altered:"""
              .formatted(Bytes.toStringBinary(row.key()), LIAR.index(), column.qualifier()));
      get(clouds, safe, out);
      alter(clouds);
      out.println("then");
      Answer answer = get(clouds, safe, out);
      out.println("The client's log, on standard error, names the cloud. The get returned:");
      TableColumns columns = clouds.columns(table.getTableName());
      out.println(RowTable.render(TextTable.WIDTH, columns, answer.rows().get(0)));
      out.println(answer.summary());
      out.println(verified(answer));
    }
  }

  /** Reads the row, and shows what each cloud stores of the value. */
  private Answer get(Clouds clouds, Table safe, PrintWriter out) throws IOException {
    Answer answer = Answer.get(safe, row.key());
    verified(answer);
    out.print(CloudCells.draw(clouds, table.getTableName(), answer.rows().get(0), List.of(column)));
    return answer;
  }

  private String verified(Answer answer) {
    return expectation.verify(
        "get " + Bytes.toStringBinary(row.key()), List.of(row), answer.rows());
  }

  /** The cell stays one of the column, so that the cloud's own guard takes it. */
  private void alter(Clouds clouds) throws IOException {
    try (Connection liar = clouds.bare(LIAR);
        Table bare = liar.getTable(table.getTableName())) {
      Cell stored =
          bare.get(new Get(row.key()).addColumn(column.familyBytes(), column.qualifierBytes()))
              .rawCells()[0];
      byte[] altered = CellUtil.cloneValue(stored);
      altered[ShareCell.HEADER_BYTES] ^= 1;
      bare.put(
          new Put(row.key())
              .addColumn(
                  column.familyBytes(), column.qualifierBytes(), stored.getTimestamp(), altered));
    }
  }
}
