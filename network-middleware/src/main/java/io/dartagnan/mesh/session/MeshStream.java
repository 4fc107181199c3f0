package io.dartagnan.mesh.session;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.exchange.Exchange;
import java.nio.ByteBuffer;

/** Stream of a session other than stream 0, which is the session itself. */
final class MeshStream implements Exchange {
  private final MeshSession session;
  private final int index;

  MeshStream(MeshSession session, int index) {
    this.session = session;
    this.index = index;
  }

  @Override
  public Party self() {
    return session.self();
  }

  @Override
  public void send(Party to, long step, ByteBuffer payload) {
    session.send(to, index, step, payload);
  }

  @Override
  public ByteBuffer receive(Party from, long step) {
    return session.receive(from, index, step);
  }

  @Override
  public Exchange stream(int other) {
    return session.stream(other);
  }

  @Override
  public byte[] sharedKey(Party peer) {
    return session.sharedKey(peer);
  }

  @Override
  public long bytesSent() {
    return session.bytesSent();
  }

  @Override
  public String toString() {
    return "stream " + index + " of " + session;
  }
}
