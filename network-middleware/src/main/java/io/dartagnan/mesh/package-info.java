/**
 * The mesh of the clouds: many sessions of three parties over few TLS connections. Implements
 * {@link io.dartagnan.mpc.exchange.Exchange}.
 *
 * <pre>
 *                party 0                                             party 1
 *
 *   MeshSession --send--&gt; PeerOutbox --&gt; OutboundConnection ======== TLS =======&gt; InboundConnection --&gt; SessionInbox --receive--&gt; MeshSession
 *                        window     one per     DATA OPEN ABORT  one per dialler    one per
 *                        per stream  server    &lt;= CREDIT ABORT ==                     session
 * </pre>
 *
 * <p>Each mesh dials its own {@code OutboundConnection} to a server of a peer and sends its
 * messages on that; what peers send arrives on the connections that they dialled, and is answered
 * there with no more than a greeting, credit, the ends of sessions and signs of life. {@link
 * io.dartagnan.mesh.PeerDirectory} is the extension point: who says where a server is.
 *
 * <p><b>Flow.</b> Reading a connection never stops for a slow session. Instead each stream of a
 * session has a window: its sender stops when the receiver holds that much unread, and goes on as
 * credit comes back. {@link io.dartagnan.mesh.Limits} has what peers can make a mesh hold.
 *
 * <p><b>Security guarantees.</b> TLS 1.3 with a certificate on both sides. Who a peer is follows
 * from which of the pinned certificates it proved to hold, never from what it says; everyone else
 * is refused before a frame is read. A frame of the wrong length, sequence or step ends its session
 * with an error at all three parties and harms nothing else; what cannot be a frame of a mesh ends
 * the connection and the sessions on it. Keys of sessions come from what both ends of an
 * authenticated connection drew, and never leave these two.
 */
package io.dartagnan.mesh;
