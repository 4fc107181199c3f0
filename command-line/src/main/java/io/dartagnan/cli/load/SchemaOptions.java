package io.dartagnan.cli.load;

import io.dartagnan.cli.column.ColumnFormat;
import io.dartagnan.cli.column.DeclaredLength;
import io.dartagnan.cli.column.TableProtection;
import io.dartagnan.cli.csv.ColumnProfile;
import io.dartagnan.cli.csv.CsvReader;
import io.dartagnan.cli.csv.CsvTable;
import io.dartagnan.cli.csv.NumericReading;
import io.dartagnan.cli.load.ImportSchema.Declared;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.InstalledSuites;
import io.dartagnan.schema.Placement;
import io.dartagnan.schema.SealedProtection.Encryption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
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
          "The column that holds the row keys (default: the first whose values are unique and never"
              + " empty).")
  private String key;

  @Option(
      names = "--row-keys",
      paramLabel = "det|ope",
      description =
          "Encrypt the row keys. Clouds still learn which writes are to one row (det), or the order"
              + " of the rows (ope); with det a scan reads the whole table. Needs"
              + " dartagnan.client.key.file: see 'dartagnan keys'. Default: they are not protected.")
  private String rowKeys;

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
              + ProtocolSuites.DEFAULT_OF_REPLICATED
              + " where all protected columns are replicated, otherwise "
              + ProtocolSuites.DEFAULT
              + "). Reads of "
              + ProtocolSuites.DEFAULT_OF_REPLICATED
              + " tables with one cloud down need --tags.")
  private String suite;

  @Option(
      names = "--tags",
      description =
          "Have each protected value carry a tag under a key that only clients have, so that what one"
              + " cloud altered is noticed, and of replicated columns read from the two others. Needs dartagnan.client.key.file:"
              + " see 'dartagnan keys'.")
  private boolean tagged;

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

  /** The protection of the table as a whole. */
  TableProtection protection() {
    return new TableProtection(
        suite == null ? Optional.empty() : Optional.of(installedSuite()),
        tagged,
        Optional.ofNullable(rowKeys).map(SchemaOptions::encryptionOfRowKeys));
  }

  private static Encryption encryptionOfRowKeys(String scheme) {
    return Stream.of(Encryption.DET, Encryption.OPE)
        .filter(each -> each.toString().equals(scheme))
        .findFirst()
        .orElseThrow(
            () ->
                CommandException.usage(
                    "--row-keys '%s' is none of det and ope; leave it out for row keys that all clouds see"
                        .formatted(scheme)));
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

  /** Whether a table of the same name is deleted first. */
  public boolean drop() {
    return drop;
  }

  /**
   * Reads a file, chooses its schema, and checks all of it.
   *
   * @param placement where the table is to be
   */
  public ImportPlan plan(Path file, Placement placement) {
    CsvTable table = CsvReader.read(file);
    ImportSchema schema =
        SchemaInference.of(table, key, SchemaOverrides.read(table, columns, schemaFile));
    ImportPlan plan =
        new ImportPlan(
            table, (placement.isOneCluster() ? schema.sealed() : schema).with(protection()));
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

  private String installedSuite() {
    try {
      return InstalledSuites.require("--suite", suite);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(e.getMessage());
    }
  }

  /**
   * Chooses a schema for a file from its values. The result says what was chosen and why, so that
   * the user can correct it.
   */
  public static final class SchemaInference {

    private SchemaInference() {}

    /**
     * Chooses the row key and a declaration for every other column.
     *
     * @param key the column to take as row key; null to choose the first that qualifies
     * @param overrides declarations that the user gave, by column name; each name must be a column
     */
    public static ImportSchema of(CsvTable table, String key, Map<String, ColumnFormat> overrides) {
      List<ColumnProfile> profiles = new ArrayList<>();
      for (int column = 0; column < table.header().size(); column++) {
        profiles.add(ColumnProfile.of(table, column));
      }
      int keyColumn = key == null ? firstUnique(table, profiles) : table.column(key);
      String keyName = table.header().get(keyColumn);
      if (overrides.containsKey(keyName)) {
        throw new CommandException(
            "'%s' is the row key and takes no declaration; leave it out or choose another with --key"
                .formatted(keyName));
      }
      List<Declared> columns = new ArrayList<>();
      for (int column = 0; column < profiles.size(); column++) {
        if (column != keyColumn) {
          String name = table.header().get(column);
          columns.add(declare(column, name, profiles.get(column), overrides.get(name)));
        }
      }
      String keyReason =
          key == null ? "the first column whose values are unique and never empty" : "--key";
      return new ImportSchema(keyName, keyReason, columns, TableProtection.DEFAULT);
    }

    private static int firstUnique(CsvTable table, List<ColumnProfile> profiles) {
      for (int column = 0; column < profiles.size(); column++) {
        if (profiles.get(column).isUnique(table)) {
          return column;
        }
      }
      throw new CommandException(
          table.file()
              + " has no column whose values are unique and never empty; add one to serve as row key");
    }

    private static Declared declare(
        int index, String name, ColumnProfile profile, ColumnFormat override) {
      if (override != null) {
        return new Declared(index, name, profile, override, false, "as you declared");
      }
      NumericReading numbers = profile.numbers();
      if (numbers.isNumeric()) {
        int digits = numbers.fractionDigits();
        return new Declared(
            index,
            name,
            profile,
            ColumnFormat.ofNumbers(digits),
            true,
            digits == 0 ? "all are integers" : "decimals, kept x 10^" + digits);
      }
      int length = DeclaredLength.of(profile.longest());
      if (length > ValueType.MAX_LENGTH) {
        throw new CommandException(
            "column '%s' has a value of %,d bytes, at most %,d can be protected; shorten it"
                .formatted(name, profile.longest(), ValueType.MAX_LENGTH));
      }
      return new Declared(
          index, name, profile, ColumnFormat.ofText(length), true, reasonForText(numbers));
    }

    private static String reasonForText(NumericReading numbers) {
      if (numbers.values() == 0) {
        return "no values";
      }
      return numbers.isSpoilt()
          ? "text: see line " + numbers.obstacle().orElseThrow().line()
          : "text";
    }
  }

  /**
   * The declarations that a user gives: {@code NAME=SCHEME TYPE}, on the command line or one per
   * line of a file, where blank lines and lines that begin with {@code #} are comments. The last
   * equals sign divides, so a name may hold others.
   */
  public static final class SchemaOverrides {

    private final CsvTable table;

    private SchemaOverrides(CsvTable table) {
      this.table = table;
    }

    /**
     * Reads all declarations for a file; one on the command line counts before one in the schema
     * file.
     *
     * @param declarations those on the command line
     * @param schemaFile null if there is none
     */
    public static Map<String, ColumnFormat> read(
        CsvTable table, List<String> declarations, Path schemaFile) {
      SchemaOverrides overrides = new SchemaOverrides(table);
      Map<String, ColumnFormat> formats = new LinkedHashMap<>();
      if (schemaFile != null) {
        formats.putAll(overrides.ofFile(schemaFile));
      }
      Map<String, ColumnFormat> given = new LinkedHashMap<>();
      for (String declaration : declarations) {
        overrides.add(given, declaration, "--column '" + declaration + "'");
      }
      formats.putAll(given);
      return formats;
    }

    private Map<String, ColumnFormat> ofFile(Path file) {
      List<String> lines;
      try {
        lines = Files.readAllLines(file);
      } catch (IOException e) {
        throw new CommandException("the schema file " + file + " cannot be read", e);
      }
      Map<String, ColumnFormat> formats = new LinkedHashMap<>();
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i).strip();
        if (!line.isEmpty() && !line.startsWith("#")) {
          add(formats, line, file + ", line " + (i + 1));
        }
      }
      return formats;
    }

    private void add(Map<String, ColumnFormat> formats, String declaration, String where) {
      int equals = declaration.lastIndexOf('=');
      if (equals < 1) {
        throw CommandException.usage(
            where
                + " is not NAME=SCHEME TYPE, such as 'PRICE=additive decimal(2)' or 'CITY=plain'");
      }
      String name = declaration.substring(0, equals).strip();
      if (!table.header().contains(name)) {
        throw new CommandException(
            "%s names a column that %s does not have; it has %s"
                .formatted(where, table.file(), String.join(", ", table.header())));
      }
      ColumnFormat format;
      try {
        format = ColumnFormat.parse(declaration.substring(equals + 1).strip());
      } catch (IllegalArgumentException e) {
        throw new CommandException(where + ": " + e.getMessage(), e);
      }
      if (formats.put(name, format) != null) {
        throw new CommandException(where + " declares column '" + name + "' a second time");
      }
    }
  }
}
