package io.dartagnan.cli.table;

import io.dartagnan.cli.cloud.CloudCells;
import io.dartagnan.cli.column.TableColumns.Column;
import io.dartagnan.cli.setup.CloudsInitCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows one row as each of the three clouds stores it. */
@Command(
    name = "clouds",
    description = "Show one row as each of the three clouds stores it, or set three clouds up.",
    mixinStandardHelpOptions = true,
    subcommands = CloudsInitCommand.class)
public final class CloudsCommand extends RowCommand {

  @Option(names = "--column", paramLabel = "NAME", description = "Only this column (default: all).")
  private String column;

  @Override
  void show(Read read, boolean json, PrintWriter out) throws IOException {
    Result row = read.answer().rows().get(0);
    List<Column> shown =
        column == null
            ? read.columns().andThoseIn(read.answer().rows())
            : List.of(read.columns().named(column));
    if (json) {
      CloudCells.json(read.clouds(), read.table(), row, shown).forEach(out::println);
      return;
    }
    out.print(CloudCells.draw(read.clouds(), read.table(), row, shown));
    out.println(CloudCells.EXPLANATION);
  }
}
