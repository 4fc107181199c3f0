package io.dartagnan.status;

import io.dartagnan.mpc.Party;

/**
 * A server of another cloud, as a RegionServer finds it in discovery and reaches it.
 *
 * @param party its cloud
 * @param server HBase's name of it; with the start code 0 where records have no times
 * @param host at which its record says that its mesh is
 * @param port at which it says so
 * @param ageMs milliseconds since the record was issued, by the clocks of both; 0 where records
 *     have no times
 * @param leaseMs milliseconds for which it was issued; {@link #TIMELESS} where records have no
 *     times
 * @param connection what came of connecting to it
 * @param reason why there is no connection; empty if there is one
 * @param meshVersion version of the mesh's protocol that the connection is in; {@link #UNTOLD} if
 *     there is none, or it is a release that does not tell
 */
public record PeerStatus(
    Party party,
    String server,
    String host,
    int port,
    long ageMs,
    long leaseMs,
    Connection connection,
    String reason,
    int meshVersion) {

  /** The lease of a record that holds for ever. */
  public static final long TIMELESS = 0;

  /** The version of a connection that nothing is known of. */
  public static final int UNTOLD = 0;

  /** The outcome of an attempt to connect. In the order of their codes on the wire. */
  public enum Connection {
    /** It stands: TLS is spoken and both ends accept each other. */
    CONNECTED,
    /** Nobody listens there, or there is no way. */
    UNREACHABLE,
    /** No answer in time. */
    SILENT,
    /** The server that tells this did not accept the peer's certificate. */
    NOT_ACCEPTED_HERE,
    /** The peer did not accept the certificate of the server that tells this. */
    NOT_ACCEPTED_THERE,
    /** Anything else. */
    FAILED
  }
}
