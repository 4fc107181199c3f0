package io.dartagnan.clusters.command;

import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.hbase.ServerJvm;
import io.dartagnan.clusters.machine.Instance;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;

/**
 * Program behind all scripts of this module. Its first argument is the script's name, the others
 * are the script's own.
 */
public final class Program {
  private static final String CHECKOUT_PROPERTY = "dartagnan.checkout";
  private static final String STATE_PROPERTY = "dartagnan.state";

  private Program() {}

  /**
   * Runs one command and ends the process with its exit code.
   *
   * @param arguments the script's name, then its arguments
   */
  public static void main(String[] arguments) {
    if (arguments.length == 0) {
      System.err.println("error: start this program through a script of clusters/");
      System.exit(ExitCode.USAGE);
    }
    String[] own = Arrays.copyOfRange(arguments, 1, arguments.length);
    System.exit(script(arguments[0]).execute(own));
  }

  private static CommandLine script(String name) {
    return switch (name) {
      case "local" -> LocalCommand.commandLine();
      case "containers" -> ContainersCommand.commandLine();
      case "certs" -> CertsCommand.commandLine();
      case "quickstart" -> QuickstartCommand.commandLine();
      case "bench-filter" -> new BenchCommand.Filters().wide();
      case "bench-ops" -> new BenchCommand.Operations().wide();
      case "dartagnan" -> DartagnanCommand.commandLine();
      default -> throw new IllegalArgumentException("there is no script clusters/" + name);
    };
  }

  /** The instance that the environment of the script named. */
  static Instance instance(Progress progress) {
    return new Instance(new StateFolder(state()), artefacts(), progress);
  }

  /** The state folder that the environment of the script named. */
  static Path state() {
    return Path.of(required(STATE_PROPERTY));
  }

  /** The artefacts of the script's checkout. */
  static Artefacts artefacts() {
    return new Artefacts(checkout());
  }

  /** The folder of the parent pom. */
  static Path checkout() {
    return Path.of(required(CHECKOUT_PROPERTY));
  }

  /** The variables by which other programs find clouds. */
  static Map<String, String> environment(
      Artefacts artefacts, Path state, List<Role> clouds, Function<Role, Path> bare, Path safe) {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("DARTAGNAN_CLASSPATH", artefacts.clientClasspath());
    variables.put("DARTAGNAN_JAVA_OPTS", String.join(" ", ServerJvm.OPENS));
    variables.put("DARTAGNAN_STATE", state.toString());
    for (Role cloud : clouds) {
      variables.put("DARTAGNAN_CLOUD_" + cloud.party() + "_CONF", bare.apply(cloud).toString());
    }
    variables.put("DARTAGNAN_CONF", safe.toString());
    return variables;
  }

  private static String required(String property) {
    String value = System.getProperty(property);
    if (value == null) {
      throw CommandException.usage("start this program through clusters/local");
    }
    return value;
  }

  /** The project's version, as Maven wrote it into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Program.class.getPackage().getImplementationVersion();
      return new String[] {version == null ? "not packaged" : version};
    }
  }
}
