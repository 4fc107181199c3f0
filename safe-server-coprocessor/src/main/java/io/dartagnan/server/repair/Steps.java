package io.dartagnan.server.repair;

/** The numbers of the messages of a repair. */
final class Steps {
  private Steps() {}

  /** A giver's rows in a round. */
  static long given(long round) {
    return 2 * round;
  }

  /** The receiver's answer to them. */
  static long verdict(long round) {
    return 2 * round + 1;
  }
}
