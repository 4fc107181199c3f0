package io.dartagnan.clusters.checker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checker of whether the calls to one row are linearisable: whether each could have been done at
 * one moment between its beginning and its end, one after the other.
 *
 * <p>Source: J. M. Wing and C. Gong, "Testing and Verifying Concurrent Objects" (J. Parallel and
 * Distributed Computing 17, 1993); just-in-time linearisation with memoised configurations: G.
 * Lowe, "Testing for Linearizability" (Concurrency and Computation 29(4), 2017), section 5. Rows
 * are checked one by one: linearisability is local (M. Herlihy and J. M. Wing, TOPLAS 12(3), 1990).
 *
 * <p>Deviations: all configurations are carried along from one end of a call to the next, instead
 * of a search with backtracking. A read that fits is linearised at once, since it changes nothing.
 * A put whose outcome is unknown has ended when its number is first read: numbers are unique. If it
 * never is, only a check that failed can tell that it was done, and not by its number: all such
 * puts write {@link #UNSEEN}, or are left out where no check failed. Other calls of unknown outcome
 * may be done once each for as long as they are possible; of equal ones it matters only how many. A
 * delete of unknown outcome may be on one cloud alone; if that loses it, what it deleted is read
 * again. A put of unknown outcome that a cloud has lost is taken back by its writer.
 */
final class Linearisability {

  /** A number that no client writes, in place of those that nobody read. */
  private static final long UNSEEN = -1;

  private final int mostConfigurations;
  private final List<Crash> crashes;

  /**
   * A checker that gives a row up.
   *
   * @param mostConfigurations at more than so many different states of affairs at one time
   * @param crashes in which what was not made durable may be lost, and where a cloud loses writes,
   *     what is of unknown outcome
   */
  Linearisability(int mostConfigurations, List<Crash> crashes) {
    this.mostConfigurations = mostConfigurations;
    this.crashes = crashes;
  }

  /**
   * The result for one row.
   *
   * @param decided false if it was given up
   * @param violation why the calls to some cell are not linearisable; empty if those to each are
   * @param inParts why the calls to the row are not, although those to each of its cells are; empty
   *     if they are
   */
  record Verdict(boolean decided, Optional<String> violation, Optional<String> inParts) {}

  /** Checks the calls of one row, which is empty before them. */
  Verdict check(Collection<Call> calls) {
    List<Call> settled = settled(calls);
    RowOrders.Outcome row = new RowOrders(settled, crashes, mostConfigurations).check();
    if (row.decided() && row.violation().isEmpty()) {
      return new Verdict(true, Optional.empty(), Optional.empty());
    }
    boolean decided = true;
    List<String> violations = new ArrayList<>();
    for (Column column : Column.values()) {
      List<Call> part =
          settled.stream().flatMap(call -> call.only(1 << column.ordinal()).stream()).toList();
      RowOrders.Outcome cell = new RowOrders(part, crashes, mostConfigurations).check();
      decided &= cell.decided();
      cell.violation().ifPresent(text -> violations.add(column + ", " + text));
    }
    return violations.isEmpty()
        ? new Verdict(decided, Optional.empty(), row.violation())
        : new Verdict(true, Optional.of(String.join("\n", violations)), Optional.empty());
  }

  /**
   * Gives puts of unknown outcome an end, makes those alike that nobody saw, or leaves them out.
   */
  private List<Call> settled(Collection<Call> calls) {
    Map<Long, Long> firstRead = new HashMap<>();
    boolean negative = false;
    for (Call call : calls) {
      if (call.action() instanceof Action.Read read) {
        for (Column column : Column.of(read.columns())) {
          if (read.seen().has(column)) {
            firstRead.merge(read.seen().number(column), call.ended(), Math::min);
          }
        }
      } else if (call.action() instanceof Action.CheckAndPut check && check.done().isPresent()) {
        negative |= !check.done().get();
        if (check.done().get()) {
          firstRead.merge(check.expected(), call.ended(), Math::min);
        }
      }
    }
    List<Call> settled = new ArrayList<>();
    for (Call call : calls) {
      Optional<Action.Put> put = call.isUnknown() ? put(call.action()) : Optional.empty();
      if (call.isUnknown() && call.action() instanceof Action.Delete delete && mayLose(call)) {
        settled.add(call.doing(new Action.Delete(delete.columns(), false)));
      } else if (call.isUnknown() && call.action() instanceof Action.Increment && mayLose(call)) {
        settled.add(call.doing(new Action.Increment(Optional.empty(), Fault.Loss.WRITES)));
      } else if (put.isEmpty()) {
        settled.add(call);
      } else if (firstRead.containsKey(put.get().number())) {
        long seen = Math.max(call.begun(), firstRead.get(put.get().number()));
        long ended = Math.min(seen, call.ended());
        settled.add(call.endedAt(ended, done(call.action(), mayLose(call))));
      } else if (negative) {
        settled.add(call.doing(unseen(call.action(), put.get())));
      }
    }
    return settled;
  }

  private boolean mayLose(Call call) {
    return crashes.stream()
        .anyMatch(crash -> crash.loss() == Fault.Loss.WRITES && crash.ended() > call.begun());
  }

  private static Optional<Action.Put> put(Action action) {
    if (action instanceof Action.Put put) {
      return Optional.of(put);
    }
    return action instanceof Action.CheckAndPut check ? Optional.of(check.put()) : Optional.empty();
  }

  private static Action unseen(Action action, Action.Put put) {
    Action.Put unseen = new Action.Put(put.columns(), UNSEEN, put.lostBy());
    return action instanceof Action.CheckAndPut check
        ? new Action.CheckAndPut(check.expected(), unseen, check.done())
        : unseen;
  }

  private static Action done(Action action, boolean mayBeLost) {
    Action.Put put = put(action).orElseThrow();
    Action.Put done =
        put.lostBy() == Fault.Loss.NOTHING && mayBeLost
            ? new Action.Put(put.columns(), put.number(), Fault.Loss.WRITES)
            : put;
    return action instanceof Action.CheckAndPut check
        ? new Action.CheckAndPut(check.expected(), done, Optional.of(true))
        : done;
  }
}
