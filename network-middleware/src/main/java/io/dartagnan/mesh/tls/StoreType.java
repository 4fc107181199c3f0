package io.dartagnan.mesh.tls;

import java.nio.file.Path;
import java.util.Locale;

/** Format of a keystore or truststore file, told by a setting or else by the extension. */
public enum StoreType {
  /** {@code .p12} and {@code .pfx}. */
  PKCS12,
  /** {@code .jks}. */
  JKS;

  /**
   * The type that is set, or else that of the file's extension.
   *
   * @param setting {@code pkcs12} or {@code jks} in any case; null or empty to go by the extension
   * @throws IllegalArgumentException if neither says one of these
   */
  public static StoreType of(String setting, Path file) {
    if (setting == null || setting.isBlank()) {
      return byExtension(file);
    }
    for (StoreType type : values()) {
      if (type.name().equalsIgnoreCase(setting.strip())) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "store type '" + setting + "' given for " + file + ", pkcs12 or jks is allowed");
  }

  private static StoreType byExtension(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".p12") || name.endsWith(".pfx")) {
      return PKCS12;
    }
    if (name.endsWith(".jks")) {
      return JKS;
    }
    throw new IllegalArgumentException(
        "the extension of " + file + " does not tell its type, set pkcs12 or jks");
  }
}
