package io.dartagnan.status;

/**
 * Answer of a RegionServer that is asked for its status. A {@code Get} of any row whose attribute
 * {@link #ATTRIBUTE} is {@link #question} asks the server that has the row's region; nothing of the
 * row is read. It answers at once, and with {@link Pending} as long as it is still finding out.
 */
public sealed interface StatusAnswer {

  /** Attribute of a {@code Get} that asks. */
  String ATTRIBUTE = "dartagnan.status";

  /** Family of the one cell of an answer, whose value holds it. */
  String FAMILY = "status";

  /** It is still finding out: ask again in a moment. */
  record Pending() implements StatusAnswer {}

  /** It has found out. */
  record Ready(ServerStatus status) implements StatusAnswer {}

  /**
   * It cannot tell.
   *
   * @param reason one sentence
   */
  record Unavailable(String reason) implements StatusAnswer {}

  /** Value of the attribute: the newest layout that the asker knows. */
  static byte[] question() {
    return new byte[] {StatusFormat.NEWEST};
  }

  /**
   * Value of the cell that carries it, in a layout that the asker knows.
   *
   * @param question value of the attribute
   */
  default byte[] encode(byte[] question) {
    return StatusFormat.encode(this, StatusFormat.layoutFor(question));
  }

  /**
   * Reads the value of a cell.
   *
   * @throws IllegalArgumentException if it is not a well-formed answer
   */
  static StatusAnswer decode(byte[] value) {
    return StatusFormat.decode(value);
  }
}
