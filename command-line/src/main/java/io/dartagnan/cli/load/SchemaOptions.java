package io.dartagnan.cli.load;

import io.dartagnan.cli.csv.CsvReader;
import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.InstalledSuites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import picocli.CommandLine.Option;

/** The options with which a file becomes a table. */
public final class SchemaOptions {

  @Option(
      names = "--family",
      paramLabel = "NAME",
      defaultValue = "f",
      description = "The column family to store the columns in (default: ${DEFAULT-VALUE}).")
  private String family;

  @Option(
      names = "--key",
      paramLabel = "COLUMN",
      description =
          "The column that holds the row keys, which are not protected (default: the first whose"
              + " values are unique and never empty).")
  private String key;

  @Option(
      names = "--column",
      paramLabel = "'NAME=SCHEME TYPE'",
      description =
          "Declare a column, such as 'PRICE=additive decimal(2)', 'CODE=replicated int64',"
              + " 'NAME=xor string(31)' or 'CITY=plain'. May be given many times. decimal(d) is a type of"
              + " the command line alone: the table's schema says int64, and the column holds the"
              + " amount x 10^d.")
  private List<String> columns = new ArrayList<>();

  @Option(
      names = "--schema",
      paramLabel = "FILE",
      description = "Read such declarations from a file, one per line.")
  private Path schemaFile;

  @Option(
      names = "--suite",
      paramLabel = "NAME",
      description =
          "The protocol suite that compares the table's values (default: "
              + ProtocolSuites.DEFAULT
              + ").")
  private String suite;

  @Option(
      names = "--regions",
      paramLabel = "N",
      defaultValue = "1",
      description = "Divide the table into this many regions (default: ${DEFAULT-VALUE}).")
  private int regions;

  @Option(names = "--drop", description = "Delete the table first if it exists.")
  private boolean drop;

  /** The declarations of single columns, as the user gave them. */
  List<String> declarations() {
    return columns;
  }

  /** The protocol suite that the user named; empty for the default. */
  Optional<String> suite() {
    return suite == null ? Optional.empty() : Optional.of(installedSuite());
  }

  /** Whether an option was given that means something for a file only. */
  boolean isForFile() {
    return key != null || schemaFile != null;
  }

  public String family() {
    return family;
  }

  int regions() {
    return regions;
  }

  boolean drop() {
    return drop;
  }

  /** Reads a file, chooses its schema, and checks all of it. */
  public ImportPlan plan(Path file) {
    CsvTable table = CsvReader.read(file);
    ImportSchema schema =
        SchemaInference.of(table, key, SchemaOverrides.read(table, columns, schemaFile));
    ImportPlan plan = new ImportPlan(table, withSuite(schema));
    plan.splitKeys(regions);
    requireFamily();
    return plan;
  }

  /** Returns when HBase takes the name of the family, before a table is dropped for another. */
  private void requireFamily() {
    try {
      ColumnFamilyDescriptorBuilder.isLegalColumnFamilyName(Bytes.toBytes(family));
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          "--family '%s' is no name of a column family: one or more characters are allowed, not first a dot, and without ':', '/' and control characters"
              .formatted(family));
    }
  }

  private ImportSchema withSuite(ImportSchema schema) {
    return suite == null ? schema : schema.withSuite(installedSuite());
  }

  private String installedSuite() {
    try {
      return InstalledSuites.require("--suite", suite);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(e.getMessage());
    }
  }
}
