package io.dartagnan.schema;

import java.util.List;
import java.util.Set;

/** Versions of a column that clouds show above the newest one that all of them show. */
public final class NewerVersions {
  private NewerVersions() {}

  /**
   * Whether two clouds each show one that the other does not. Then the newest that all show may be
   * older than one that was on all of them when they were asked: the first cloud was read before
   * that one was overwritten, the second after a flush had dropped it, though not an older one in
   * another file. A write that some cloud lacks shows on one side alone.
   *
   * @param newer what each cloud shows: timestamps and write ids
   */
  public static <T> boolean areCrossed(List<Set<T>> newer) {
    return newer.stream()
        .anyMatch(
            one ->
                newer.stream()
                    .anyMatch(other -> !one.containsAll(other) && !other.containsAll(one)));
  }
}
