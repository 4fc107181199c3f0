package io.dartagnan.mesh.inbox;

import io.dartagnan.mpc.Party;

/** Refusal of a session because more of its peer wait to be opened here than may. */
final class TooManyPendingException extends Exception {
  private static final long serialVersionUID = 1L;

  TooManyPendingException(Party peer, int most) {
    super("more than " + most + " sessions of " + peer + " wait to be opened here");
  }
}
