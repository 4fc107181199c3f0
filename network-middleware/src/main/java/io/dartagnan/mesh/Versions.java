package io.dartagnan.mesh;

import java.util.OptionalInt;

/**
 * Versions of the protocol between meshes that one end of a connection speaks: all from the oldest
 * to the newest. A connection is in the newest that both its ends speak, a session in the newest
 * that its three servers speak.
 *
 * <p>The version says more than how frames are laid out. What the parties of a session tell each
 * other, in which steps, and how they compute belongs to it: whatever of that a release changes
 * gets a number of its own, and the release before goes on in the former one until all three
 * parties know the new.
 *
 * <table>
 *   <caption>Versions of this release</caption>
 *   <tr><td>2</td><td>a greeting names one version</td></tr>
 *   <tr><td>3</td><td>OPEN names the session's version, and its keys depend on it</td></tr>
 * </table>
 *
 * @param oldest at least 1
 * @param newest no less than the oldest
 */
public record Versions(int oldest, int newest) {

  /** Oldest version that this release speaks. */
  public static final int OLDEST = 2;

  /** Newest version that this release speaks. */
  public static final int NEWEST = 3;

  /** Versions that this release speaks. */
  public static final Versions ALL = new Versions(OLDEST, NEWEST);

  /**
   * Versions in order.
   *
   * @throws IllegalArgumentException if they are not
   */
  public Versions {
    if (oldest < 1 || newest < oldest) {
      throw new IllegalArgumentException(
          "versions %d to %d given, they begin at 1 or above and ascend".formatted(oldest, newest));
    }
  }

  /** The newest that both speak; empty if there is none. */
  public OptionalInt common(Versions other) {
    int common = Math.min(newest, other.newest);
    return common < Math.max(oldest, other.oldest) ? OptionalInt.empty() : OptionalInt.of(common);
  }

  /** Whether all of the others are among these. */
  boolean contain(Versions others) {
    return oldest <= others.oldest && others.newest <= newest;
  }

  /**
   * Sentence, behind a peer's name, on versions of the peer that have none in common with these.
   */
  public String refusalOf(Versions peers) {
    return "speaks %s of the mesh's protocol, this server speaks %s; upgrade %s first, or let it speak newer versions"
        .formatted(peers, this, peers.newest < oldest ? "that cloud" : "this cloud");
  }

  /** {@code version 2}, or {@code versions 2 to 3}. */
  @Override
  public String toString() {
    return oldest == newest ? "version " + oldest : "versions %d to %d".formatted(oldest, newest);
  }
}
