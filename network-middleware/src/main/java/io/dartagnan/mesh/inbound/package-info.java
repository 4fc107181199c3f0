/**
 * What peers have sent: the connections that they have dialled, and the inboxes of every session
 * that is open here or that a peer was the first to speak of.
 *
 * <p>{@link io.dartagnan.mesh.inbound.InboundListener} takes connections. A frame of one finds its
 * {@link io.dartagnan.mesh.inbound.SessionInbox} through {@link
 * io.dartagnan.mesh.inbound.SessionInboxes}, and waits there for the session's thread. Credit and
 * the ends of sessions go back over the same connection.
 */
package io.dartagnan.mesh.inbound;
