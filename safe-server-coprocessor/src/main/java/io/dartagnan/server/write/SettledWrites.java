package io.dartagnan.server.write;

/** Knowledge of which writes are settled; {@code Settlement} says what that is. */
interface SettledWrites {

  /** Knows of no write that it is settled. */
  SettledWrites UNKNOWN = (writer, stamp) -> false;

  /** Whether the write is known to be settled. */
  boolean isSettled(long writer, long stamp);
}
