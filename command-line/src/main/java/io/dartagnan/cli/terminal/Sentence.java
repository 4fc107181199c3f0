package io.dartagnan.cli.terminal;

import java.util.regex.Pattern;

/** The one sentence on a failure, from exceptions whose messages may hold whole stack traces. */
public final class Sentence {

  private static final Pattern EXCEPTION_PREFIX =
      Pattern.compile("^(?:[a-z][\\w$]*\\.)+[A-Z][\\w$]*(?:Exception|Error):\\s*");
  private static final Pattern RETRIES =
      Pattern.compile("^(?:Failed after attempts=|Failed \\d+ actions?:|callTimeout=)");

  private Sentence() {}

  /** The sentence for a failure: the outermost message that is not only about retries. */
  public static String of(Throwable failure) {
    Throwable last = failure;
    for (Throwable at = failure; at != null; at = at.getCause()) {
      last = at;
      String sentence = firstLine(at.getMessage());
      if (!sentence.isEmpty() && !RETRIES.matcher(sentence).find()) {
        return sentence;
      }
    }
    String sentence = firstLine(failure.getMessage());
    return sentence.isEmpty() ? last.getClass().getSimpleName() : sentence;
  }

  private static String firstLine(String message) {
    if (message == null) {
      return "";
    }
    String line = message.strip().lines().findFirst().orElse("");
    String shorter = EXCEPTION_PREFIX.matcher(line).replaceFirst("");
    while (!shorter.equals(line)) {
      line = shorter;
      shorter = EXCEPTION_PREFIX.matcher(line).replaceFirst("");
    }
    return line;
  }
}
