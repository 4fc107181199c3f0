package io.dartagnan.cli.setup;

/** Steps that somebody takes one after the other, in Markdown. */
final class Checklist {
  private final StringBuilder text = new StringBuilder();

  /**
   * A list without steps.
   *
   * @param title whose it is
   * @param about one sentence
   */
  Checklist(String title, String about) {
    text.append("# ").append(title).append("\n").append(about).append("\n");
  }

  /** A step with the commands, or lines, that belong to it. */
  Checklist step(String what, String... commands) {
    text.append("\n- [ ] ").append(what).append("\n");
    for (String each : commands) {
      command(each);
    }
    return this;
  }

  /** One more command of the last step. */
  Checklist command(String line) {
    text.append("\n      ").append(line).append("\n");
    return this;
  }

  Checklist note(String sentence) {
    text.append("\n").append(sentence).append("\n");
    return this;
  }

  String text() {
    return text.toString();
  }
}
