/**
 * TLS of the mesh: mutual TLS 1.3 with certificates pinned per party, by native OpenSSL or the JDK.
 *
 * <p>{@link io.dartagnan.mesh.tls.PartyCertificates} reads the files and follows their changes; it
 * also serves whoever signs in the party's name. {@link io.dartagnan.mesh.tls.MeshTls} secures
 * connections with them. {@link io.dartagnan.mesh.tls.HandshakeRejections} counts those that were
 * not let in.
 *
 * <p><b>Security guarantees.</b> A connection passes a byte only after its other end has proved to
 * hold a private key whose certificate is pinned for a party that may be there, and is valid at
 * that time. When a pin is taken away, new connections of that certificate are refused from the
 * next poll of the files on, and those that stand end one timeout later. There is no certificate
 * authority, no host name check, and no session resumption that skips any of this.
 */
package io.dartagnan.mesh.tls;
