package io.dartagnan.discovery;

/** Strangers' text made fit for a line of a log: printable ASCII, at most 600 characters. */
final class PrintableLine {
  private static final int LONGEST = 600;

  private PrintableLine() {}

  static String of(String text) {
    if (text == null) {
      return "no reason given";
    }
    String start = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    return start.replaceAll("[^ -~]", "?");
  }
}
