package io.dartagnan.mesh.faults;

import java.util.function.BooleanSupplier;

/** Gate at which the threads of one direction stop while it is shut. */
final class Gate {
  private boolean shut;

  synchronized void shut() {
    shut = true;
  }

  synchronized void open() {
    shut = false;
    notifyAll();
  }

  /** Makes those who wait look again whether they still should. */
  synchronized void wake() {
    notifyAll();
  }

  synchronized void pass(BooleanSupplier over) throws InterruptedException {
    while (shut && !over.getAsBoolean()) {
      wait();
    }
  }
}
