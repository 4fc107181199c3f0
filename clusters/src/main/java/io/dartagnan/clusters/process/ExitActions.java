package io.dartagnan.clusters.process;

import java.util.ArrayDeque;
import java.util.Deque;

/** Actions that run before a signal ends this program, the latest added first. */
public final class ExitActions {
  private static final ExitActions OF_THIS_PROGRAM = new ExitActions();

  // A stack and one hook: the JVM runs several hooks at the same time.
  private final Deque<Runnable> actions = new ArrayDeque<>();
  private boolean hooked;
  private boolean begun;

  private ExitActions() {}

  /** The one of this JVM. */
  public static ExitActions ofThisProgram() {
    return OF_THIS_PROGRAM;
  }

  /** Adds an action. */
  public synchronized void add(Runnable action) {
    if (!hooked) {
      Runtime.getRuntime().addShutdownHook(new Thread(this::run, "exit actions"));
      hooked = true;
    }
    actions.push(action);
  }

  /** Takes an action back; does nothing when it has begun. */
  public synchronized void remove(Runnable action) {
    actions.remove(action);
  }

  /** Whether this program is ending. */
  public synchronized boolean begun() {
    return begun;
  }

  private void run() {
    synchronized (this) {
      begun = true;
    }
    for (Runnable next = next(); next != null; next = next()) {
      next.run();
    }
  }

  private synchronized Runnable next() {
    return actions.poll();
  }
}
