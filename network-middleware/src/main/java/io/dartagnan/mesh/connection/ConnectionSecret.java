package io.dartagnan.mesh.connection;

import io.dartagnan.mesh.SessionId;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.SystemRandom;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Secret that the two ends of one connection know and nobody else: both drew half of it, and each
 * half crossed the authenticated, encrypted connection and nothing else. Every key of a session
 * comes from it, in the manner of HKDF (RFC 5869): one HMAC extracts, one for each session expands.
 *
 * <pre>
 *   secret  = HMAC-SHA256(dialler's 32 bytes | acceptor's 32 bytes,
 *                         "dartagnan mesh 2" | dialler (1) | acceptor (1))
 *   key     = HMAC-SHA256(secret, query high (8) | query low (8) | range (4) | 32 bytes of OPEN
 *                                 | version of the session (4), unless that is 2)
 * </pre>
 *
 * <p>So two servers that took a session for one of different versions would have no key in common.
 *
 * <p>TLS 1.3 has an exporter for this (RFC 8446, 7.5), which JDK 17 does not offer. Lives as long
 * as its connection, in memory only.
 */
public final class ConnectionSecret {
  private static final String MAC = "HmacSHA256";
  private static final byte[] LABEL = "dartagnan mesh 2".getBytes(StandardCharsets.US_ASCII);
  private static final SecureRandom RANDOM = SystemRandom.get();

  private final SecretKeySpec secret;

  private ConnectionSecret(SecretKeySpec secret) {
    this.secret = secret;
  }

  /** Random bytes: one end's half of a secret, or a session's share in its key. */
  public static byte[] drawn() {
    byte[] drawn = new byte[Frame.RANDOM_BYTES];
    RANDOM.nextBytes(drawn);
    return drawn;
  }

  /** The secret of a connection, from what both its ends drew. */
  public static ConnectionSecret of(
      Party dialler, byte[] dialled, Party acceptor, byte[] accepted) {
    byte[] halves =
        ByteBuffer.allocate(dialled.length + accepted.length).put(dialled).put(accepted).array();
    byte[] context =
        ByteBuffer.allocate(LABEL.length + 2)
            .put(LABEL)
            .put((byte) dialler.index())
            .put((byte) acceptor.index())
            .array();
    return new ConnectionSecret(
        new SecretKeySpec(mac(new SecretKeySpec(halves, MAC), context), MAC));
  }

  /**
   * The key of a session, from what its OPEN frame carried: 32 bytes.
   *
   * @param opened the random bytes
   * @param version that of the session
   */
  public byte[] sessionKey(SessionId session, byte[] opened, int version) {
    boolean named = version >= Frame.VERSION_OF_NAMED_SESSIONS;
    ByteBuffer context =
        ByteBuffer.allocate(
                2 * Long.BYTES + Integer.BYTES + opened.length + (named ? Integer.BYTES : 0))
            .putLong(session.queryHigh())
            .putLong(session.queryLow())
            .putInt(session.range())
            .put(opened);
    if (named) {
      context.putInt(version);
    }
    return mac(secret, context.array());
  }

  private static byte[] mac(SecretKeySpec key, byte[] message) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(key);
      return mac.doFinal(message);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK lacks " + MAC, e);
    }
  }

  /** Nothing of it. */
  @Override
  public String toString() {
    return "the secret of a connection";
  }
}
