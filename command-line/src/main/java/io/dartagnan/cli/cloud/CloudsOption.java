package io.dartagnan.cli.cloud;

import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import picocli.CommandLine.Option;

/** The option that says which clouds a command works on, and the way to them. */
public final class CloudsOption {

  private static final String SITE = "hbase-site.xml";
  private static final List<String> FILES = List.of("core-site.xml", SITE);

  /** A task of a command on connected clouds. */
  @FunctionalInterface
  public interface Task<T> {
    T on(Clouds clouds) throws IOException;
  }

  @Option(
      names = "--conf",
      paramLabel = "FOLDER",
      description =
          "The folder of a client's configuration, whose "
              + SITE
              + " says where the three clouds are (default: the one on the class path).")
  private Path folder;

  /**
   * The client's configuration.
   *
   * @throws CommandException if the folder that was given has none
   */
  public Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    if (folder != null) {
      addTo(configuration, "--conf", folder);
    }
    return configuration;
  }

  /**
   * Adds the files of a folder to a configuration.
   *
   * @param option the option that named the folder
   * @throws CommandException if it has no configuration of HBase
   */
  public static void addTo(Configuration configuration, String option, Path folder) {
    if (!Files.isReadable(folder.resolve(SITE))) {
      throw CommandException.usage(
          "%s %s has no %s that can be read; name the folder of a client's configuration"
              .formatted(option, folder, SITE));
    }
    for (String file : FILES) {
      Path site = folder.resolve(file);
      if (Files.isReadable(site)) {
        configuration.addResource(new org.apache.hadoop.fs.Path(site.toUri()));
      }
    }
  }

  /**
   * Connects, runs a task, and closes the connection.
   *
   * @throws CommandException naming the clouds that do not answer, also when they cease to while
   *     the task runs
   */
  public <T> T on(Task<T> task) throws IOException {
    return watching(
        () -> {
          try (Clouds clouds = connect()) {
            return task.on(clouds);
          }
        });
  }

  /** Runs a task that connects by itself, and ends it when a cloud ceases to answer. */
  public <T> T watching(CloudWatch.Task<T> task) throws IOException {
    return new CloudWatch(new ReachabilityCheck(configuration())).during(task);
  }

  /**
   * Connects, after checking that all three clouds answer.
   *
   * @throws CommandException naming the clouds that do not answer
   */
  public Clouds connect() throws IOException {
    return Clouds.connect(configuration());
  }
}
