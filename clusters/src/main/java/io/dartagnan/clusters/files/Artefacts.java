package io.dartagnan.clusters.files;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Artefacts that the Maven build of this checkout leaves in its target folders. */
public final class Artefacts {
  private final Path checkout;

  /**
   * @param checkout the folder of the parent pom
   */
  public Artefacts(Path checkout) {
    this.checkout = checkout.toAbsolutePath().normalize();
  }

  /** The class path of a plain HBase process. */
  public List<Path> hbaseClasspath() {
    return classpath(checkout.resolve("safe-server-coprocessor/target/hbase.classpath"));
  }

  /** The class path of HBase's gateways over the Safe Client. */
  public List<Path> gatewayClasspath() {
    return classpath(checkout.resolve("clusters/gateways/target/gateways.classpath"));
  }

  /** Whether the next build may replace a file. */
  public boolean isOfThisBuild(Path file) {
    return file.startsWith(checkout);
  }

  /** The one jar with the coprocessors. */
  public Path cloudJar() {
    return jar("safe-server-coprocessor", "safe-server-coprocessor-*-cloud.jar");
  }

  /** The jar of this module. */
  public Path clustersJar() {
    return jar("clusters", "clusters-*[0-9A-Z].jar");
  }

  /** The class path of a program that uses the Safe Client. */
  public String clientClasspath() {
    return programClasspath("safe-client");
  }

  /** The class path of the command line. */
  public String commandLineClasspath() {
    return programClasspath("command-line");
  }

  private String programClasspath(String module) {
    List<String> entries = new ArrayList<>();
    entries.add(jar(module, module + "-*[0-9A-Z].jar").toString());
    for (Path each : classpath(checkout.resolve(module).resolve("target/runtime.classpath"))) {
      entries.add(each.toString());
    }
    return String.join(File.pathSeparator, entries);
  }

  private static List<Path> classpath(Path file) {
    try {
      return Arrays.stream(Files.readString(file).strip().split(File.pathSeparator))
          .filter(entry -> !entry.isEmpty())
          .map(Path::of)
          .toList();
    } catch (IOException e) {
      throw missing(file, e);
    }
  }

  private Path jar(String module, String glob) {
    Path target = checkout.resolve(module).resolve("target");
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, glob)) {
      // Those of earlier versions of the project may be there too.
      Path newest = null;
      for (Path jar : jars) {
        if (newest == null
            || Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(newest)) > 0) {
          newest = jar;
        }
      }
      if (newest != null) {
        return newest;
      }
    } catch (IOException e) {
      throw missing(target.resolve(glob), e);
    }
    throw missing(target.resolve(glob), null);
  }

  private static CommandException missing(Path what, IOException cause) {
    return CommandException.failure(what + " is missing; ./mvnw package builds it", cause);
  }
}
