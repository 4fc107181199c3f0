package io.dartagnan.clusters.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Memory of the machine that a process holds. */
public final class ResidentMemory {
  private ResidentMemory() {}

  /** Its resident set as a person reads it, or {@code -} when this system does not tell. */
  public static String of(long pid) {
    try {
      long kib = kib(pid);
      return kib < 0 ? "-" : String.format(Locale.ROOT, "%d MB", kib / 1024);
    } catch (IOException | NumberFormatException unknown) {
      return "-";
    }
  }

  private static long kib(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (Files.exists(status)) {
      for (String line : Files.readAllLines(status)) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
      return -1;
    }
    Process ps = new ProcessBuilder(List.of("ps", "-o", "rss=", "-p", Long.toString(pid))).start();
    return Long.parseLong(
        new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
  }
}
