/**
 * Parts that both ends of a connection have: the handlers between TLS and frames, the secret of the
 * two ends, and the event loops.
 */
package io.dartagnan.mesh.connection;
