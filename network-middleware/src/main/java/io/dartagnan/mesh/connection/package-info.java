/**
 * Parts that both directions share: the layout of frames and their reader, the handlers below them,
 * the secret of a connection's two ends, the event loops, windows, budgets and counters, and the
 * ends of sessions that failed.
 */
package io.dartagnan.mesh.connection;
