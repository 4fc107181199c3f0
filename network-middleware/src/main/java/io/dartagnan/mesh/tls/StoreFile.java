package io.dartagnan.mesh.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Objects;

/**
 * Keystore or truststore on disk.
 *
 * @param path the file
 * @param type its format
 * @param password opens it, and the key in it
 */
public record StoreFile(Path path, StoreType type, char[] password) {
  /** Refuses a missing part; the file is read later. */
  public StoreFile {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(password, "password");
  }

  /** A store of the type that the file's extension tells. */
  public static StoreFile of(Path path, char[] password) {
    return new StoreFile(path, StoreType.of(null, path), password);
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
}
