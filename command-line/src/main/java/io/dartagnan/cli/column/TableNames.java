package io.dartagnan.cli.column;

import io.dartagnan.cli.terminal.CommandException;
import org.apache.hadoop.hbase.TableName;

/** Names of tables, as users type them. */
public final class TableNames {

  private TableNames() {}

  /**
   * The table of this name.
   *
   * @throws CommandException if HBase takes no table of this name
   */
  public static TableName parse(String name) {
    try {
      return TableName.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          "'%s' is not a table name: letters, digits, '_', '-' and '.' are allowed, not first '-' or '.'"
              .formatted(name));
    }
  }
}
