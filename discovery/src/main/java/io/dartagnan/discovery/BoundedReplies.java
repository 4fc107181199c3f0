package io.dartagnan.discovery;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Stream of Redis' replies that ends at a reply too large to be one to this project, or at too
 * many.
 *
 * <p>The client library reserves whatever length a reply announces before it has read any of it,
 * reads arrays within arrays by recursion, and keeps what it has read. So a hostile Redis could
 * exhaust a RegionServer's memory, or a thread's stack, with little. This reads along:
 *
 * <pre>
 *   $ length CR LF, length bytes, CR LF      one string
 *   * count  CR LF, count replies            an array
 *   other letter, a line, CR LF              status, error, number
 * </pre>
 *
 * and ends the connection at a length, a count or a line that is too large, or of a kind that this
 * protocol version does not have, before the library sees the end of that line; and at a reply that
 * is too large or too deep as a whole.
 */
final class BoundedReplies extends FilterInputStream {
  /** Bytes of one string; a record and a server's key are smaller. */
  static final int LONGEST_STRING = 4096;

  /** Elements of one reply: a page of a scan has about as many keys as asked for. */
  static final int MOST_ELEMENTS = 16_384;

  /** Arrays of one reply: a page of a scan is one within another. */
  static final int MOST_ARRAYS = 4;

  /** Bytes of one reply: a page of a scan, of the longest names and a few times as long. */
  static final int LARGEST_REPLY = 1 << 22;

  private static final int LONGEST_LINE = 1024;

  private final StringBuilder line = new StringBuilder();
  private long left;
  private long bodyLeft;

  // Of the reply under way: its elements so far and those among them that have not begun.
  private int elements;
  private int awaited;
  private int arrays;
  private int bytes;

  /**
   * Reads along.
   *
   * @param most bytes of all replies together, on a connection whose replies are kept
   */
  BoundedReplies(InputStream in, long most) {
    super(in);
    this.left = most;
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
    if (--left < 0) {
      throw new IOException("a reply goes beyond what all replies may have together");
    }
    if (++bytes > LARGEST_REPLY) {
      throw new IOException("a reply of more than " + LARGEST_REPLY + " bytes");
    }
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
    beginElement();
    char kind = line.length() == 0 ? '\r' : line.charAt(0);
    switch (kind) {
      case '$' -> {
        int length = announced(LONGEST_STRING);
        bodyLeft = length < 0 ? 0 : length + 2L;
      }
      case '*' -> beginArray(announced(MOST_ELEMENTS));
      case '+', '-', ':' -> {
        // The line is the whole reply.
      }
      default -> throw new IOException("a reply is not one of Redis'");
    }
  }

  private void beginElement() {
    if (awaited == 0) {
      awaited = 1;
      elements = 1;
      arrays = 0;
      bytes = line.length() + 1;
    }
    awaited--;
  }

  private void beginArray(int count) throws IOException {
    if (++arrays > MOST_ARRAYS) {
      throw new IOException("a reply of more than " + MOST_ARRAYS + " arrays");
    }
    elements += Math.max(0, count);
    if (elements > MOST_ELEMENTS + 1) {
      throw new IOException("a reply of more than " + MOST_ELEMENTS + " elements");
    }
    awaited += Math.max(0, count);
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
