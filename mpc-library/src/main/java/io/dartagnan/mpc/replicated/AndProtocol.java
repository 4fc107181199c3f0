package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.session.Context;

/** A protocol by which the gates of one layer become shares of their results, in one round. */
@FunctionalInterface
public interface AndProtocol {

  /** One layer: its gates are written, then their messages sent, then received. */
  interface Layer extends Gates {

    /** Sends what this party sends of all gates. */
    void send();

    /** This party's and the next one's shares of the results, in the order of the gates. */
    ReplicatedPlanes receive();
  }

  /** The layer of a step, of so many words of gates. */
  Layer layer(Context step, int words);

  /** The AND of two runs of planes of equal length. */
  default ReplicatedPlanes of(Context step, ReplicatedPlanes x, ReplicatedPlanes y) {
    int words = x.own().length;
    Layer layer = layer(step, words);
    layer.and(new Gates.Operand(x, 0), new Gates.Operand(y, 0), words);
    layer.send();
    ReplicatedPlanes results = layer.receive();
    return new ReplicatedPlanes(x.width(), results.own(), results.next());
  }
}
