package io.dartagnan.mpc.harness;

/**
 * Fault of one party in a {@link Trial}.
 *
 * @param kind what goes wrong
 * @param message with which of the messages that the party sends, counted from 0
 */
public record Fault(Kind kind, int message) {

  /** Kind of fault. */
  public enum Kind {
    /** Neither this message nor a later one is sent, and nobody is told. */
    VANISHES(false),
    /** This message is held back until a peer has given up. */
    IS_SLOW(false),
    /** The message lacks its last byte. */
    TRUNCATES(true),
    /** The message has one byte too many. */
    LENGTHENS(true),
    /** The message says that it belongs to another step. */
    MISTAKES_THE_STEP(true);

    private final boolean malforms;

    Kind(boolean malforms) {
      this.malforms = malforms;
    }

    /** Whether a message arrives that is not as it should be. */
    public boolean malforms() {
      return malforms;
    }
  }

  /** Checks that the message has an index. */
  public Fault {
    if (message < 0) {
      throw new IllegalArgumentException("message " + message + " given, they count from 0");
    }
  }
}
