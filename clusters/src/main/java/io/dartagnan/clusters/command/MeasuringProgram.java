package io.dartagnan.clusters.command;

import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.hbase.ServerJvm;
import io.dartagnan.clusters.machine.ClientFolders;
import io.dartagnan.clusters.process.JavaCommand;
import io.dartagnan.clusters.process.Role;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Program in a JVM of its own that measures the three clouds beside plain HBase. Its last arguments
 * are five folders of configurations: the Safe Client's, cloud 0, 1, 2, plain HBase's.
 */
final class MeasuringProgram {
  private MeasuringProgram() {}

  /**
   * The command that starts it.
   *
   * @param mainClass of the clusters jar
   * @param arguments before the folders
   */
  static List<String> command(ClientFolders folders, String mainClass, List<String> arguments) {
    Artefacts artefacts = Program.artefacts();
    Path safe = folders.safe();
    List<String> command = new ArrayList<>(List.of(JavaCommand.path(), "-Xmx1g"));
    command.addAll(ServerJvm.OPENS);
    // No folder of a configuration is on the class path: the program uses five.
    command.add("-Dlog4j.configuration=" + safe.resolve("log4j.properties").toUri());
    command.addAll(
        List.of(
            "-cp",
            artefacts.clustersJar() + File.pathSeparator + artefacts.commandLineClasspath(),
            mainClass));
    command.addAll(arguments);
    command.add(safe.toString());
    for (Role role : Role.CLUSTERS) {
      command.add(folders.bare(role).toString());
    }
    return command;
  }
}
