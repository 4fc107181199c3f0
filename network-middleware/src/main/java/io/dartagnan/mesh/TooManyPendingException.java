package io.dartagnan.mesh;

import io.dartagnan.mpc.Party;

/** A peer has opened more sessions than may wait to be opened here; the message says how many. */
final class TooManyPendingException extends Exception {
  private static final long serialVersionUID = 1L;

  TooManyPendingException(Party peer, int most) {
    super("more than " + most + " sessions of " + peer + " wait to be opened here");
  }
}
