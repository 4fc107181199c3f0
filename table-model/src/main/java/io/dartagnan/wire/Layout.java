package io.dartagnan.wire;

/**
 * Refusals of what is laid out in the way of another release. Each says what was given, what is
 * known, which side is of the later release, and what to upgrade first: the clouds before their
 * clients.
 */
public final class Layout {
  private Layout() {}

  /**
   * Checks what a client sends to a cloud, which reads it.
   *
   * @param what it is, with its article
   * @throws IllegalArgumentException if it has not the layout that is known
   */
  public static void requireOfClient(String what, int given, int known) {
    if (given != known) {
      throw new IllegalArgumentException(
          "%s of layout %d was given, this cloud knows layout %d: %s"
              .formatted(
                  what,
                  given,
                  known,
                  given > known
                      ? "the client is of a later release; upgrade the three clouds before their clients"
                      : "the client is of an earlier release than this cloud serves; upgrade the client"));
    }
  }

  /**
   * Checks what a cloud answers a client, which reads it.
   *
   * @param what it is, with its article
   * @param oldest the oldest layout that is known
   * @param newest the newest
   * @throws IllegalArgumentException if it has none of the layouts that are known
   */
  public static void requireOfCloud(String what, int given, int oldest, int newest) {
    if (given < oldest || given > newest) {
      throw new IllegalArgumentException(
          "%s of layout %d was received, this client knows %s: %s"
              .formatted(
                  what,
                  given,
                  oldest == newest
                      ? "layout " + newest
                      : "layouts %d to %d".formatted(oldest, newest),
                  given > newest
                      ? "the cloud is of a later release than this client; upgrade the client"
                      : "the cloud is of an earlier release than this client; upgrade the three clouds before their clients"));
    }
  }
}
