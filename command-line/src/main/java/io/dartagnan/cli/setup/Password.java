package io.dartagnan.cli.setup;

import io.dartagnan.mpc.SystemRandom;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

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

  /** Its SHA-256 in hex, by which Redis knows it. */
  String sha256() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "a password";
  }
}
