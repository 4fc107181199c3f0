package io.dartagnan.mesh.inbox;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Tasks that wait for something to happen to a session, each run once. Part of a {@link
 * SessionInbox} and guarded by its lock; the tasks run without it.
 */
final class Watches {

  private record Watch(BooleanSupplier due, Runnable task) {}

  private final List<Watch> watches = new ArrayList<>(2);

  /** Has a task wait until this holds. */
  void add(BooleanSupplier due, Runnable task) {
    watches.add(new Watch(due, task));
  }

  /** Takes off those whose time has come. */
  List<Runnable> takeDue() {
    List<Runnable> due = List.of();
    for (Watch watch : watches) {
      if (watch.due().getAsBoolean()) {
        due = due.isEmpty() ? new ArrayList<>(2) : due;
        due.add(watch.task());
      }
    }
    if (!due.isEmpty()) {
      watches.removeIf(watch -> watch.due().getAsBoolean());
    }
    return due;
  }

  /** Takes off all of them. */
  List<Runnable> takeAll() {
    List<Runnable> all = watches.stream().map(Watch::task).toList();
    watches.clear();
    return all;
  }
}
