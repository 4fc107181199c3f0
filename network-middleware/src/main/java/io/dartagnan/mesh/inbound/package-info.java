/**
 * Connections that peers have dialled: {@link io.dartagnan.mesh.inbound.InboundListener} takes
 * them, and each hands its frames to the inboxes of sessions.
 */
package io.dartagnan.mesh.inbound;
