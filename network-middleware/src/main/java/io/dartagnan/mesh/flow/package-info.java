/**
 * Bounds and counters of what moves through a mesh: the window of a stream, the budget of bytes of
 * a peer, and the counters behind {@link io.dartagnan.mesh.MeshMetrics}.
 */
package io.dartagnan.mesh.flow;
