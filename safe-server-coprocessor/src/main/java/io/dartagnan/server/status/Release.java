package io.dartagnan.server.status;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Release of d'Artagnan that this server runs, as Maven wrote it beside this class. */
final class Release {
  private static final String FILE = "release.properties";

  private Release() {}

  static String version() {
    Properties written = new Properties();
    try (InputStream in = Release.class.getResourceAsStream(FILE)) {
      written.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return written.getProperty("version");
  }
}
