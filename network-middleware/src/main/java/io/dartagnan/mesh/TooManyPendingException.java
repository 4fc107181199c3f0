package io.dartagnan.mesh;

/** A peer has opened more sessions than may wait to be opened here; the message says how many. */
final class TooManyPendingException extends Exception {
  private static final long serialVersionUID = 1L;

  TooManyPendingException(int most) {
    super("more than " + most + " sessions wait to be opened");
  }
}
