/**
 * Connections that this mesh dials, one for each server of a peer, and the outboxes of the sessions
 * that send on them.
 *
 * <p>A {@link io.dartagnan.mesh.outbound.PeerOutbox} is attached to a connection by {@link
 * io.dartagnan.mesh.outbound.OutboundConnections}, which has one dialled if there is none. Credit
 * and aborts that the peer answers with come back to the outbox.
 */
package io.dartagnan.mesh.outbound;
