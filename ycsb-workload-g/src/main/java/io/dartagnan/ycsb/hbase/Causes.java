package io.dartagnan.ycsb.hbase;

import java.util.regex.Pattern;

/** Reasons of failures in one sentence, where HBase's messages hold stack traces and retries. */
public final class Causes {
  private static final Pattern CLASS_NAME =
      Pattern.compile("^(?:[\\w$]+\\.)+[\\w$]+(?:Exception|Error):\\s*");
  private static final Pattern ABOUT_RETRIES =
      Pattern.compile("^(?:Failed after attempts=|Failed \\d+ actions?:|callTimeout=)");

  private Causes() {}

  /** The outermost reason that is about more than the number of attempts. */
  public static String of(Throwable failure) {
    String first = null;
    Throwable root = failure;
    for (Throwable at = failure; at != null; at = at.getCause()) {
      root = at;
      String line = line(at);
      if (!line.isEmpty() && !ABOUT_RETRIES.matcher(line).find()) {
        return line;
      }
      first = first == null && !line.isEmpty() ? line : first;
    }
    return first == null ? root.getClass().getSimpleName() : first;
  }

  private static String line(Throwable failure) {
    String message = failure.getMessage();
    String line = message == null ? "" : message.strip().lines().findFirst().orElse("");
    String shorter = CLASS_NAME.matcher(line).replaceFirst("");
    while (!shorter.equals(line)) {
      line = shorter;
      shorter = CLASS_NAME.matcher(line).replaceFirst("");
    }
    return line;
  }
}
