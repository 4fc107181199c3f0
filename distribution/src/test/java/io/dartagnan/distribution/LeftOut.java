package io.dartagnan.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A file that is away until this is closed.
 *
 * @param file where it belongs
 * @param kept where it is meanwhile
 */
record LeftOut(Path file, Path kept) implements AutoCloseable {

  static LeftOut of(Path file) throws IOException {
    Path kept = file.resolveSibling(file.getFileName() + ".kept");
    Files.move(file, kept);
    return new LeftOut(file, kept);
  }

  @Override
  public void close() throws IOException {
    Files.move(kept, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
