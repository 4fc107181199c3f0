package io.dartagnan.cli.setup;

import io.dartagnan.mpc.SystemRandom;
import java.util.Base64;

/** A password of 192 random bits, of letters, digits, '-' and '_'. */
final class Password {
  private static final int BYTES = 24;

  private final String text;

  private Password(String text) {
    this.text = text;
  }

  static Password draw() {
    byte[] bytes = new byte[BYTES];
    SystemRandom.get().nextBytes(bytes);
    return new Password(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  String reveal() {
    return text;
  }

  @Override
  public String toString() {
    return "a password";
  }
}
