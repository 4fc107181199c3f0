package io.dartagnan.clusters.command;

import io.dartagnan.clusters.files.Artefacts;
import io.dartagnan.clusters.hbase.ServerJvm;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command line of the Safe Client as a program of its own: {@code io.dartagnan.cli}. */
final class ClientProgram {
  private static final String MAIN_CLASS = "io.dartagnan.cli.Dartagnan";

  /** It runs for moments only, so that compiling it well costs more than it gains. */
  private static final String BRIEF = "-XX:TieredStopAtLevel=1";

  private final Artefacts artefacts;

  ClientProgram(Artefacts artefacts) {
    this.artefacts = artefacts;
  }

  /** The arguments of {@code java} that run it on clouds. */
  List<String> on(Path configurationFolder) {
    List<String> arguments = new ArrayList<>(ServerJvm.OPENS);
    arguments.addAll(
        List.of(
            "-cp",
            configurationFolder + File.pathSeparator + artefacts.commandLineClasspath(),
            MAIN_CLASS));
    return arguments;
  }

  /** The arguments of {@code java} that run it where it needs no clouds. */
  List<String> alone() {
    return List.of(BRIEF, "-cp", artefacts.commandLineClasspath(), MAIN_CLASS);
  }
}
