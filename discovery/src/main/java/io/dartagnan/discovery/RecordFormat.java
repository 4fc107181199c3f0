package io.dartagnan.discovery;

import io.dartagnan.discovery.RejectedRecordException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Format of a record in Redis. One key per server, one line of ASCII as its value:
 *
 * <pre>
 *   key    dartagnan:server:&lt;party&gt;:&lt;server&gt;
 *
 *   value  v2 &lt;party&gt; &lt;server&gt; &lt;host&gt; &lt;port&gt; &lt;issued&gt; &lt;expires&gt; &lt;signature&gt;
 *          |------------------------ statement ------------------------|
 *
 *   dartagnan:server:1:rs7.example,16020,1763676000000
 *   v2 1 rs7.example,16020,1763676000000 mesh7.example 18600 1763676000500 1763676015500 MEUCIQ...
 * </pre>
 *
 * <p>Parts are separated by one space and contain none. Times are milliseconds since the epoch. The
 * signature is Base64 (RFC 4648, section 5, no padding) of the party's signature over the ASCII of
 *
 * <pre>
 *   d'Artagnan discovery record LF &lt;statement&gt;
 * </pre>
 *
 * <p>The first line sets it apart from whatever else the key signs: a handshake of TLS 1.3 signs 64
 * spaces first (RFC 8446, section 4.4.3), a certificate begins with a byte that is no letter.
 *
 * <p>There is one way to write a record, and a reader takes no other: it writes what it understood
 * once more and compares. The statement repeats the key's party and server, so that a value under
 * another server's key is noticed. Versions a reader does not know are refused, and the first,
 * which was not signed, is.
 */
final class RecordFormat {
  static final String KEY_PREFIX = "dartagnan:server:";

  /** Channel on which owners say that a record has changed. The message is the record's key. */
  static final String CHANNEL = "dartagnan:servers";

  /** Characters of a value; an RSA signature of 8192 bits still fits. */
  static final int LONGEST_VALUE = 2304;

  private static final String DOMAIN = "d'Artagnan discovery record\n";
  private static final String VERSION = "v2";
  private static final String UNSIGNED_VERSION = "v1";
  private static final Pattern LATER_VERSION = Pattern.compile("v([3-9]|[1-9][0-9]{1,8})");
  private static final int PARTS = 8;

  private RecordFormat() {}

  /**
   * Claim of a value, before anything is known of its truth.
   *
   * @param issued the record with its times
   * @param signature bytes that are to be its party's signature
   */
  record Claim(IssuedRecord issued, byte[] signature) {
    /** The bytes that the signature is to be over. */
    byte[] signed() {
      return RecordFormat.signed(issued);
    }
  }

  static String key(int party, String server) {
    return KEY_PREFIX + party + ':' + server;
  }

  static String key(ServerRecord record) {
    return key(record.party(), record.server());
  }

  /** The value of a record, signed. */
  static String write(IssuedRecord issued, RecordSigner signer) throws DiscoveryException {
    return write(issued, signer.sign(signed(issued)));
  }

  private static String write(IssuedRecord issued, byte[] signature) {
    return statement(issued)
        + ' '
        + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
  }

  /** The bytes that a signature is made over. */
  static byte[] signed(IssuedRecord issued) {
    return (DOMAIN + statement(issued)).getBytes(StandardCharsets.US_ASCII);
  }

  private static String statement(IssuedRecord issued) {
    ServerRecord record = issued.record();
    return String.join(
        " ",
        VERSION,
        Integer.toString(record.party()),
        record.server(),
        record.host(),
        Integer.toString(record.port()),
        Long.toString(issued.issuedAt()),
        Long.toString(issued.expiresAt()));
  }

  /**
   * Reads the value found under a key. Its signature is not looked at.
   *
   * @throws RejectedRecordException if it is not exactly what {@link #write} writes for that key
   */
  static Claim read(String key, String value) throws RejectedRecordException {
    if (value.length() > LONGEST_VALUE) {
      throw malformed(key, "it is " + value.length() + " characters long", null);
    }
    String[] parts = value.split(" ", -1);
    if (parts[0].equals(UNSIGNED_VERSION)) {
      throw new RejectedRecordException(
          key,
          Reason.UNSIGNED,
          "it is of version " + UNSIGNED_VERSION + ", " + VERSION + " is needed");
    }
    if (LATER_VERSION.matcher(parts[0]).matches()) {
      throw malformed(
          key,
          "it is of version %s, this release reads %s; upgrade this cloud first"
              .formatted(parts[0], VERSION),
          null);
    }
    if (!parts[0].equals(VERSION)) {
      throw malformed(key, "it does not start with \"" + VERSION + "\"", null);
    }
    if (parts.length != PARTS) {
      throw malformed(key, "it has " + parts.length + " parts instead of " + PARTS, null);
    }
    Claim claim;
    try {
      ServerRecord record =
          new ServerRecord(
              Integer.parseInt(parts[1]), parts[2], parts[3], Integer.parseInt(parts[4]));
      claim =
          new Claim(
              new IssuedRecord(record, Long.parseLong(parts[5]), Long.parseLong(parts[6])),
              Base64.getUrlDecoder().decode(parts[7]));
    } catch (NumberFormatException e) {
      throw malformed(key, "its party, port or times are not numbers", e);
    } catch (IllegalArgumentException e) {
      throw malformed(key, e.getMessage(), e);
    }
    if (!write(claim.issued(), claim.signature()).equals(value)) {
      throw malformed(key, "it is not written as a record is", null);
    }
    String ownKey = key(claim.issued().record());
    if (!ownKey.equals(key)) {
      throw new RejectedRecordException(key, Reason.MISPLACED, "it is the record of " + ownKey);
    }
    return claim;
  }

  private static RejectedRecordException malformed(String key, String reason, Throwable cause) {
    return new RejectedRecordException(key, Reason.MALFORMED, reason, cause);
  }

  /**
   * Record as its owner issued it. Times are milliseconds since the epoch by the owner's clock.
   *
   * @param record the server and its address
   * @param issuedAt time at which the owner said so, not negative
   * @param expiresAt time until which it holds, at most {@link RedisSettings#LONGEST_LEASE} later
   */
  record IssuedRecord(ServerRecord record, long issuedAt, long expiresAt) {
    private static final long LONGEST_MS = RedisSettings.LONGEST_LEASE.toMillis();

    /**
     * A record whose times can be true.
     *
     * @throws IllegalArgumentException naming the time that cannot
     */
    IssuedRecord {
      if (issuedAt < 0) {
        throw new IllegalArgumentException("its issue time " + issuedAt + " is negative");
      }
      if (expiresAt <= issuedAt || expiresAt - issuedAt > LONGEST_MS) {
        throw new IllegalArgumentException(
            "it is issued for "
                + (expiresAt - issuedAt)
                + " ms, 1 to "
                + LONGEST_MS
                + " ms is allowed");
      }
    }

    long leaseMs() {
      return expiresAt - issuedAt;
    }
  }
}
