package io.dartagnan.mesh.inbox;

import io.dartagnan.mesh.flow.MeshCounters;
import io.dartagnan.mesh.flow.StreamWindow;
import io.dartagnan.mesh.frame.Frame;

/**
 * Delivery of one connection's frames to the inboxes of their sessions. Used by the thread that
 * reads the connection.
 */
public final class FrameDelivery {
  private final PeerConnection connection;
  private final SessionInboxes inboxes;
  private final MeshCounters counters;

  // Of the frame being read: the inbox that it goes to, and the bytes that its payload counts for
  // until the inbox holds it.
  private SessionInbox addressee;
  private long arriving;

  /** Delivers what this connection carries. */
  public FrameDelivery(PeerConnection connection, SessionInboxes inboxes, MeshCounters counters) {
    this.connection = connection;
    this.inboxes = inboxes;
    this.counters = counters;
  }

  /**
   * Decides on a session's frame from its header; answers one that comes too late or is too many.
   *
   * @return array for its payload, at least as long as that; null if it is to be skipped
   */
  public byte[] admit(Frame frame) {
    try {
      addressee = inboxes.forFrame(frame.session(), connection.party());
      if (addressee != null) {
        byte[] payload = addressee.admit(connection, frame);
        boolean charged = payload != null && frame.type() == Frame.Type.DATA;
        arriving = charged ? StreamWindow.cost(frame.payloadBytes()) : 0;
        return payload;
      }
      String told = inboxes.toldOf(frame.session());
      if (told != null && frame.type() == Frame.Type.OPEN) {
        connection.abort(frame.session(), told);
      }
      return null;
    } catch (TooManyPendingException e) {
      connection.abort(frame.session(), e.getMessage());
      return null;
    }
  }

  /** Hands over the frame that was admitted last, complete. */
  public void deliver(Frame frame, byte[] payload) {
    if (addressee.deliver(connection, frame, payload)) {
      arriving = 0;
    } else {
      drop();
    }
  }

  /** Gives back what the frame being read counts for: it will not be delivered. */
  public void drop() {
    if (arriving > 0) {
      counters.unreadOf(connection.party()).giveBack(arriving);
      arriving = 0;
    }
  }
}
