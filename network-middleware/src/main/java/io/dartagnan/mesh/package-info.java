/**
 * The mesh of the clouds: many sessions of three parties over few TLS connections. Implements
 * {@link io.dartagnan.mpc.exchange.Exchange}.
 *
 * <p>This package has the words that the others share: the id of a session, the settings, the
 * metrics, and {@link io.dartagnan.mesh.PeerDirectory}, the extension point that finds servers.
 * Outside this module only this package, {@code session} and {@code tls} are used.
 *
 * <pre>
 *                party 0                                                    party 1
 *
 *   session      MeshSession --send--+                 +--receive--&gt; MeshSession   session
 *                                    v                 |
 *   outbound     PeerOutbox (a window per stream)   SessionInbox                 inbound
 *                                    v                 ^
 *   outbound     OutboundConnection ==== TLS ====&gt; InboundConnection             inbound
 *                one per server     DATA OPEN ABORT    one per dialler
 *                               &lt;== CREDIT ABORT =====
 * </pre>
 *
 * <p>{@code connection} has what both directions need: the layout of frames, windows, budgets and
 * counters, and the ends of sessions that failed.
 *
 * <p>Each mesh dials its own connection to a server of a peer and sends its messages on that; what
 * peers send arrives on the connections that they dialled, and is answered there with no more than
 * a greeting, credit, the ends of sessions and signs of life.
 *
 * <p><b>Flow.</b> Reading a connection never stops for a slow session. Instead each stream of a
 * session has a window: its sender stops when the receiver holds that much unread, and goes on as
 * credit comes back. {@link io.dartagnan.mesh.Limits} has what peers can make a mesh hold.
 *
 * <p><b>Security guarantees.</b> TLS 1.3 with a certificate on both sides. A peer's party follows
 * from which of the pinned certificates it proved to hold, never from what it says; everyone else
 * is refused before a frame is read. A frame of the wrong length, sequence or step ends its session
 * with an error at all three parties and harms nothing else; what cannot be a frame of a mesh ends
 * the connection and the sessions on it. Keys of sessions come from what both ends of an
 * authenticated connection drew, and never leave these two.
 */
package io.dartagnan.mesh;
