package io.dartagnan.clusters.files;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Password of 256 random bits, as 64 hexadecimal digits in a file that only its owner may read.
 *
 * @param file holds the password and nothing else
 * @param maker the command that makes what is missing
 */
public record PasswordFile(Path file, String maker) {
  private static final int BYTES = 32;

  /** Makes it unless it is there. */
  public void ensure() {
    if (!Files.exists(file)) {
      make();
    }
  }

  /** Makes it, in the place of one that was there. */
  public void make() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    OwnerOnly.write(file, HexFormat.of().formatHex(random));
  }

  /**
   * @throws CommandException when it was never made
   */
  public String read() {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw CommandException.failure(
          "cannot read " + file + "; " + maker + " makes what is missing", e);
    }
  }
}
