package io.dartagnan.clusters.torture;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes of one row, all of one thread, one after the other, and the values that the row could have
 * at any time. A write that failed may be done or not until a later one is acknowledged.
 *
 * <p>Times are those of {@link System#nanoTime}.
 */
final class RowHistory {
  private static final long NEVER = Long.MAX_VALUE;

  // Guarded by this.
  private final List<Step> steps = new ArrayList<>();

  /**
   * One write.
   *
   * @param during values that the row may have while it is under way
   * @param after values that it may have then
   */
  private record Step(long begun, long ended, Set<RowValues> during, Set<RowValues> after) {}

  /** Notes a write before it is sent. */
  synchronized void begin(Change change, long now) {
    Set<RowValues> before = last();
    Set<RowValues> applied = before.stream().map(change::apply).collect(Collectors.toSet());
    Set<RowValues> during = new HashSet<>(before);
    during.addAll(applied);
    steps.add(new Step(now, NEVER, during, applied));
  }

  private Set<RowValues> last() {
    return steps.isEmpty() ? Set.of(RowValues.ABSENT) : steps.get(steps.size() - 1).after();
  }

  /** Notes that the last write is acknowledged. */
  synchronized void acknowledge(long now) {
    Step step = steps.remove(steps.size() - 1);
    steps.add(new Step(step.begun(), now, step.during(), step.after()));
  }

  /** Notes that the last write failed. */
  synchronized void fail(long now) {
    Step step = steps.remove(steps.size() - 1);
    steps.add(new Step(step.begun(), now, step.during(), step.during()));
  }

  /** The values that the row could have at some moment from one time to another. */
  synchronized Set<RowValues> possible(long from, long to) {
    Set<RowValues> possible = new HashSet<>();
    for (int i = steps.size() - 1; i >= 0; i--) {
      Step step = steps.get(i);
      if (step.ended() != NEVER && step.ended() - from < 0) {
        possible.addAll(step.after());
        return possible;
      }
      if (step.begun() - to <= 0) {
        possible.addAll(step.during());
      }
    }
    if (possible.isEmpty()) {
      possible.add(RowValues.ABSENT);
    }
    return possible;
  }
}
