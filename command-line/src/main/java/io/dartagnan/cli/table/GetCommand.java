package io.dartagnan.cli.table;

import io.dartagnan.cli.answer.RowJson;
import io.dartagnan.cli.answer.RowTable;
import io.dartagnan.cli.terminal.TextTable;
import java.io.PrintWriter;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;
import picocli.CommandLine.Command;

/** Reads one row. */
@Command(name = "get", description = "Read one row.", mixinStandardHelpOptions = true)
public final class GetCommand extends RowCommand {

  @Override
  void show(Read read, boolean json, PrintWriter out) {
    Result row = read.answer().rows().get(0);
    if (json) {
      out.println(new RowJson(read.columns(), List.of()).line(row));
      return;
    }
    out.println(RowTable.render(TextTable.outputWidth(), read.columns(), row));
    out.println(read.answer().summary());
  }
}
