/**
 * Sessions of a mesh: {@link io.dartagnan.mesh.session.Mesh} opens them, and a {@link
 * io.dartagnan.mesh.session.MeshSession} sends through the outboxes of its peers and receives from
 * its inbox.
 */
package io.dartagnan.mesh.session;
