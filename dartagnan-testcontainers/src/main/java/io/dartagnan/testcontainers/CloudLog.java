package io.dartagnan.testcontainers;

import java.util.List;
import java.util.Optional;

/** Log of one run of a cloud's process. */
final class CloudLog {
  private static final int LAST = 20;
  private static final String INITIALISED = "Master has completed initialization";

  /** Text with which HBase announces that a server gives up; the process around it may go on. */
  private static final String ABORT = "***** ABORTING ";

  private final List<String> lines;

  CloudLog(String text) {
    this.lines = text.lines().toList();
  }

  /** Whether its master has said that it is ready. */
  boolean isInitialised() {
    return lines.stream().anyMatch(line -> line.contains(INITIALISED));
  }

  /** Reason for which a server inside the process gave up. */
  Optional<String> abort() {
    return lines.stream()
        .filter(line -> line.contains(ABORT))
        .map(line -> line.substring(line.indexOf(ABORT) + ABORT.length()).strip())
        .findFirst();
  }

  /** Its last lines, with a heading. */
  String end() {
    if (lines.isEmpty()) {
      return "\nIts log is empty.";
    }
    List<String> last = lines.subList(Math.max(0, lines.size() - LAST), lines.size());
    return "\nThe last lines of its log:\n" + String.join("\n", last);
  }
}
