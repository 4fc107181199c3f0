package io.dartagnan.cli.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Files for one reader, which nobody else may read: some hold passwords. */
final class FileSet {
  private static final FileAttribute<Set<PosixFilePermission>> FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final String name;
  private final Map<String, String> files = new LinkedHashMap<>();

  /**
   * No files yet.
   *
   * @param name of their folder
   */
  FileSet(String name) {
    this.name = name;
  }

  /**
   * Makes a folder for sets of files.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it is there
   */
  static void makeFolder(Path folder) throws IOException {
    Path parent = folder.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    Files.createDirectory(folder, FOLDER);
  }

  String name() {
    return name;
  }

  FileSet with(String file, String content) {
    files.put(file, content);
    return this;
  }

  /** A file's content. */
  String file(String file) {
    return files.get(file);
  }

  /** Writes them into a folder of their own below another. */
  void write(Path below) throws IOException {
    Path folder = below.resolve(name);
    for (Map.Entry<String, String> each : files.entrySet()) {
      Path file = folder.resolve(each.getKey());
      Files.createDirectories(file.getParent(), FOLDER);
      Files.createFile(file, FILE);
      Files.writeString(file, each.getValue(), StandardOpenOption.WRITE);
    }
  }
}
