package io.dartagnan.clusters.command;

import io.dartagnan.clusters.deployment.Deployment;
import io.dartagnan.clusters.machine.ClientFolders;
import io.dartagnan.clusters.machine.Instance;
import io.dartagnan.clusters.process.ChildProcess;
import io.dartagnan.clusters.process.ExitActions;
import io.dartagnan.clusters.process.LockFile;
import io.dartagnan.clusters.process.OrphanProcesses;
import io.dartagnan.clusters.terminal.CommandException;
import io.dartagnan.clusters.terminal.ExitCode;
import io.dartagnan.clusters.terminal.Progress;
import io.dartagnan.clusters.terminal.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Clouds that one program has for itself: brought up from nothing before it, and taken down after
 * it. However it ends, nothing that was started stays, unless all went well and the user asked to
 * keep the clouds.
 */
final class OwnClouds {
  /** The environment variable that everything inherits which is started for a script's clouds. */
  private static final String MARK = "DARTAGNAN_OWN_CLOUDS";

  /** An exit code above tells of a signal. */
  private static final int SIGNAL = 128;

  private static final int BROKEN_PIPE = SIGNAL + 13;

  private final String script;
  private final Instance instance;
  private final Instance silent;
  private final OrphanProcesses orphans;
  private ChildProcess child;
  private boolean touched;
  private boolean over;

  /**
   * Clouds of a script.
   *
   * @param script its name
   * @param instance its own: it is wiped first and last
   */
  OwnClouds(String script, Instance instance) {
    this.script = script;
    this.instance = instance;
    this.silent = new Instance(instance.state(), instance.artefacts(), Progress.silent());
    this.orphans = new OrphanProcesses(MARK, instance.state().path().toString());
  }

  /**
   * Brings them up, runs a program on them, and takes them down.
   *
   * @param deployment what is started
   * @param check what the program can say before anything is started
   * @param program its command, given the folders of the clouds' configurations
   * @param keep whether the clouds stay up when all went well
   * @return the exit code
   * @throws CommandException when it cannot begin
   */
  int run(
      Deployment deployment,
      Runnable check,
      Function<ClientFolders, List<String>> program,
      boolean keep) {
    Path file = instance.state().path().resolveSibling(script + ".lock");
    LockFile held = LockFile.take(file, Duration.ZERO, this::runsAlready);
    Runnable interrupted = () -> finish(SIGNAL + 1, false);
    try (held) {
      check.run();
      ExitActions.ofThisProgram().add(interrupted);
      int status = finish(upAndRun(deployment, program), keep);
      ExitActions.ofThisProgram().remove(interrupted);
      return status;
    }
  }

  private CommandException runsAlready(String holder) {
    return CommandException.failure(
        "a %s is running already in this checkout%s; wait for it or end it"
            .formatted(script, holder));
  }

  private int upAndRun(Deployment deployment, Function<ClientFolders, List<String>> program) {
    try {
      if (Files.exists(instance.state().path())) {
        System.err.println("removing what an earlier " + script + " left ...");
        down(true);
      }
      touch();
      instance.up(deployment);
      ClientFolders folders = new ClientFolders(instance.state(), instance.requireMachine());
      int status = begin(program.apply(folders)).await();
      return System.out.checkError() || System.err.checkError() ? BROKEN_PIPE : status;
    } catch (CommandException e) {
      if (!ExitActions.ofThisProgram().begun()) {
        System.err.println(script + ": " + e.getMessage());
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
              + " until the next "
              + script);
      down(false);
    }
    return status;
  }

  private void down(boolean wipe) {
    try {
      silent.down(wipe);
    } catch (RuntimeException e) {
      System.err.println(
          script + ": going down did not end well (" + e.getMessage() + "); ending the processes");
    }
    orphans.end();
  }
}
