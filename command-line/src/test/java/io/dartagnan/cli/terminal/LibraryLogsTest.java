package io.dartagnan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.cli.Dartagnan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Processes with and without {@code --verbose}: what is chosen holds for a whole process. */
class LibraryLogsTest {

  private static final String CLASS_PATH = "java.class.path";

  @TempDir private Path folder;

  /** A program whose libraries print, log, and let an exception go. */
  static final class Talkative {
    private Talkative() {}

    public static void main(String[] args) throws InterruptedException {
      LibraryLogs.show(args.length > 0);
      new IOException("printed by a library").printStackTrace();
      LoggerFactory.getLogger("org.apache.hadoop.hbase.client").warn("logged by a library");
      LoggerFactory.getLogger(Dartagnan.class).warn("logged by the program");
      Thread thread =
          new Thread(
              () -> {
                throw new IllegalStateException("nobody caught this");
              });
      thread.start();
      thread.join();
    }
  }

  private String said(String... arguments) throws IOException, InterruptedException {
    Path err = folder.resolve("err");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(CLASS_PATH),
                Talkative.class.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return Files.readString(err);
  }

  @Test
  void whatLibrariesSayIsNotShown() throws Exception {
    assertThat(said())
        .startsWith(
            "dartagnan: warning: logged by the program\n"
                + "java.lang.IllegalStateException: nobody caught this\n")
        .doesNotContain("by a library");
  }

  @Test
  void whatLibrariesSayIsShownOnDemand() throws Exception {
    assertThat(said("--verbose"))
        .contains(
            "java.io.IOException: printed by a library",
            "logged by a library",
            "logged by the program",
            "nobody caught this");
  }
}
