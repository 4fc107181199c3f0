package io.dartagnan.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.distribution.Bundles.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The commands of a {@code CHECKLIST.md}, run as they stand there, by a shell in the folder where
 * that is.
 */
final class Checklist {
  private static final String INDENT = "      ";

  private final Path folder;
  private final Bundles bundles;
  private final List<String> commands;

  /** One in a folder. */
  Checklist(Bundles bundles, Path folder) throws IOException {
    this.bundles = bundles;
    this.folder = folder;
    this.commands =
        new ArrayList<>(
            Files.readAllLines(folder.resolve("CHECKLIST.md")).stream()
                .filter(line -> line.startsWith(INDENT))
                .map(String::strip)
                .toList());
  }

  /** Puts a file beside it, under its own name. */
  Checklist given(Path file) throws IOException {
    Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    return this;
  }

  /** Leaves out the commands that begin so, of which there is one at least. */
  Checklist without(String... beginnings) {
    for (String beginning : beginnings) {
      assertThat(commands.removeIf(command -> command.startsWith(beginning)))
          .as("%s has '%s'", folder, beginning)
          .isTrue();
    }
    return this;
  }

  /** Has other words in the place of some, in each command. */
  Checklist with(String words, String others) {
    commands.replaceAll(command -> command.replace(words, others));
    return this;
  }

  /** Runs the commands up to the first one that begins so, without it. */
  void runUntil(String beginning) throws Exception {
    while (!commands.isEmpty() && !commands.get(0).startsWith(beginning)) {
      String command = commands.remove(0);
      Ended ended = bundles.run(folder, Map.of(), "bash", "-e", "-c", command);
      assertThat(ended.status()).as("%s: %s", command, ended.out()).isZero();
    }
  }

  /** Runs those that are left. */
  void runTheRest() throws Exception {
    runUntil("nothing more");
  }
}
