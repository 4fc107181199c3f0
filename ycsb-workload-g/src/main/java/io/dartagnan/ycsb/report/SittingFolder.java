package io.dartagnan.ycsb.report;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The folder of a sitting, which one program at a time uses. */
final class SittingFolder implements AutoCloseable {
  private final Path folder;
  private final FileChannel lock;

  private SittingFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Takes the folder, which is made if need be.
   *
   * @throws IOException if another program uses it
   */
  static SittingFolder open(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileChannel lock =
        FileChannel.open(
            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      taken = lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // By this process.
    } finally {
      if (!taken) {
        lock.close();
      }
    }
    if (!taken) {
      throw new IOException(
          "another report is being made in %s; wait for it, or name another folder with --out"
              .formatted(folder));
    }
    return new SittingFolder(folder, lock);
  }

  /** The folder itself. */
  Path path() {
    return folder;
  }

  /** The measurements, a line each. */
  Path results() {
    return folder.resolve("results.jsonl");
  }

  /** The circumstances. */
  Path record() {
    return folder.resolve("sitting.json");
  }

  /** The order to the process that measures. */
  Path order() {
    return folder.resolve(".order.json");
  }

  /** The hosts of the process that measures at a distance. */
  Path hosts() {
    return folder.resolve(".hosts");
  }

  /** The state of the clouds, while they are up. */
  Path clouds() {
    return folder.resolve(".clouds");
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(folder.resolve(".order.json"));
    Files.deleteIfExists(folder.resolve(".lock"));
    lock.close();
  }
}
