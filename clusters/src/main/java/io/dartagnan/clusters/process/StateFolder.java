package io.dartagnan.clusters.process;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.file.PathUtils;

/**
 * Folder in which one instance keeps everything.
 *
 * <pre>
 * deployment.properties   what runs, with which settings, on which ports
 * run/ROLE.pid            one per running process
 * bin/redis-server
 * redis/                  conf, data, logs
 * cloud-0/ .. baseline/   conf, tls, rpc, lib, data, logs, tmp
 * rest/  thrift/          gateway.properties, conf, lib, logs, tmp
 * client/                 configurations for programs that use the clusters, and their key
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
  public LockFile lock(Duration patience) {
    return LockFile.take(
        path.resolve("lock"),
        patience,
        holder ->
            CommandException.failure(
                "another clusters/local"
                    + holder
                    + " is at work on "
                    + path
                    + "; wait for it, or use another folder through DARTAGNAN_STATE"));
  }

  /** Deletes what this tool made, and the folder unless something else is in it too. */
  public void wipe() {
    List<String> made =
        new ArrayList<>(List.of("deployment.properties", "run", "bin", "client", "lock"));
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
