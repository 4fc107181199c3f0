package io.dartagnan.clusters.files;

import java.util.List;

/**
 * Last lines that a process said, and the reason for its end that they give.
 *
 * @param lines in their order
 */
public record ProcessOutput(List<String> lines) {
  /** Text with which HBase announces that a server gives up; the process around it may go on. */
  private static final String ABORT = "***** ABORTING ";

  /** The most telling first. */
  private static final List<String> TELLING =
      List.of("Caused by: ", "Exception: ", " ERROR ", "Error: ");

  /** A copy of the lines. */
  public ProcessOutput {
    lines = List.copyOf(lines);
  }

  /** The last of them, all when there are fewer. */
  public List<String> last(int count) {
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }

  /** Reason for which a server inside the process gave up, or null when none has. */
  public String abort() {
    for (String line : lines) {
      int begin = line.indexOf(ABORT);
      if (begin >= 0) {
        String reason = line.substring(begin + ABORT.length()).strip();
        int end = reason.indexOf(" *****");
        return end < 0 ? reason : reason.substring(0, end);
      }
    }
    return null;
  }

  /**
   * Most likely cause of the process's end: the reason given for an abort, the innermost cause of
   * the last exception, the last error, or the last line; empty when it said nothing.
   */
  public String cause() {
    String abort = abort();
    if (abort != null) {
      return abort;
    }
    for (String telling : TELLING) {
      for (int i = lines.size() - 1; i >= 0; i--) {
        if (lines.get(i).contains(telling)) {
          return lines.get(i).strip();
        }
      }
    }
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1).strip();
  }
}
