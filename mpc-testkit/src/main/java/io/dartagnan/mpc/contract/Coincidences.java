package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.fail;

import io.dartagnan.mpc.harness.View;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Coincidences among the messages that a party received while an operation was repeated on the same
 * shares: what no number of repetitions would bring about if the messages were uniform. They show a
 * mask that is missing or used again in few places, which counts of ones do not.
 *
 * <p>Two uniform words are alike with probability 2^-64. Of a repeated operation as many pairs are
 * compared as there are words in one place, {@value #MOST_WORDS} places times the square of the
 * repetitions, and of {@value #CHANGES} changes, each seen in two ways, the words of all places: at
 * most 3 10^7 pairs. A run of the contract repeats some 500 operations at three parties, so that a
 * false alarm has a probability of less than 10^-8. An xor of messages is constant by chance with
 * one of less than 2^-64 per bit.
 */
final class Coincidences {
  private static final int MOST_WORDS = 2048;
  private static final int CHANGES = 2;
  private static final int MOST_MESSAGES = 62;
  private static final int MARGIN = 64;

  private final List<List<View>> batches;
  private final String where;

  /**
   * Messages of one party.
   *
   * @param batches what it received in each, openings and checks aside, alike in number and lengths
   * @param where for failures
   */
  Coincidences(List<List<View>> batches, String where) {
    this.batches = batches;
    this.where = where;
  }

  /** Checks that no word of a message is the same in two of the batches. */
  void assertNoWordTwice() {
    List<long[]> words = batches.stream().map(Coincidences::words).toList();
    for (int i = 0; i < words.get(0).length; i++) {
      int place = i;
      if (isAnyTwice(words.stream().mapToLong(batch -> batch[place]).toArray())) {
        fail("word %d is the same in two batches: %s", place, where);
      }
    }
  }

  /**
   * Checks that no two words of messages change alike, by xor or by subtraction, from one batch to
   * the next, wherever they are: what they mask is the same each time, so their masks change alike.
   */
  void assertNoChangeTwice() {
    for (int i = 0; i < CHANGES; i++) {
      long[] before = words(batches.get(i));
      long[] after = words(batches.get(i + 1));
      long[] xors = new long[before.length];
      long[] differences = new long[before.length];
      Arrays.setAll(xors, place -> before[place] ^ after[place]);
      Arrays.setAll(differences, place -> before[place] - after[place]);
      if (isAnyTwice(xors) || isAnyTwice(differences)) {
        fail("two words change alike from one batch to the next: %s", where);
      }
    }
  }

  private static boolean isAnyTwice(long[] words) {
    Arrays.sort(words);
    return IntStream.range(1, words.length).anyMatch(i -> words[i] == words[i - 1]);
  }

  /** The whole words of all messages, up to {@value #MOST_WORDS}. */
  private static long[] words(List<View> views) {
    return views.stream()
        .flatMapToLong(view -> Arrays.stream(view.words()).limit(view.bits() / Long.SIZE))
        .limit(MOST_WORDS)
        .toArray();
  }

  /**
   * Checks that no xor of any of the messages that are equally long is the same, in some bit, in
   * every batch. In that bit each batch has a vector with one coordinate per message and a further
   * one that is always 1; some xor is constant if these vectors do not span the space.
   */
  void assertNoXorIsConstant() {
    Map<Long, List<Integer>> byLength = new TreeMap<>();
    List<View> first = batches.get(0);
    for (int message = 0; message < first.size(); message++) {
      byLength.computeIfAbsent(first.get(message).bits(), bits -> new ArrayList<>()).add(message);
    }
    byLength.forEach(
        (bits, messages) -> {
          int few = Math.min(MOST_MESSAGES, batches.size() - MARGIN);
          for (int from = 0; from < messages.size() && few > 0; from += few) {
            assertSpan(bits, messages.subList(from, Math.min(messages.size(), from + few)));
          }
        });
  }

  private void assertSpan(long bits, List<Integer> messages) {
    long[][][] words =
        batches.stream()
            .map(batch -> messages.stream().map(i -> batch.get(i).words()).toArray(long[][]::new))
            .toArray(long[][][]::new);
    for (int bit = 0; bit < bits; bit++) {
      long[] basis = new long[Long.SIZE];
      int dimensions = 0;
      for (int i = 0; i < words.length && dimensions <= messages.size(); i++) {
        long vector = 1;
        for (long[] message : words[i]) {
          vector = vector << 1 | message[bit / Long.SIZE] >>> bit & 1;
        }
        dimensions += extend(basis, vector) ? 1 : 0;
      }
      if (dimensions <= messages.size()) {
        fail(
            "an xor of the messages of %d bits is the same in every batch, in bit %d: %s",
            bits, bit, where);
      }
    }
  }

  /** Adds a vector to a basis, by leading bit, unless the basis spans it. */
  private static boolean extend(long[] basis, long vector) {
    long left = vector;
    while (left != 0) {
      int leading = Long.numberOfTrailingZeros(Long.highestOneBit(left));
      if (basis[leading] == 0) {
        basis[leading] = left;
        return true;
      }
      left ^= basis[leading];
    }
    return false;
  }
}
