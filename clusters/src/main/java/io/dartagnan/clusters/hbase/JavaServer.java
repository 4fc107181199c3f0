package io.dartagnan.clusters.hbase;

import io.dartagnan.clusters.files.ConfigurationFile;
import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.process.JavaCommand;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.process.StateFolder;
import io.dartagnan.provisioning.Site;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Process of HBase: a JVM in a folder of its own, which has its configuration, jars and logs. */
abstract class JavaServer implements ServerProcess {
  private final Role role;
  private final Path folder;
  private final String logName;

  /**
   * A process that is not started.
   *
   * @param logName of its log files, without the ending
   */
  JavaServer(Role role, StateFolder state, String logName) {
    this.role = role;
    this.folder = state.of(role);
    this.logName = logName;
  }

  /** Its hbase-site.xml. */
  abstract Map<String, String> site();

  /** Its class path behind its configuration. */
  abstract List<Path> classpath();

  /** Its main class and that one's arguments. */
  abstract List<String> program();

  final Path folder() {
    return folder;
  }

  @Override
  public final Role role() {
    return role;
  }

  @Override
  public void prepare() {
    OwnerOnly.folder(folder.resolve("tmp"));
    OwnerOnly.folder(log().getParent());
    LoggingConfiguration.writeServer(conf());
    ConfigurationFile.write(conf().resolve(Site.FILE), site());
    List<String> entries = new ArrayList<>(List.of(conf().toString()));
    classpath().forEach(entry -> entries.add(entry.toString()));
    List<String> arguments = new ArrayList<>(ServerJvm.options(folder, log()));
    arguments.add("-cp");
    arguments.add(String.join(File.pathSeparator, entries));
    arguments.addAll(program());
    OwnerOnly.write(javaArguments(), ServerJvm.argumentFile(arguments));
  }

  @Override
  public final List<String> command() {
    return List.of(JavaCommand.path(), "@" + javaArguments());
  }

  @Override
  public final String marker() {
    return javaArguments().toString();
  }

  @Override
  public final Path log() {
    return folder.resolve("logs").resolve(logName + ".log");
  }

  @Override
  public final Path console() {
    return folder.resolve("logs").resolve(logName + ".out");
  }

  private Path conf() {
    return folder.resolve("conf");
  }

  private Path javaArguments() {
    return conf().resolve("java.args");
  }
}
