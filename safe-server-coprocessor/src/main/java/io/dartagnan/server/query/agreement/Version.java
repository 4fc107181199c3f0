package io.dartagnan.server.query.agreement;

/**
 * One version of one column of a row, at this party.
 *
 * @param timestamp its timestamp, in milliseconds
 * @param id the number that the three parties must agree on besides: the write id of a share, a
 *     digest of a plain value
 * @param array holds the value; not to be changed
 * @param offset where in {@code array} the value begins
 * @param length how many bytes it has
 */
public record Version(long timestamp, long id, byte[] array, int offset, int length) {

  /** Whether a peer's version, of which it sends timestamp and id, is of the same write. */
  public boolean isSameWrite(long otherTimestamp, long otherId) {
    return timestamp == otherTimestamp && id == otherId;
  }
}
