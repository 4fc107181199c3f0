package io.dartagnan.server.query.admission;

/**
 * Turn of an evaluation to run, among those of its server. Its own thread calls this, and holds no
 * lock meanwhile.
 */
public interface Turn {

  /** The turn of an evaluation that is alone. */
  Turn ALONE =
      new Turn() {
        @Override
        public void betweenBatches() {}

        @Override
        public void clientIsAwaited() {}

        @Override
        public void clientCame() {}
      };

  /**
   * Lets others run first, if this evaluation has had its share and others wait; then waits for the
   * next turn.
   *
   * @throws io.dartagnan.mpc.exchange.ProtocolException if the evaluation ends meanwhile
   */
  void betweenBatches() throws InterruptedException;

  /** Ends the turn: the evaluation waits for its client. Does not wait. */
  void clientIsAwaited();

  /**
   * Waits for the next turn, after {@link #clientIsAwaited}.
   *
   * @throws io.dartagnan.mpc.exchange.ProtocolException if the evaluation ends meanwhile
   */
  void clientCame() throws InterruptedException;
}
