package io.dartagnan.clusters.operations;

import java.util.ArrayList;
import java.util.List;

/**
 * Reduction of a history with a difference to a shorter one with a difference: without runs of
 * steps, half of them at first, in the end single ones, then without parts of steps.
 */
final class HistoryShrinker {

  /** A trial of a history. */
  @FunctionalInterface
  interface Trial {
    /** Whether outcomes still differ. */
    boolean differs(History history) throws Exception;
  }

  private final Trial trial;
  private int trialsLeft;

  /**
   * A shrinker.
   *
   * @param mostTrials how often a history is tried at most
   */
  HistoryShrinker(Trial trial, int mostTrials) {
    this.trial = trial;
    this.trialsLeft = mostTrials;
  }

  /** The smallest history found. */
  History shrink(History failing, int lastIndex) throws Exception {
    History smallest = failing.with(failing.steps().subList(0, lastIndex + 1));
    for (int length = smallest.steps().size() / 2; length > 0; length /= 2) {
      smallest = withoutRuns(smallest, length);
    }
    return withoutParts(withoutRuns(smallest, 1));
  }

  private History withoutRuns(History history, int length) throws Exception {
    History smallest = history;
    // The last step is the one whose outcomes differ.
    for (int end = history.steps().size() - 1; end > 0; end -= length) {
      List<Step> fewer = new ArrayList<>(smallest.steps());
      fewer.subList(Math.max(0, end - length), end).clear();
      smallest = smaller(smallest, fewer);
    }
    return smallest;
  }

  private History withoutParts(History history) throws Exception {
    History smallest = history;
    for (int index = 0; index < smallest.steps().size(); index++) {
      boolean smaller = true;
      while (smaller) {
        smaller = false;
        for (Step candidate : smallest.steps().get(index).smaller()) {
          List<Step> steps = new ArrayList<>(smallest.steps());
          steps.set(index, candidate);
          History next = smaller(smallest, steps);
          if (next != smallest) {
            smallest = next;
            smaller = true;
            break;
          }
        }
      }
    }
    return smallest;
  }

  private History smaller(History history, List<Step> steps) throws Exception {
    if (trialsLeft-- <= 0) {
      return history;
    }
    History candidate = history.with(steps);
    return trial.differs(candidate) ? candidate : history;
  }
}
