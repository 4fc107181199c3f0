/**
 * The mesh of the clouds: many sessions of three parties over shared TLS connections. Implements
 * {@link io.dartagnan.mpc.exchange.Exchange}.
 *
 * <pre>
 *   MeshSession --send--> Link ==== TLS ====> InboundConnection --> Inbox --receive--> MeshSession
 *    (party 0)        (one per server)            (party 1)      (one per session)     (party 1)
 * </pre>
 *
 * <p>Each mesh dials its own {@code Link} to a server of a peer and only sends on it; what peers
 * send arrives on the connections that they dialled. {@link io.dartagnan.mesh.PeerDirectory} is the
 * extension point: who says where a server is.
 *
 * <p><b>Security guarantees.</b> TLS 1.3 with a certificate on both sides. Who a peer is follows
 * from which of the pinned certificates it proved to hold, never from what it says; everyone else
 * is refused before a frame is read. A frame of the wrong length, sequence or step ends its session
 * with an error at all three parties and harms nothing else. What hostile bytes can make this
 * process hold is bounded by {@link io.dartagnan.mesh.MeshSettings}.
 */
package io.dartagnan.mesh;
