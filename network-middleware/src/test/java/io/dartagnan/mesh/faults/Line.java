package io.dartagnan.mesh.faults;

import java.util.concurrent.atomic.AtomicLong;

/** Direction of a relay as it is set now, for all connections. */
final class Line {
  private final Gate gate = new Gate();
  private final AtomicLong passed = new AtomicLong();
  private volatile Faults faults = Faults.NONE;
  private volatile Strike strike;

  Gate gate() {
    return gate;
  }

  Faults faults() {
    return faults;
  }

  void set(Faults now) {
    faults = now;
  }

  /** The one that is due next, or null. */
  Strike strike() {
    return strike;
  }

  void arm(Strike next) {
    strike = next;
  }

  void count(int bytes) {
    passed.addAndGet(bytes);
  }

  /** Bytes handed on so far. */
  long passed() {
    return passed.get();
  }
}
