package io.dartagnan.clusters.torture;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes of one row, all of one thread, one after the other, and the values that the row could have
 * at any time. A write that failed may be done or not until a later one is acknowledged; one that
 * is not durable may be lost when a cloud is killed, until a later one is acknowledged that is.
 *
 * <p>Times are those of {@link System#nanoTime}.
 */
final class RowHistory {
  private static final long NEVER = Long.MAX_VALUE;

  private final Outages outages;

  // Guarded by this.
  private final List<Step> steps = new ArrayList<>();

  /**
   * Values that a row may have.
   *
   * @param held if nothing is lost
   * @param left if anything is lost that is not durable
   */
  private record Possible(Set<RowValues> held, Set<RowValues> left) {
    private static final Possible ABSENT = of(Set.of(RowValues.ABSENT), Set.of());

    private static Possible of(Set<RowValues> held, Set<RowValues> more) {
      return new Possible(held, union(held, more));
    }

    private Possible after(Change change) {
      Set<RowValues> changed = changed(left, change);
      return of(changed(held, change), change.isDurable() ? changed : union(left, changed));
    }

    private static Set<RowValues> changed(Set<RowValues> values, Change change) {
      return values.stream().map(change::apply).collect(Collectors.toSet());
    }

    private Possible or(Possible other) {
      return new Possible(union(held, other.held), union(left, other.left));
    }

    private static Set<RowValues> union(Set<RowValues> some, Set<RowValues> others) {
      Set<RowValues> all = new HashSet<>(some);
      all.addAll(others);
      return all;
    }
  }

  /**
   * One write.
   *
   * @param during what the row may be while it is under way
   * @param after what it may be then
   */
  private record Step(long begun, long ended, Possible during, Possible after) {}

  /**
   * The history of a row that is not there.
   *
   * @param outages in which clouds lose what is not durable
   */
  RowHistory(Outages outages) {
    this.outages = outages;
  }

  /** Notes a write before it is sent. */
  synchronized void begin(Change change, long now) {
    Possible before = last(now);
    Possible after = before.after(change);
    steps.add(new Step(now, NEVER, before.or(after), after));
  }

  private Possible last(long now) {
    if (steps.isEmpty()) {
      return Possible.ABSENT;
    }
    Step last = steps.get(steps.size() - 1);
    return Possible.of(at(last, last.after(), now), last.after().left());
  }

  /** The values of one write's time up to some moment, at which a cloud may have lost something. */
  private Set<RowValues> at(Step step, Possible possible, long to) {
    return outages.lose(step.begun(), to) ? possible.left() : possible.held();
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
        possible.addAll(at(step, step.after(), to));
        return possible;
      }
      if (step.begun() - to <= 0) {
        possible.addAll(at(step, step.during(), to));
      }
    }
    if (possible.isEmpty()) {
      possible.add(RowValues.ABSENT);
    }
    return possible;
  }
}
