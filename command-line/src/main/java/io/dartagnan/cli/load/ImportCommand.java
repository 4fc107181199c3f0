package io.dartagnan.cli.load;

import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.migration.TableSourceOption;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.OutputOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates a protected table from a CSV file. Nothing is created if any line of it is wrong. */
@Command(
    name = "import",
    description = {
      "Create a protected table from a CSV file (UTF-8, comma, with a header line), or from a table of a"
          + " plain HBase, whose rows are copied with their newest values and then compared, every value."
    },
    customSynopsis = {
      "dartagnan import FILE.csv --table=NAME [OPTION...]",
      "       dartagnan import FILE.csv --print-schema [OPTION...]",
      "       dartagnan import --from-conf=FOLDER --from-table=NAME --table=NAME [OPTION...]"
    },
    mixinStandardHelpOptions = true)
public final class ImportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE.csv", arity = "0..1", description = "The file to import.")
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

  @Option(
      names = "--continue",
      description =
          "Go on with an import of the same rows into the same table that was interrupted: those that"
              + " the table lacks are loaded.")
  private boolean goOn;

  @Mixin private TableSourceOption source;
  @Mixin private SchemaOptions options;
  @Mixin private OutputOption output;
  @Mixin private CloudsOption connection;

  @Override
  public Integer call() throws IOException {
    if (file == null && !source.isGiven()) {
      throw new ParameterException(spec.commandLine(), "Missing required parameter: 'FILE.csv'");
    }
    if (table == null && !printSchema) {
      throw CommandException.usage("--table NAME is missing: the name of the table to create");
    }
    if (goOn && options.drop()) {
      throw CommandException.usage(
          "--continue keeps the rows that are there and --drop deletes them; give one of the two");
    }
    return source.isGiven() ? ofTable() : ofFile();
  }

  private int ofTable() throws IOException {
    if (file != null || printSchema || options.isForFile()) {
      throw CommandException.usage(
          "--from-table imports a table, and FILE.csv, --print-schema, --key and --schema are for files");
    }
    source.run(
        new TableSourceOption.Wish(
            TableNames.parse(table),
            options.declarations(),
            options.protection(),
            options.drop(),
            goOn),
        connection,
        spec.commandLine().getOut(),
        spec.commandLine().getErr(),
        output.isJson());
    return 0;
  }

  private int ofFile() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    ImportPlan plan = options.plan(file, connection.placement());
    if (printSchema) {
      out.print(SchemaReport.file(plan.file(), plan.schema()));
      out.flush();
      return 0;
    }
    Import load = new Import(TableNames.parse(table), plan, options, goOn);
    if (!output.isJson()) {
      out.println(SchemaReport.table(plan.schema()));
    }
    Import.Done done = load.run(connection, spec.commandLine().getErr());
    out.println(output.isJson() ? done.json() : done);
    return 0;
  }
}
