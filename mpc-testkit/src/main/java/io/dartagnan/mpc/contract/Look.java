package io.dartagnan.mpc.contract;

import io.dartagnan.mpc.harness.View;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * One of the messages that a party received in a batch, or two put together word by word, to be
 * counted bit by bit over many batches.
 */
record Look(int message, int other, Combination combination) {

  /** Combination of two words into one: those of two messages, or neighbours of one. */
  enum Combination {
    ALONE,
    XOR,
    LESS,
    XOR_THE_WORD_BEFORE,
    LESS_THE_WORD_BEFORE
  }

  /** Every chosen message, and every two of one length of which one is chosen. */
  static List<Look> at(List<View> views, IntPredicate chosen) {
    List<Look> looks = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      if (chosen.test(i)) {
        looks.add(new Look(i, i, Combination.ALONE));
        looks.add(new Look(i, i, Combination.LESS_THE_WORD_BEFORE));
        looks.add(new Look(i, i, Combination.XOR_THE_WORD_BEFORE));
      }
      for (int j = 0; j < i; j++) {
        boolean alike = views.get(i).bits() == views.get(j).bits();
        if (alike && (chosen.test(i) || chosen.test(j))) {
          looks.add(new Look(i, j, Combination.XOR));
          looks.add(new Look(i, j, Combination.LESS));
        }
      }
    }
    return looks;
  }

  /**
   * Number of batches that have a one, by bit.
   *
   * @param batches what was received in each, alike in number and lengths of messages
   */
  int[] ones(List<Received> batches) {
    BitCounts counts = new BitCounts((int) batches.get(0).views().get(message).bits());
    batches.forEach(batch -> counts.add(words(batch.views())));
    return counts.ones();
  }

  private long[] words(List<View> views) {
    long[] words = views.get(message).words();
    long[] second = message == other ? wordBefore(words) : views.get(other).words();
    for (int i = 0; i < words.length; i++) {
      switch (combination) {
        case ALONE -> {}
        case XOR, XOR_THE_WORD_BEFORE -> words[i] ^= second[i];
        case LESS, LESS_THE_WORD_BEFORE -> words[i] -= second[i];
      }
    }
    return words;
  }

  private static long[] wordBefore(long[] words) {
    long[] before = new long[words.length];
    System.arraycopy(words, 0, before, 1, Math.max(0, words.length - 1));
    return before;
  }

  @Override
  public String toString() {
    return message == other
        ? "message %d %s".formatted(message, combination)
        : "message %d %s message %d".formatted(message, combination, other);
  }
}
