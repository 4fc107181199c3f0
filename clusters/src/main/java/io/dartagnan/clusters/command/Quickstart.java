package io.dartagnan.clusters.command;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.deployment.Settings;
import io.dartagnan.clusters.machine.ClientFolders;
import io.dartagnan.clusters.machine.Instance;
import io.dartagnan.clusters.process.ChildProcess;
import io.dartagnan.clusters.process.ExitActions;
import io.dartagnan.clusters.process.LockFile;
import io.dartagnan.clusters.process.Strays;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import io.dartagnan.clusters.terminal.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Run of the system from nothing to verified answers, and down again. However it ends, nothing that
 * it started stays, unless all went well and the user asked to keep the clouds.
 */
final class Quickstart {
  /** The environment variable that everything inherits which a quickstart starts. */
  private static final String MARK = "DARTAGNAN_QUICKSTART";

  /** An exit code above tells of a signal. */
  private static final int SIGNAL = 128;

  private static final int BROKEN_PIPE = SIGNAL + 13;

  private final Instance instance;
  private final Instance silent;
  private final TourProgram tour;
  private final Strays strays;
  private ChildProcess child;
  private boolean touched;
  private boolean over;

  /**
   * @param instance its own: it wipes that first and last
   */
  Quickstart(Instance instance, TourProgram tour) {
    this.instance = instance;
    this.silent = new Instance(instance.state(), instance.artefacts(), Progress.silent());
    this.tour = tour;
    this.strays = new Strays(MARK, instance.state().path().toString());
  }

  /**
   * Runs it to its end.
   *
   * @param keep whether the clouds stay up when all went well
   * @return the exit code
   * @throws CommandException when it cannot begin
   */
  int run(boolean keep) {
    Path file = instance.state().path().resolveSibling("quickstart.lock");
    LockFile held = LockFile.take(file, Duration.ZERO, Quickstart::runsAlready);
    Runnable interrupted = () -> finish(SIGNAL + 1, false);
    try (held) {
      // A file that cannot be imported is better known before clouds start.
      tour.check();
      ExitActions.ofThisProgram().add(interrupted);
      int status = finish(upAndTour(), keep);
      ExitActions.ofThisProgram().remove(interrupted);
      return status;
    }
  }

  private static CommandException runsAlready(String holder) {
    return CommandException.failure(
        "a quickstart is running already in this checkout" + holder + "; wait for it or end it");
  }

  private int upAndTour() {
    try {
      if (Files.exists(instance.state().path())) {
        System.err.println("removing what an earlier quickstart left ...");
        down(true);
      }
      touch();
      instance.up(new Deployment(1, false, Settings.none(), Map.of()));
      Path conf = new ClientFolders(instance.state(), instance.requireMachine()).safe();
      int status = begin(tour.on(conf)).await();
      return System.out.checkError() || System.err.checkError() ? BROKEN_PIPE : status;
    } catch (CommandException e) {
      if (!ExitActions.ofThisProgram().begun()) {
        System.err.println("quickstart: " + e.getMessage());
      }
      return e.exitCode();
    }
  }

  private synchronized void touch() {
    touched = true;
  }

  private synchronized ChildProcess begin(List<String> command) {
    if (over) {
      throw CommandException.failure("interrupted");
    }
    child = ChildProcess.start(command);
    return child;
  }

  /** Ends all that runs, once: of two callers the later one waits and finds nothing to do. */
  private synchronized int finish(int status, boolean keep) {
    if (over) {
      return status;
    }
    over = true;
    if (child != null) {
      child.end();
    }
    if (!touched) {
      return status;
    }
    if (status == ExitCode.OK && keep) {
      System.out.println("the clouds stay up; to use them, and to end them:");
      System.out.println(
          "  " + Shell.export("DARTAGNAN_STATE", instance.state().path().toString()));
      System.out.println("  clusters/dartagnan tables");
      System.out.println("  clusters/local down --wipe");
    } else if (status == ExitCode.OK || status > SIGNAL) {
      System.err.println("shutting everything down ...");
      down(true);
    } else {
      System.err.println(
          "shutting everything down; logs stay in "
              + instance.state().path()
              + " until the next quickstart");
      down(false);
    }
    return status;
  }

  private void down(boolean wipe) {
    try {
      silent.down(wipe);
    } catch (RuntimeException e) {
      System.err.println(
          "quickstart: going down did not end well (" + e.getMessage() + "); ending the processes");
    }
    strays.end();
  }
}
