package io.dartagnan.mesh.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Locale;
import java.util.Objects;

/**
 * Keystore or truststore on disk.
 *
 * @param path the file
 * @param type its format
 * @param password opens it, and the key in it
 */
public record StoreFile(Path path, Type type, char[] password) {
  /** Refuses a missing part; the file is read later. */
  public StoreFile {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(password, "password");
  }

  /** A store of the type that the file's extension tells. */
  public static StoreFile of(Path path, char[] password) {
    return new StoreFile(path, Type.of(null, path), password);
  }

  /** All bytes of the file. */
  byte[] read() throws IOException {
    try {
      return Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      throw new IOException(path + " does not exist", e);
    } catch (AccessDeniedException e) {
      // Its message is the path and nothing else.
      throw new IOException(
          "%s cannot be read: the user %s may not".formatted(path, System.getProperty("user.name")),
          e);
    } catch (IOException e) {
      throw new IOException(path + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** The store that the file's bytes hold. */
  KeyStore open(byte[] bytes) throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(type.name());
      store.load(new ByteArrayInputStream(bytes), password);
      return store;
    } catch (IOException | GeneralSecurityException e) {
      throw new IOException(path + " cannot be read as " + type + ": " + e.getMessage(), e);
    }
  }

  /** Without the password. */
  @Override
  public String toString() {
    return path + " (" + type + ")";
  }

  /** Format of a keystore or truststore file, told by a setting or else by the extension. */
  public enum Type {
    /** {@code .p12} and {@code .pfx}. */
    PKCS12,
    /** {@code .jks}. */
    JKS;

    /**
     * The type that is set, or else that of the file's extension.
     *
     * @param setting {@code pkcs12} or {@code jks} in any case; null or empty to go by the
     *     extension
     * @throws IllegalArgumentException if neither says one of these
     */
    public static Type of(String setting, Path file) {
      if (setting == null || setting.isBlank()) {
        return byExtension(file);
      }
      for (Type type : values()) {
        if (type.name().equalsIgnoreCase(setting.strip())) {
          return type;
        }
      }
      throw new IllegalArgumentException(
          "store type '" + setting + "' given for " + file + ", pkcs12 or jks is allowed");
    }

    private static Type byExtension(Path file) {
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
}
