package io.dartagnan.clusters.checker;

/** Kinds of trouble that a run makes. */
enum Fault {
  /** A cloud's process is stopped for seconds, and goes on as if nothing had been. */
  PAUSE,
  /** A cloud's process is killed and started again. */
  KILL,
  /** A cloud's process is ended cleanly and started again. */
  RESTART,
  /** A process of clients is killed and another one started. */
  KILL_CLIENTS
}
