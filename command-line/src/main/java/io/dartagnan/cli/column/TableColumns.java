package io.dartagnan.cli.column;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection.Encryption;
import io.dartagnan.schema.TableSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The columns of a table as its descriptor declares them, in the order of the file they came from.
 * The values {@code cli.*} of a descriptor are the command line's own and mean nothing to others.
 */
public final class TableColumns {

  /** Descriptor value: the name of the row key in the file. */
  public static final String KEY = "cli.key";

  /** Prefix of the descriptor value that holds a column's digits after the point. */
  public static final String DECIMAL_PREFIX = "cli.decimal.";

  /** Prefix of the descriptor value that holds a column's place among those of the file. */
  public static final String POSITION_PREFIX = "cli.position.";

  /** A column and the format of its values. */
  public record Column(String family, String qualifier, ColumnFormat format) {

    public byte[] familyBytes() {
      return Bytes.toBytes(family);
    }

    public byte[] qualifierBytes() {
      return Bytes.toBytes(qualifier);
    }

    /** The full name, {@code family:qualifier}. */
    public String name() {
      return family + ":" + qualifier;
    }

    private boolean is(String given) {
      return qualifier.equals(given) || name().equals(given);
    }
  }

  private final TableDescriptor descriptor;
  private final String keyName;
  private final List<Column> columns;

  private TableColumns(TableDescriptor descriptor, String keyName, List<Column> columns) {
    this.descriptor = descriptor;
    this.keyName = keyName;
    this.columns = columns;
  }

  /** Reads a table's descriptor. */
  public static TableColumns of(TableDescriptor descriptor) {
    List<Column> columns = new ArrayList<>();
    descriptor
        .getValues()
        .keySet()
        .forEach(
            key -> {
              String name = Bytes.toString(key.copyBytes());
              int colon = name.indexOf(':');
              boolean declaresColumn = name.startsWith(TableSchema.COLUMN_PREFIX) && colon > 0;
              if (declaresColumn && !name.endsWith(":*")) {
                String family = name.substring(TableSchema.COLUMN_PREFIX.length(), colon);
                columns.add(column(descriptor, family, name.substring(colon + 1)));
              }
            });
    columns.sort(
        Comparator.<Column>comparingInt(
                column -> number(descriptor, POSITION_PREFIX, column, Integer.MAX_VALUE))
            .thenComparing(Column::family)
            .thenComparing(Column::qualifier));
    return new TableColumns(
        descriptor, Objects.requireNonNullElse(descriptor.getValue(KEY), "row key"), columns);
  }

  /** The table. */
  public TableName table() {
    return descriptor.getTableName();
  }

  /** The name of the row key: what the file called it, or {@code row key}. */
  public String keyName() {
    return keyName;
  }

  /** Name of the protocol suite that compares the table's values; empty if none needs one. */
  public String suite() {
    if (!TableSchema.isDeclaredIn(descriptor)) {
      return "";
    }
    TableSchema schema = TableSchema.of(descriptor);
    return schema.protections().anyMatch(Protection::needsSuite)
        ? schema.suite().orElse(ProtocolSuites.DEFAULT)
        : "";
  }

  /** How its clients encrypt row keys; empty if they do not. */
  public Optional<Encryption> rowKeys() {
    return TableSchema.isDeclaredIn(descriptor)
        ? TableSchema.of(descriptor).rowKeys()
        : Optional.empty();
  }

  /** The declared columns. */
  public List<Column> all() {
    return columns;
  }

  /**
   * The column of this name, which may be {@code family:qualifier}.
   *
   * @throws CommandException if the table declares none, or several
   */
  public Column named(String name) {
    List<Column> found = columns.stream().filter(column -> column.is(name)).toList();
    if (found.size() > 1) {
      throw new CommandException(
          "table %s declares '%s' in several families; name one of %s"
              .formatted(
                  descriptor.getTableName(),
                  name,
                  found.stream().map(Column::name).collect(Collectors.joining(", "))));
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    if (name.equals(keyName)) {
      throw new CommandException(
          "'%s' is the row key of %s, not a column; read one row with 'get'"
              .formatted(name, descriptor.getTableName()));
    }
    int colon = name.indexOf(':');
    if (colon > 0 && descriptor.hasColumnFamily(Bytes.toBytes(name.substring(0, colon)))) {
      Column column = column(descriptor, name.substring(0, colon), name.substring(colon + 1));
      if (protection(descriptor, column.family(), column.qualifier()) != null) {
        return column;
      }
    }
    throw new CommandException(
        "table %s declares no column '%s'; it declares %s"
            .formatted(
                descriptor.getTableName(),
                name,
                columns.stream().map(Column::qualifier).collect(Collectors.joining(", "))));
  }

  /** The declared columns, then undeclared ones that rows have. */
  public List<Column> andThoseIn(List<Result> rows) {
    List<Column> found = new ArrayList<>(columns);
    for (Result row : rows) {
      for (Cell cell : row.rawCells()) {
        String family = Bytes.toString(CellUtil.cloneFamily(cell));
        String qualifier = Bytes.toStringBinary(CellUtil.cloneQualifier(cell));
        String text = Bytes.toString(CellUtil.cloneQualifier(cell));
        boolean known =
            found.stream().anyMatch(c -> c.family().equals(family) && c.qualifier().equals(text));
        if (!known && text.equals(qualifier)) {
          found.add(column(descriptor, family, text));
        }
      }
    }
    return found;
  }

  private static Column column(TableDescriptor descriptor, String family, String qualifier) {
    Protection protection = protection(descriptor, family, qualifier);
    Column plain = new Column(family, qualifier, new ColumnFormat(Protection.PLAIN, 0));
    if (protection == null) {
      return plain;
    }
    int scale = number(descriptor, DECIMAL_PREFIX, plain, 0);
    return new Column(family, qualifier, new ColumnFormat(protection, scale));
  }

  private static Protection protection(
      TableDescriptor descriptor, String family, String qualifier) {
    return TableSchema.isDeclaredIn(descriptor)
        ? TableSchema.of(descriptor)
            .protectionOf(Bytes.toBytes(family), Bytes.toBytes(qualifier))
            .orElse(null)
        : null;
  }

  private static int number(
      TableDescriptor descriptor, String prefix, Column column, int otherwise) {
    String value = descriptor.getValue(prefix + column.family() + ":" + column.qualifier());
    try {
      return value == null ? otherwise : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new CommandException(
          "the descriptor value %s%s:%s of table %s is not a number"
              .formatted(prefix, column.family(), column.qualifier(), descriptor.getTableName()),
          e);
    }
  }
}
