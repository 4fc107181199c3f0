package io.dartagnan.cli.doctor;

import io.dartagnan.cli.terminal.JsonLine;

/**
 * One thing that is wrong.
 *
 * @param check the check that found it
 * @param subject where it is, such as {@code cloud 1}
 * @param wrong what is wrong
 * @param mend how to mend it
 */
record Finding(String check, String subject, String wrong, String mend) {

  /** Whether nothing can be asked of the clouds before it is mended. */
  boolean keepsFromTheClouds() {
    return check.equals(ConfigurationCheck.NAME) && subject.startsWith("cloud ");
  }

  /** One line for a reader. */
  String text() {
    return "%s: %s; %s".formatted(subject, wrong, mend);
  }

  /** One line for a program. */
  JsonLine json() {
    return new JsonLine()
        .with("check", check)
        .with("ok", false)
        .with("subject", subject)
        .with("wrong", wrong)
        .with("mend", mend);
  }
}
