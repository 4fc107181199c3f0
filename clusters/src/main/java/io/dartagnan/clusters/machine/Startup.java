package io.dartagnan.clusters.machine;

import io.dartagnan.clusters.files.LogTail;
import io.dartagnan.clusters.process.ExitActions;
import io.dartagnan.clusters.process.Pause;
import io.dartagnan.clusters.process.Port;
import io.dartagnan.clusters.process.Ports;
import io.dartagnan.clusters.process.ProcessLauncher;
import io.dartagnan.clusters.process.Role;
import io.dartagnan.clusters.process.ServerProcess;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts processes and waits until they answer, or leaves none of them behind.
 *
 * <p>Unless {@link #keep} was reached, closing ends what was started here; so does a signal that
 * ends this program.
 */
public final class Startup implements AutoCloseable {
  static final Duration DEADLINE = Duration.ofSeconds(120);

  private static final int POLL_MILLIS = 500;
  private static final int LAST_LINES = 8;

  private final Machine machine;
  private final Progress progress;
  private final List<ServerProcess> started = new ArrayList<>();
  private final Map<Role, LogTail> logs = new EnumMap<>(Role.class);
  private final Map<Role, LogTail> consoles = new EnumMap<>(Role.class);
  private final Runnable undoing = this::interrupted;
  private boolean over;
  private boolean shown;

  public Startup(Machine machine, Progress progress) {
    this.machine = machine;
    this.progress = progress;
    ExitActions.ofThisProgram().add(undoing);
  }

  /**
   * Refuses a start that a port stands against.
   *
   * @throws CommandException when one is taken, or wanted twice
   */
  public void requirePorts(List<ServerProcess> servers) {
    Ports.requireDistinct(ports(machine.servers()));
    Ports.requireFree(ports(servers));
  }

  private static List<Port> ports(List<ServerProcess> servers) {
    return servers.stream().flatMap(server -> server.ports().stream()).toList();
  }

  /** Starts all of them at the same time. */
  public void start(List<ServerProcess> servers) {
    for (ServerProcess server : servers) {
      server.prepare();
      launch(server);
    }
    if (!servers.isEmpty()) {
      progress.say(
          "started "
              + String.join(", ", servers.stream().map(each -> each.role().toString()).toList()));
    }
  }

  private synchronized void launch(ServerProcess server) {
    if (over) {
      throw CommandException.failure("interrupted");
    }
    logs.put(server.role(), LogTail.fromNow(server.log()));
    consoles.put(server.role(), LogTail.fromNow(server.console()));
    started.add(server);
    ProcessLauncher.launch(server, machine.record(server));
  }

  /**
   * Waits until all of them answer.
   *
   * @throws CommandException when one ends or gives up, or does not answer before the deadline
   */
  public void await(List<ServerProcess> servers) {
    ExecutorService threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "await");
              thread.setDaemon(true);
              return thread;
            });
    try {
      CompletionService<Role> answers = new ExecutorCompletionService<>(threads);
      long deadline = System.nanoTime() + DEADLINE.toNanos();
      for (ServerProcess server : servers) {
        answers.submit(() -> awaitOne(server, deadline));
      }
      for (int i = 0; i < servers.size(); i++) {
        progress.say(answers.take().get() + " answers");
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CommandException sentence
          ? sentence
          : CommandException.failure("waiting failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failure("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private Role awaitOne(ServerProcess server, long deadline) {
    LogTail log = logs.getOrDefault(server.role(), LogTail.fromNow(server.log()));
    while (true) {
      if (!machine.isUp(server) || log.abort() != null) {
        if (isOver()) {
          throw CommandException.failure("interrupted");
        }
        throw failed(server, log);
      }
      String missing = server.missing();
      if (missing == null) {
        return server.role();
      }
      if (System.nanoTime() - deadline >= 0) {
        throw CommandException.failure(
            server.role()
                + " is not ready after "
                + DEADLINE.toSeconds()
                + " s: "
                + missing
                + "; its log is "
                + server.log());
      }
      Pause.millis(POLL_MILLIS);
    }
  }

  private CommandException failed(ServerProcess server, LogTail ownLog) {
    LogTail log = ownLog;
    Path file = server.log();
    if (log.cause().isEmpty()) {
      log = consoles.getOrDefault(server.role(), LogTail.of(server.console()));
      file = server.console();
    }
    showOnce(server.role(), log);
    String cause = log.cause();
    return CommandException.failure(
        server.role()
            + " failed to start"
            + (cause.isEmpty() ? "" : ": " + cause)
            + "; its log is "
            + file);
  }

  /** Shows the log of the first that ended: when several end, they mostly do so for one reason. */
  private synchronized void showOnce(Role role, LogTail log) {
    if (shown) {
      return;
    }
    shown = true;
    log.lines(LAST_LINES).forEach(line -> progress.say("  " + role + " | " + line));
  }

  /** Leaves everything that was started running. */
  public synchronized void keep() {
    over = true;
    started.clear();
  }

  private synchronized boolean isOver() {
    return over;
  }

  private void interrupted() {
    boolean any;
    synchronized (this) {
      any = !started.isEmpty();
    }
    if (any) {
      progress.say("interrupted; ending what was started");
    }
    undo();
  }

  private synchronized void undo() {
    over = true;
    machine.abandon(List.copyOf(started), progress);
    started.clear();
  }

  @Override
  public void close() {
    undo();
    ExitActions.ofThisProgram().remove(undoing);
  }
}
