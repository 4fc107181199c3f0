package io.dartagnan.mpc.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Machine on which a measurement was taken. */
public final class Machine {
  private static final Path PROCESSOR = Path.of("/proc/cpuinfo");
  private static final String MODEL = "model name";

  private Machine() {}

  /** Processor, cores and Java, in one line. */
  public static String description() {
    return "%s, %d cores, Java %s"
        .formatted(processor(), Runtime.getRuntime().availableProcessors(), Runtime.version());
  }

  private static String processor() {
    try (Stream<String> lines = Files.exists(PROCESSOR) ? Files.lines(PROCESSOR) : Stream.empty()) {
      return lines
          .filter(line -> line.startsWith(MODEL))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
