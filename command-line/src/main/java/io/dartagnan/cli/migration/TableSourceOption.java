package io.dartagnan.cli.migration;

import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.column.TableProtection;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.RowProgress;
import io.dartagnan.client.configuration.ClientKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Option;

/** The options by which an import takes its rows from a table of a plain HBase. */
public final class TableSourceOption {

  @Option(
      names = "--from-conf",
      paramLabel = "FOLDER",
      description = "The folder of the configuration of a plain HBase to import a table from.")
  private Path folder;

  @Option(
      names = "--from-table",
      paramLabel = "NAME",
      description = "The table of that HBase to import.")
  private String table;

  /** The user's wishes for the new table. */
  public record Wish(
      TableName table,
      List<String> declarations,
      TableProtection protection,
      boolean drop,
      boolean goesOn) {}

  /** Whether a table is to be imported, and not a file. */
  public boolean isGiven() {
    return folder != null || table != null;
  }

  /** A configuration that has nothing of the client's own, whose files may be on the class path. */
  private Configuration plain() {
    Configuration plain = new Configuration();
    plain.addResource("hbase-default.xml");
    plain.set(HConstants.HBASE_CLIENT_RETRIES_NUMBER, "3");
    plain.set("zookeeper.recovery.retry", "1");
    CloudsOption.addTo(plain, "--from-conf", folder);
    if (plain.get(ClientKeys.CONNECTION_IMPL) != null) {
      throw CommandException.usage(
          "--from-conf %s is the configuration of a Safe Client; 'dartagnan export' writes its tables"
              .formatted(folder));
    }
    return plain;
  }

  /**
   * Imports the table and compares it with its source.
   *
   * @param json whether to print for a program
   */
  public void run(
      Wish wish, CloudsOption connection, PrintWriter out, PrintWriter err, boolean json)
      throws IOException {
    if (folder == null || table == null) {
      throw CommandException.usage(
          "--from-conf FOLDER and --from-table NAME belong together: where, and which table");
    }
    long start = System.nanoTime();
    try (SourceTable source = new SourceTable(plain(), TableNames.parse(table))) {
      RowProgress reading = new RowProgress("read for the schema:", err);
      SourceTable.Census census = source.census(reading);
      MigrationSchema schema = new MigrationSchema(census, wish.declarations());
      if (!json) {
        out.println(schema.text());
      }
      long rows =
          new Migration(source, schema.descriptor(wish.table(), wish.protection()), census.rows())
              .run(connection, err, wish.drop(), wish.goesOn());
      long millis = (System.nanoTime() - start) / 1_000_000;
      out.println(
          json
              ? new JsonLine()
                  .with("table", wish.table().getNameAsString())
                  .with("from", source.name().getNameAsString())
                  .with("rows", rows)
                  .with("compared", true)
                  .with("ms", millis)
              : String.format(
                  Locale.ROOT,
                  "imported table %s into table %s in %,d ms: %,d rows, every value compared",
                  source.name(),
                  wish.table(),
                  millis,
                  rows));
    }
  }
}
