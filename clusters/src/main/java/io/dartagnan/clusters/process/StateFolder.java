package io.dartagnan.clusters.process;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.terminal.CommandException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.file.PathUtils;

/**
 * Where one instance keeps everything.
 *
 * <pre>
 * deployment.properties   what runs, with which settings, on which ports
 * run/ROLE.pid            one per running process
 * bin/redis-server
 * redis/                  conf, data, logs
 * cloud-0/ .. baseline/   conf, tls, lib, data, logs, tmp
 * client/                 configurations for programs that use the clusters
 * </pre>
 */
public final class StateFolder {
  private final Path path;

  public StateFolder(Path path) {
    this.path = path.toAbsolutePath().normalize();
  }

  public Path path() {
    return path;
  }

  public Path of(Role role) {
    return path.resolve(role.id());
  }

  public Path deployment() {
    return path.resolve("deployment.properties");
  }

  public Path pidFile(Role role) {
    return path.resolve("run").resolve(role.id() + ".pid");
  }

  /** The folder of a client configuration: {@code safe}, or a cluster's own name. */
  public Path client(String name) {
    return path.resolve("client").resolve(name);
  }

  /**
   * Takes the folder for one command that changes what runs.
   *
   * @param patience how long to wait for another command to end
   * @throws CommandException when another one still holds it after that
   */
  public FileChannel lock(Duration patience) {
    OwnerOnly.folder(path);
    Path file = path.resolve("lock");
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      // The channel is the lock's owner: closing it, or dying, gives the folder back.
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      while (tryLock(channel) == null) {
        if (System.nanoTime() - deadline >= 0) {
          String holder = Files.readString(file).strip();
          channel.close();
          throw CommandException.failure(
              "another clusters/local"
                  + (holder.isEmpty() ? "" : " (pid " + holder + ")")
                  + " is at work on "
                  + path
                  + "; wait for it, or use another folder through DARTAGNAN_STATE");
        }
        Pause.millis(100);
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
      return channel;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file, e);
    }
  }

  private static FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException heldByThisProcess) {
      return null;
    }
  }

  /** Deletes what this tool made, and the folder unless something else is in it too. */
  public void wipe() {
    List<String> made =
        new ArrayList<>(
            List.of(
                "deployment.properties",
                "run",
                "bin",
                "client",
                "build.log",
                "build.began",
                "lock"));
    for (Role role : Role.values()) {
      made.add(role.id());
    }
    made.forEach(name -> delete(path.resolve(name)));
    File[] left = path.toFile().listFiles();
    if (left != null && left.length == 0) {
      delete(path);
    }
  }

  private static void delete(Path tree) {
    try {
      if (Files.exists(tree)) {
        PathUtils.delete(tree);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + tree, e);
    }
  }
}
