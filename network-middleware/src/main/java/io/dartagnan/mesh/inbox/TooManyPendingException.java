package io.dartagnan.mesh.inbox;

import io.dartagnan.mpc.Party;

/** Rejection of a session because as many of its peer wait to be opened here as may. */
final class TooManyPendingException extends Exception {
  private static final long serialVersionUID = 1L;

  TooManyPendingException(Party peer, int most) {
    super("more than " + most + " sessions of " + peer + " wait to be opened here");
  }
}
