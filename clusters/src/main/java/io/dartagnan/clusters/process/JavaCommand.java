package io.dartagnan.clusters.process;

import java.nio.file.Path;

/** The {@code java} command of the JDK that runs this program. */
public final class JavaCommand {
  private JavaCommand() {}

  /** Path of the command. */
  public static String path() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
