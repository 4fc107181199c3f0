package io.dartagnan.cli.cloud;

import io.dartagnan.cli.terminal.CommandException;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.schema.Placement;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
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

  private Path keyFile;

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
    if (keyFile != null) {
      configuration.set(ClientKeys.KEY_FILE, keyFile.toString());
    }
    return configuration;
  }

  /** Where tables are, as the configuration says. */
  public Placement placement() {
    return ClientSettings.placement(configuration());
  }

  /** Gives the configuration a file of keys. */
  public void setKeyFile(Path file) {
    keyFile = file;
  }

  /** The folder of the configuration: the one that was given, or on the class path. */
  public Optional<Path> folder() {
    URL onClassPath = configuration().getResource(SITE);
    return folder == null && onClassPath != null && onClassPath.getProtocol().equals("file")
        ? Optional.of(Path.of(URI.create(onClassPath.toString())).getParent())
        : Optional.ofNullable(folder);
  }

  /**
   * The configuration of a client of three clouds.
   *
   * @param command what needs them
   * @throws CommandException if it is one of a single cluster
   */
  public Configuration ofThree(String command) {
    if (placement().isOneCluster()) {
      throw new CommandException(
          "%s is about three clouds, and %s is 1 in this configuration"
              .formatted(command, ClientKeys.CLOUDS));
    }
    return configuration();
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
    return on(Map.of(), task);
  }

  /** Does the same with some settings other than the client's configuration has. */
  public <T> T on(Map<String, String> settings, Task<T> task) throws IOException {
    Configuration configuration = configuration();
    settings.forEach(configuration::set);
    return watching(
        () -> {
          try (Clouds clouds = Clouds.connect(configuration)) {
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

  /**
   * A watch over the three clouds while a task runs on them: a cloud that ceases to answer is named
   * within seconds, however long HBase's client would go on trying.
   *
   * <p>The task runs in a thread of its own, and the caller's thread asks the clouds every few
   * seconds. Silence has to be found twice in a row, so that a pause of a cloud ends nothing. A
   * task that is given up keeps its thread, which ends with the process.
   */
  static final class CloudWatch {

    private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(4);
    private static final Duration BEFORE_THE_SECOND = Duration.ofSeconds(1);

    /** A task on the clouds. */
    @FunctionalInterface
    public interface Task<T> {
      T run() throws IOException;
    }

    private final Supplier<Optional<String>> silence;
    private final Duration between;
    private final Duration beforeTheSecond;

    /** A watch that asks by this check. */
    CloudWatch(ReachabilityCheck check) {
      this(check::silence, BETWEEN_CHECKS, BEFORE_THE_SECOND);
    }

    /**
     * A watch.
     *
     * @param silence a sentence on the clouds that do not answer, empty if all do
     */
    CloudWatch(Supplier<Optional<String>> silence, Duration between, Duration beforeTheSecond) {
      this.silence = silence;
      this.between = between;
      this.beforeTheSecond = beforeTheSecond;
    }

    /**
     * Runs a task to its end, or gives it up.
     *
     * @throws CommandException naming the clouds that do not answer, with the task's own failure as
     *     cause if it had failed by then
     */
    <T> T during(Task<T> task) throws IOException {
      FutureTask<T> running = new FutureTask<>(task::run);
      Thread thread = new Thread(running, "command");
      thread.setDaemon(true);
      thread.start();
      try {
        return await(running);
      } catch (ExecutionException e) {
        throw failure(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (IOException) new InterruptedIOException("interrupted").initCause(e);
      } finally {
        running.cancel(true);
      }
    }

    private <T> T await(FutureTask<T> running) throws ExecutionException, InterruptedException {
      boolean silentBefore = false;
      while (true) {
        Duration wait = silentBefore ? beforeTheSecond : between;
        try {
          return running.get(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          Optional<String> silent = silence.get();
          if (silent.isPresent() && silentBefore && !running.isDone()) {
            throw new CommandException(silent.get());
          }
          silentBefore = silent.isPresent();
        }
      }
    }

    /** The clouds that do not answer are a better reason than what HBase's client makes of them. */
    private IOException failure(Throwable failure) {
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      silence
          .get()
          .ifPresent(
              sentence -> {
                throw new CommandException(sentence, failure);
              });
      return (IOException) failure;
    }
  }
}
