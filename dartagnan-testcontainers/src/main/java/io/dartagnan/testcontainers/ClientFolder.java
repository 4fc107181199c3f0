package io.dartagnan.testcontainers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Temporary folder with the stores of the application under test, which its owner alone may read.
 * HBase's client takes them from files.
 */
final class ClientFolder implements AutoCloseable {
  private final Deque<Path> made = new ArrayDeque<>();
  private final Path folder;

  private ClientFolder(Path folder) {
    this.folder = folder;
  }

  static ClientFolder make() {
    try {
      ClientFolder client =
          new ClientFolder(
              Files.createTempDirectory("dartagnan-containers-", ownerOnly("rwx------")));
      client.remember(client.folder);
      return client;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a temporary folder", e);
    }
  }

  /** Writes a file and returns its path. */
  String write(String name, byte[] content) {
    Path file = folder.resolve(name);
    try {
      Files.createFile(file, ownerOnly("rw-------"));
      remember(file);
      Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
    return file.toString();
  }

  /** Deletes the folder with the process, where a test is broken off. */
  private void remember(Path path) {
    made.push(path);
    path.toFile().deleteOnExit();
  }

  private static FileAttribute<?>[] ownerOnly(String permissions) {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
    };
  }

  /** Deletes it and what is in it. */
  @Override
  public void close() {
    try {
      for (Path path : made) {
        Files.deleteIfExists(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + folder, e);
    }
  }
}
