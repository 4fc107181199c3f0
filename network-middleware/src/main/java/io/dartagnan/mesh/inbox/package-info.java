/**
 * Inboxes of sessions: what peers have sent and the session has not received yet, of every session
 * that is open here or that a peer was the first to speak of.
 *
 * <p>A frame comes from a {@link io.dartagnan.mesh.inbox.PeerConnection}, finds its {@link
 * io.dartagnan.mesh.inbox.SessionInbox} through {@link io.dartagnan.mesh.inbox.SessionInboxes}, and
 * waits there for the session's thread. Credit and the ends of sessions go back over the same
 * connection.
 */
package io.dartagnan.mesh.inbox;
