package io.dartagnan.cli.keys;

import io.dartagnan.cli.cloud.Clouds;
import io.dartagnan.cli.cloud.CloudsOption;
import io.dartagnan.cli.column.TableNames;
import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.cli.terminal.JsonLine;
import io.dartagnan.cli.terminal.OutputOption;
import io.dartagnan.client.admin.TableKeysChange;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.keys.TableKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes, shows and changes the keys of tables whose values carry tags or are sealed. */
@Command(
    name = "keys",
    description = {
      "Make, show and change the keys of tables whose values carry tags (dartagnan.tag) or are encrypted",
      "by clients (columns of scheme std, det, ope or search).",
      "Each table has keys of its own. They stand in its descriptor, encrypted under the key of a file",
      "that all its clients have (" + ClientKeys.KEY_FILE + ") and no cloud has."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      KeysCommand.CreateCommand.class,
      KeysCommand.ShowCommand.class,
      KeysCommand.RotateCommand.class,
      KeysCommand.WrapCommand.class
    },
    mixinStandardHelpOptions = true)
public final class KeysCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), "one of the commands create, show, rotate and wrap is needed");
  }

  /** Makes a key file. */
  @Command(
      name = "create",
      description = {
        "Make a file with a new key, under which tables' keys are encrypted, that its owner alone may read.",
        "Give it to all clients of these tables, by a way that no cloud's operator reads, and keep a copy:",
        "without it the tables cannot be read or written. It is as secret as the values: with it a cloud",
        "can try guesses of each."
      },
      mixinStandardHelpOptions = true)
  static final class CreateCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file; it must not be there yet.")
    private Path file;

    @Mixin private OutputOption output;

    @Override
    public Integer call() {
      KeyFile made;
      try {
        made = KeyFile.create(file);
      } catch (IOException e) {
        throw new CommandException("no key was made: " + e.getMessage(), e);
      }
      PrintWriter out = spec.commandLine().getOut();
      out.println(
          output.isJson()
              ? new JsonLine().with("key", made.id()).with("file", file.toString())
              : "made key %s in %s; set %s to it where clients run"
                  .formatted(made.id(), file, ClientKeys.KEY_FILE));
      return 0;
    }
  }

  /** A step of a command on the keys of a table. */
  @FunctionalInterface
  private interface Step {
    TableKeys of(TableKeysChange change, TableName table) throws IOException;
  }

  /** The table whose keys a command is about, and the way to them. */
  static final class TableOption {
    @Parameters(paramLabel = "TABLE", description = "The table.")
    private String table;

    @Mixin private OutputOption output;
    @Mixin private CloudsOption connection;

    private int run(CommandSpec spec, Step step) throws IOException {
      TableName name = TableNames.parse(table);
      TableKeys keys = connection.on(clouds -> on(clouds, name, step));
      PrintWriter out = spec.commandLine().getOut();
      if (output.isJson()) {
        out.println(
            new JsonLine()
                .with("table", name.getNameAsString())
                .with("inUse", keys.newest())
                .with("keys", keys.describe()));
      } else {
        out.println("table %s uses key %d".formatted(name, keys.newest()));
        keys.describe().forEach(line -> out.println("  " + line));
      }
      return 0;
    }

    private static TableKeys on(Clouds clouds, TableName table, Step step) throws IOException {
      try (TableKeysChange change = TableKeysChange.over(clouds.safe())) {
        return step.of(change, table);
      } catch (TableNotFoundException e) {
        throw Clouds.noTable(table);
      }
    }
  }

  /** Shows a table's keys. */
  @Command(
      name = "show",
      description = "Show which keys a table has and when they were made, and nothing of the keys.",
      mixinStandardHelpOptions = true)
  static final class ShowCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private TableOption table;

    @Override
    public Integer call() throws IOException {
      return table.run(spec, TableKeysChange::of);
    }
  }

  /** Gives a table a new key. */
  @Command(
      name = "rotate",
      description = {
        "Make a new key for a table. Applications go on, and what was written stays under the older keys.",
        "Connections that are open write sealed columns under the new one at once, and tags under the key",
        "they know until they are opened anew. If it ends half-way, call it again."
      },
      mixinStandardHelpOptions = true)
  static final class RotateCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;
    @Mixin private TableOption table;

    @Override
    public Integer call() throws IOException {
      return table.run(spec, TableKeysChange::rotate);
    }
  }

  /** Encrypts a table's keys under another file's key. */
  @Command(
      name = "wrap",
      description = {
        "Encrypt a table's keys under the key of another file. New connections to the table need that file",
        "from then on. If it ends half-way, call it again."
      },
      mixinStandardHelpOptions = true)
  static final class WrapCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--under",
        paramLabel = "FILE",
        required = true,
        description = "The other file, as 'dartagnan keys create' makes it.")
    private Path file;

    @Mixin private TableOption table;

    @Override
    public Integer call() throws IOException {
      KeyFile under;
      try {
        under = KeyFile.read(file);
      } catch (IOException e) {
        throw CommandException.usage("--under: " + e.getMessage());
      }
      return table.run(spec, (change, name) -> change.wrap(name, under));
    }
  }
}
