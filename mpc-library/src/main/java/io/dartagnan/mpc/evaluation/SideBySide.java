package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Several results over the same lanes as one, so that one call of a protocol serves them all in the
 * same rounds: the words of the first, then those of the second, and so on. All but a single one
 * are filled up to whole words.
 */
final class SideBySide {
  private SideBySide() {}

  /** Lanes that so many results of {@code lanes} lanes take together. */
  static long lanes(int results, int lanes) {
    return results == 1 ? lanes : (long) results * BitPlanes.words(lanes) * Long.SIZE;
  }

  /** One or more results of one party, of the same lanes. */
  static SharedBits join(List<SharedBits> results) {
    SharedBits first = results.get(0);
    if (results.size() == 1) {
      return first;
    }
    return new SharedBits(
        first.holder(),
        Math.toIntExact(lanes(results.size(), first.lanes())),
        join(results.stream().map(SharedBits::own).toList(), first.own().length),
        first.isReplicated()
            ? join(results.stream().map(SharedBits::next).toList(), first.own().length)
            : null);
  }

  /** The results that {@link #join} put together, of {@code lanes} lanes each. */
  static List<SharedBits> split(SharedBits joined, int lanes) {
    if (joined.lanes() == lanes) {
      return List.of(joined);
    }
    int words = BitPlanes.words(lanes);
    List<SharedBits> results = new ArrayList<>();
    for (int at = 0; at < joined.own().length; at += words) {
      results.add(
          new SharedBits(
              joined.holder(),
              lanes,
              Arrays.copyOfRange(joined.own(), at, at + words),
              joined.isReplicated() ? Arrays.copyOfRange(joined.next(), at, at + words) : null));
    }
    return results;
  }

  private static long[] join(List<long[]> parts, int words) {
    long[] joined = new long[parts.size() * words];
    for (int i = 0; i < parts.size(); i++) {
      System.arraycopy(parts.get(i), 0, joined, i * words, words);
    }
    return joined;
  }
}
