package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The two bundles that this build made, unpacked, and their programs. */
final class Bundles {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final long PATIENCE_S = 300;

  private final Path folder;

  /** A program that has ended: its exit code, and what it wrote. */
  record Ended(int status, String out) {}

  private Bundles(Path folder) {
    this.folder = folder;
  }

  /** Unpacks both into a folder. */
  static Bundles unpack(Path folder) throws Exception {
    Bundles bundles = new Bundles(folder);
    for (String bundle : List.of("server", "client")) {
      assertThat(bundles.run(folder, Map.of(), "tar", "xzf", tar(bundle).toString()))
          .isEqualTo(new Ended(0, ""));
    }
    return bundles;
  }

  /** The file of one, {@code server} or {@code client}. */
  static Path tar(String bundle) throws IOException {
    return only(TARGET, "dartagnan-*-" + bundle + ".tar.gz");
  }

  Path server() throws IOException {
    return only(folder, "dartagnan-server-*");
  }

  Path client() throws IOException {
    return only(folder, "dartagnan-client-*");
  }

  /** Runs a program of the operators' bundle. */
  Ended server(String program, String... arguments) throws Exception {
    return run(folder, Map.of(), command(server().resolve("bin").resolve(program), arguments));
  }

  /** Runs the command line. */
  Ended client(Map<String, String> environment, String... arguments) throws Exception {
    return run(folder, environment, command(client().resolve("bin/dartagnan"), arguments));
  }

  private static String[] command(Path program, String... arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    return command.toArray(String[]::new);
  }

  /** Runs any program to its end, with the variables given and none of this project's besides. */
  Ended run(Path in, Map<String, String> environment, String... command) throws Exception {
    Path said = Files.createTempFile(folder, "said", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("DARTAGNAN_"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      boolean ended = process.waitFor(PATIENCE_S, TimeUnit.SECONDS);
      assertThat(ended).as("it ended: %s", Files.readString(said)).isTrue();
      return new Ended(process.exitValue(), Files.readString(said));
    } finally {
      process.destroyForcibly();
    }
  }

  /** The one file of a folder that is named so. */
  static Path only(Path in, String glob) throws IOException {
    try (var found = Files.newDirectoryStream(in, glob)) {
      List<Path> all = new ArrayList<>();
      found.forEach(all::add);
      assertThat(all).as("%s in %s", glob, in).hasSize(1);
      return all.get(0);
    }
  }
}
