package io.dartagnan.discovery;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Redis' replies, each of a size that can be a reply to us.
 *
 * <p>The client library reserves whatever length a reply announces before it has read any of it. So
 * a hostile Redis could exhaust a RegionServer's memory with a dozen bytes. This reads along:
 *
 * <pre>
 *   $ length CR LF, length bytes, CR LF      one string
 *   * count  CR LF, count replies            an array
 *   other letter, a line, CR LF              status, error, number
 * </pre>
 *
 * and ends the connection at a length, a count or a line that is too large, or of a kind that this
 * protocol version does not have, before the library sees the end of that line.
 */
final class BoundedReplies extends FilterInputStream {
  /** Bytes of one string; a record and a server's key are smaller. */
  static final int LONGEST_STRING = 4096;

  /** Elements of one array: a page of a scan has about as many keys as asked for. */
  static final int LARGEST_ARRAY = 16_384;

  private static final int LONGEST_LINE = 1024;

  private final StringBuilder line = new StringBuilder();
  private long bodyLeft;

  BoundedReplies(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    int next = in.read();
    if (next >= 0) {
      follow((byte) next);
    }
    return next;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = in.read(into, offset, length);
    for (int i = offset; i < offset + count; i++) {
      follow(into[i]);
    }
    return count;
  }

  private void follow(byte next) throws IOException {
    if (bodyLeft > 0) {
      bodyLeft--;
    } else if (next == '\n') {
      endOfLine();
      line.setLength(0);
    } else if (line.length() >= LONGEST_LINE) {
      throw new IOException("a reply has a line of more than " + LONGEST_LINE + " characters");
    } else {
      line.append((char) (next & 0xff));
    }
  }

  private void endOfLine() throws IOException {
    char kind = line.length() == 0 ? '\r' : line.charAt(0);
    switch (kind) {
      case '$' -> {
        int length = announced(LONGEST_STRING);
        bodyLeft = length < 0 ? 0 : length + 2L;
      }
      case '*' -> announced(LARGEST_ARRAY);
      case '+', '-', ':' -> {
        // The line is the whole reply.
      }
      default -> throw new IOException("a reply is not one of Redis'");
    }
  }

  private int announced(int largest) throws IOException {
    int end = line.length() - (line.charAt(line.length() - 1) == '\r' ? 1 : 0);
    long size;
    try {
      size = Long.parseLong(line.substring(1, end));
    } catch (NumberFormatException e) {
      throw new IOException("a reply has no size that can be read"); // without what it has
    }
    if (size < -1 || size > largest) {
      throw new IOException(
          "a reply of size " + size + " is announced, " + largest + " is allowed");
    }
    return (int) size;
  }
}
