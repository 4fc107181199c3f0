package io.dartagnan.clusters.checker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Search for an order of the calls to one row in which each is done at one moment between its
 * beginning and its end.
 *
 * <p>Source: just-in-time linearisation with memoised configurations, G. Lowe, "Testing for
 * Linearizability" (Concurrency and Computation 29(4), 2017), section 5.
 *
 * <p>Deviations: all configurations are carried along from one end of a call to the next, instead
 * of a search with backtracking. A read that fits is done at once, since it changes nothing. Calls
 * of unknown outcome (spares) may be done once each for as long as they are possible; of equal ones
 * it matters only how many, and what was used is the one that was possible for the least time.
 * While a cloud crashes, what was not made durable may be lost, the newest first; while one loses
 * writes, so may those of unknown outcome.
 */
final class RowOrders {

  /** More than this many calls to one row are never under way at a time. */
  private static final int MOST_PENDING = Long.SIZE;

  /**
   * What became of the search.
   *
   * @param decided false if it was given up
   * @param violation the first call that no order explains; empty if there is none
   */
  record Outcome(boolean decided, Optional<String> violation) {}

  /**
   * A row as it may be, which of the pending calls are done in it, and how many spares of each
   * kind.
   */
  private record Configuration(RowState state, long done, List<Integer> spares) {}

  private record Event(long time, boolean isEnd, int call) {}

  private final List<Call> calls;
  private final List<Crash> crashes;
  private final int mostConfigurations;
  private final List<Event> events = new ArrayList<>();

  /** Number of the calls of unknown outcome that may be done now, by what they do. */
  private final Map<Action, Integer> spares = new HashMap<>();

  /** Actions of those calls, each at the place where configurations count it; null if free. */
  private final List<Action> spareActions = new ArrayList<>();

  private final Integer[] pending = new Integer[MOST_PENDING];
  private final Map<Integer, Integer> slots = new HashMap<>();

  /** Up to where all losses are among the configurations. */
  private long lostUntil = Long.MIN_VALUE;

  /** Whether what is not durable may have been lost since, and whether writes may. */
  private boolean loses;

  private boolean losesWrites;

  private Collection<Configuration> configurations =
      List.of(new Configuration(RowState.EMPTY, 0, List.of()));

  /**
   * A search for one row, which is empty before the calls.
   *
   * @param mostConfigurations at more than so many different states of affairs at one time it is
   *     given up
   */
  RowOrders(List<Call> calls, List<Crash> crashes, int mostConfigurations) {
    this.calls = calls;
    this.crashes = crashes;
    this.mostConfigurations = mostConfigurations;
    long lastAnswer =
        calls.stream().filter(call -> !call.isUnknown()).mapToLong(Call::ended).max().orElse(0);
    for (int i = 0; i < calls.size(); i++) {
      events.add(new Event(calls.get(i).begun(), false, i));
      if (calls.get(i).ended() <= lastAnswer) {
        events.add(new Event(calls.get(i).ended(), true, i));
      }
    }
    events.sort(Comparator.comparingLong(Event::time).thenComparing(Event::isEnd));
  }

  Outcome check() {
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      if (!event.isEnd()) {
        begin(event.call());
      } else {
        List<Crash> since =
            crashes.stream()
                .filter(crash -> crash.begun() <= event.time() && crash.ended() > lostUntil)
                .toList();
        loses = !since.isEmpty();
        losesWrites = since.stream().anyMatch(crash -> crash.loss() == Fault.Loss.WRITES);
        Collection<Configuration> before = configurations;
        configurations =
            calls.get(event.call()).isUnknown()
                ? expire(calls.get(event.call()).action())
                : end(event);
        if (configurations.isEmpty()) {
          return new Outcome(true, Optional.of(explanation(i, before)));
        }
        if (configurations.size() > mostConfigurations) {
          return new Outcome(false, Optional.empty());
        }
      }
    }
    return new Outcome(true, Optional.empty());
  }

  private void begin(int call) {
    Action action = calls.get(call).action();
    if (calls.get(call).isUnknown()) {
      if (spares.merge(action, 1, Integer::sum) == 1) {
        int free = spareActions.indexOf(null);
        if (free < 0) {
          spareActions.add(action);
        } else {
          spareActions.set(free, action);
        }
      }
      return;
    }
    for (int slot = 0; slot < pending.length; slot++) {
      if (pending[slot] == null) {
        pending[slot] = call;
        slots.put(call, slot);
        return;
      }
    }
    throw new IllegalStateException("more than " + MOST_PENDING + " calls at a time");
  }

  /** The configurations in which an ending call is done. */
  private Collection<Configuration> end(Event event) {
    int slot = slots.remove(event.call());
    long bit = 1L << slot;
    Set<Configuration> seen = new HashSet<>();
    Set<Configuration> ended = new HashSet<>();
    Deque<Configuration> open = allRead(seen);
    while (!open.isEmpty() && seen.size() <= mostConfigurations) {
      Configuration each = open.pop();
      if ((each.done() & bit) != 0) {
        ended.add(new Configuration(each.state(), each.done() & ~bit, each.spares()));
        lose(each, seen, open);
      } else {
        goOn(each, seen, open);
      }
    }
    pending[slot] = null;
    lostUntil = event.time();
    return seen.size() > mostConfigurations ? seen : withoutDominated(ended);
  }

  /**
   * The configurations after a spare call has become impossible: those that there were, and those
   * in which it is the last thing done.
   */
  private Collection<Configuration> expire(Action action) {
    int place = spareActions.indexOf(action);
    Set<Configuration> seen = new HashSet<>();
    Set<Configuration> after = new HashSet<>();
    Deque<Configuration> open = allRead(seen);
    open.forEach(each -> after.add(withOneLess(each, place)));
    while (!open.isEmpty() && seen.size() <= mostConfigurations) {
      Configuration each = open.pop();
      spared(each, place).ifPresent(used -> after.add(withOneLess(used, place)));
      goOn(each, seen, open);
    }
    if (spares.merge(action, -1, Integer::sum) == 0) {
      spares.remove(action);
      spareActions.set(place, null);
    }
    return seen.size() > mostConfigurations ? seen : withoutDominated(after);
  }

  /** The configurations that there are, with every pending read done that fits. */
  private Deque<Configuration> allRead(Set<Configuration> seen) {
    Deque<Configuration> open = new ArrayDeque<>();
    configurations.forEach(each -> visit(each, seen, open));
    return open;
  }

  /** Takes up what a crash may make of a configuration. */
  private void lose(Configuration each, Set<Configuration> seen, Deque<Configuration> open) {
    if (loses) {
      for (RowState state : each.state().losses(losesWrites)) {
        visit(new Configuration(state, each.done(), each.spares()), seen, open);
      }
    }
  }

  /** Takes up what one more call, or a crash, makes of a configuration. */
  private void goOn(Configuration each, Set<Configuration> seen, Deque<Configuration> open) {
    lose(each, seen, open);
    for (int other = 0; other < pending.length; other++) {
      if (pending[other] != null && (each.done() >> other & 1) == 0) {
        long done = each.done() | 1L << other;
        calls
            .get(pending[other])
            .action()
            .on(each.state())
            .ifPresent(state -> visit(new Configuration(state, done, each.spares()), seen, open));
      }
    }
    for (int place = 0; place < spareActions.size(); place++) {
      spared(each, place).ifPresent(used -> visit(used, seen, open));
    }
  }

  /** A configuration after a spare call; empty if none is left, or it would change nothing. */
  private Optional<Configuration> spared(Configuration each, int place) {
    Action action = spareActions.get(place);
    if (action == null || used(each.spares(), place) == spares.get(action)) {
      return Optional.empty();
    }
    return action
        .on(each.state())
        .filter(state -> !state.equals(each.state()))
        .map(state -> new Configuration(state, each.done(), plus(each.spares(), place, 1)));
  }

  private static Configuration withOneLess(Configuration each, int place) {
    return used(each.spares(), place) == 0
        ? each
        : new Configuration(each.state(), each.done(), plus(each.spares(), place, -1));
  }

  private static int used(List<Integer> spares, int place) {
    return place < spares.size() ? spares.get(place) : 0;
  }

  /** The numbers with one of them changed, without zeros at the end. */
  private static List<Integer> plus(List<Integer> spares, int place, int change) {
    List<Integer> changed = new ArrayList<>(spares);
    while (changed.size() <= place) {
      changed.add(0);
    }
    changed.set(place, changed.get(place) + change);
    while (!changed.isEmpty() && changed.get(changed.size() - 1) == 0) {
      changed.remove(changed.size() - 1);
    }
    return List.copyOf(changed);
  }

  /** Takes a configuration up, with every pending read done that fits. */
  private void visit(Configuration each, Set<Configuration> seen, Deque<Configuration> open) {
    long done = each.done();
    for (int slot = 0; slot < pending.length; slot++) {
      if (pending[slot] != null) {
        Action action = calls.get(pending[slot]).action();
        if (action.isRead() && action.on(each.state()).isPresent()) {
          done |= 1L << slot;
        }
      }
    }
    Configuration read = new Configuration(each.state(), done, each.spares());
    if (seen.add(read)) {
      open.push(read);
    }
  }

  /** Leaves out those that differ from another only in having used more spare calls. */
  private Collection<Configuration> withoutDominated(Set<Configuration> all) {
    if (spareActions.isEmpty()) {
      return all;
    }
    Map<Configuration, List<List<Integer>>> least = new HashMap<>();
    for (Configuration each : all) {
      Configuration key = new Configuration(each.state(), each.done(), List.of());
      List<List<Integer>> kept = least.computeIfAbsent(key, same -> new ArrayList<>());
      if (kept.stream().noneMatch(other -> isAtMost(other, each.spares()))) {
        kept.removeIf(other -> isAtMost(each.spares(), other));
        kept.add(each.spares());
      }
    }
    List<Configuration> result = new ArrayList<>();
    least.forEach(
        (key, kept) ->
            kept.forEach(used -> result.add(new Configuration(key.state(), key.done(), used))));
    return result;
  }

  private static boolean isAtMost(List<Integer> some, List<Integer> others) {
    for (int i = 0; i < some.size(); i++) {
      if (some.get(i) > used(others, i)) {
        return false;
      }
    }
    return true;
  }

  private String explanation(int failed, Collection<Configuration> before) {
    Call call = calls.get(events.get(failed).call());
    StringBuilder text = new StringBuilder("row " + call.row() + ": no order explains");
    text.append("\n  ").append(call);
    text.append("\n  the row could be one of ");
    text.append(before.stream().map(each -> "(" + each.state() + ")").distinct().limit(6).toList());
    text.append(", before it ended:");
    events.subList(0, failed).stream()
        .map(event -> calls.get(event.call()))
        .filter(each -> each.ended() > call.begun() || each.begun() > call.begun() - 2_000_000_000L)
        .distinct()
        .sorted(Comparator.comparingLong(Call::begun).reversed())
        .limit(16)
        .sorted(Comparator.comparingLong(Call::begun))
        .forEach(each -> text.append("\n    ").append(each));
    return text.toString();
  }
}
