package io.dartagnan.cli.cloud;

import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A watch over the three clouds while a task runs on them: a cloud that ceases to answer is named
 * within seconds, however long HBase's client would go on trying.
 *
 * <p>The task runs in a thread of its own, and the caller's thread asks the clouds every few
 * seconds. Silence has to be found twice in a row, so that a pause of a cloud ends nothing. A task
 * that is given up keeps its thread, which ends with the process.
 */
public final class CloudWatch {

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
