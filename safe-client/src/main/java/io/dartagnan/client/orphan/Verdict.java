package io.dartagnan.client.orphan;

import io.dartagnan.client.orphan.Cleaning.Outcome;
import io.dartagnan.mpc.Party;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.State;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Decision on a version by its standing on the three clouds.
 *
 * @param outcome what becomes of it if all goes well
 * @param waitMs after how many milliseconds it can be decided, if it is young
 * @param removed the clouds from which it is to be removed, and the id of the version there
 */
record Verdict(Outcome outcome, long waitMs, Map<Party, Long> removed) {
  private static final Set<State> UNCOMMITTED =
      EnumSet.of(State.UNSETTLED, State.TORN, State.NOT_DURABLE);
  private static final Set<State> COMMITTED = EnumSet.of(State.SETTLED);
  private static final Set<State> NOT_THERE =
      EnumSet.of(State.ABSENT, State.REPLACED, State.HIDDEN);

  /** The decision; {@link OrphanCleaner} says by which rules. */
  static Verdict of(Map<Party, VersionStanding> standings) {
    long young = 0;
    Map<Long, Set<Party>> holders = new TreeMap<>();
    boolean isKnown = true;
    for (Map.Entry<Party, VersionStanding> each : standings.entrySet()) {
      VersionStanding standing = each.getValue();
      if (standing.state() == State.YOUNG) {
        young = Math.max(young, standing.number());
      } else if (standing.isThere()) {
        holders.computeIfAbsent(standing.number(), id -> new TreeSet<>()).add(each.getKey());
      }
      isKnown &= standing.state() != State.UNKNOWN;
    }
    if (young > 0) {
      return new Verdict(Outcome.YOUNG, young, Map.of());
    }
    if (holders.isEmpty()) {
      return new Verdict(isKnown ? Outcome.GONE : Outcome.KEPT, 0, Map.of());
    }
    Map<Party, Long> removed = new EnumMap<>(Party.class);
    for (Map.Entry<Long, Set<Party>> version : holders.entrySet()) {
      if (version.getValue().size() == Party.ALL.size()) {
        return new Verdict(Outcome.COMPLETE, 0, Map.of());
      }
      if (isLeft(version.getValue(), standings)) {
        version.getValue().forEach(cloud -> removed.put(cloud, version.getKey()));
      }
    }
    return new Verdict(removed.isEmpty() ? Outcome.KEPT : Outcome.CLEANED, 0, removed);
  }

  /**
   * Whether a version may go: two clouds say that it is not there, and the third does not call it
   * the application's own; or the two that have it do not say that it was ever complete, and the
   * third would have it; or a client deleted it.
   */
  private static boolean isLeft(Set<Party> holders, Map<Party, VersionStanding> standings) {
    Set<State> with = EnumSet.noneOf(State.class);
    Set<State> without = EnumSet.noneOf(State.class);
    standings.forEach(
        (cloud, standing) -> (holders.contains(cloud) ? with : without).add(standing.state()));
    boolean isCertain =
        UNCOMMITTED.containsAll(with) || (with.equals(COMMITTED) && holders.size() < 2);
    return without.contains(State.DELETED) || (isCertain && NOT_THERE.containsAll(without));
  }
}
