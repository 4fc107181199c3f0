package io.dartagnan.cli.load;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.LoadProgress;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates a protected table from a CSV file. Nothing is created if any line of it is wrong. */
@Command(
    name = "import",
    description = "Create a protected table from a CSV file (UTF-8, comma, with a header line).",
    customSynopsis = {
      "dartagnan import FILE.csv --table=NAME [OPTION...]",
      "       dartagnan import FILE.csv --print-schema [OPTION...]"
    },
    mixinStandardHelpOptions = true)
public final class ImportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE.csv", description = "The file to import.")
  private Path file;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "The table to create (required, unless --print-schema is given).")
  private String table;

  @Option(
      names = "--print-schema",
      description = "Print the schema as a file for --schema, and import nothing.")
  private boolean printSchema;

  @Mixin private SchemaOptions options;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (table == null && !printSchema) {
      throw CommandException.usage("--table NAME is missing: the name of the table to create");
    }
    ImportPlan plan = options.plan(file);
    if (printSchema) {
      out.print(SchemaReport.file(plan.file(), plan.schema()));
      out.flush();
      return 0;
    }
    TableName name = TableNames.parse(table);
    out.println(SchemaReport.table(plan.schema()));
    try (Clouds clouds = Clouds.connect()) {
      out.println(load(clouds, name, plan, options));
    }
    return 0;
  }

  /** Creates and loads a table, and returns a sentence with its rows and time. */
  public static String load(Clouds clouds, TableName table, ImportPlan plan, SchemaOptions options)
      throws IOException {
    Importer importer = new Importer(clouds.safe(), table, options.family());
    importer.create(plan, options.regions(), options.drop());
    try (LoadProgress progress = LoadProgress.of(plan.size())) {
      importer.load(plan, progress);
      return String.format(
          Locale.ROOT,
          "imported %,d rows into table %s in %,d ms",
          plan.size(),
          table,
          progress.elapsedMillis());
    }
  }
}
