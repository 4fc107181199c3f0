package io.dartagnan.clusters.files;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Properties;

/** Files and folders that only their owner may read, replaced in one step. */
public final class OwnerOnly {
  private OwnerOnly() {}

  /** Makes the folder and those above it; does nothing when it is there. */
  public static Path folder(Path folder) {
    try {
      return Files.createDirectories(folder, permissions("rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make the folder " + folder, e);
    }
  }

  /** Writes the whole file, or leaves the old one. */
  public static void write(Path file, String content) {
    write(file, content.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes the whole file, or leaves the old one. */
  public static void write(Path file, byte[] content) {
    folder(file.getParent());
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.deleteIfExists(fresh);
      Files.createFile(fresh, permissions("rw-------"));
      try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** Writes properties, which {@link #properties} reads. */
  public static void write(Path file, Properties properties) {
    StringWriter text = new StringWriter();
    try {
      properties.store(text, "Written by clusters/local");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    write(file, text.toString());
  }

  /** The properties of a file, if it is there. */
  public static Optional<Properties> properties(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
      return Optional.of(properties);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Copies a file into a folder, under its name; returns the copy. */
  public static Path copy(Path file, Path folder) {
    Path copy = folder(folder).resolve(file.getFileName());
    try {
      return Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot copy " + file + " to " + copy, e);
    }
  }

  private static FileAttribute<?>[] permissions(String permissions) {
    if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
    };
  }
}
