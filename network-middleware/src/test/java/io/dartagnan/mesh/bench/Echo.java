package io.dartagnan.mesh.bench;

import java.io.Closeable;

/** Sends messages from one end to the other and back; its connections stay open between runs. */
interface Echo extends Closeable {

  /**
   * Carries the load on every session at once, and returns when all of it is back.
   *
   * @throws WrongEchoException if what came back is not what was sent
   * @throws io.dartagnan.mpc.exchange.ProtocolException if a session of the mesh ended
   */
  void run(Load load);
}
