package io.dartagnan.client.maintenance;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.State;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Outcome of an attempt to take back a version, or the decision that such an attempt follows.
 *
 * @param outcome what became of the version
 * @param waitMs after how many milliseconds another attempt is worth it; 0 if none is
 * @param removed the clouds from which it is to be removed, and the id of the version there
 */
public record Cleaning(Outcome outcome, long waitMs, Map<Party, Long> removed) {

  /** The fate of a version. */
  public enum Outcome {
    /** It was on some clouds, and is on none. */
    CLEANED,
    /** All clouds have it: nothing was done. */
    COMPLETE,
    /** No cloud has it: nothing was done. */
    GONE,
    /** Its write may still be on its way: nothing was done. */
    YOUNG,
    /**
     * Some clouds have it, and it stays: it may have been complete, or its timestamp is the
     * application's own, or versions of several writes stand there.
     */
    KEPT,
    /** A cloud did not answer: what some clouds have of it may be removed, or not. */
    UNANSWERED
  }

  private static final Set<State> UNCOMMITTED =
      EnumSet.of(State.UNSETTLED, State.TORN, State.NOT_DURABLE);
  private static final Set<State> COMMITTED = EnumSet.of(State.SETTLED);
  private static final Set<State> NOT_THERE =
      EnumSet.of(State.ABSENT, State.REPLACED, State.HIDDEN);

  Cleaning(Outcome outcome, long waitMs) {
    this(outcome, waitMs, Map.of());
  }

  Cleaning(Outcome outcome) {
    this(outcome, 0);
  }

  /**
   * The decision; {@link OrphanCleaner} says by which rules.
   *
   * @param oneMayLie whether what one cloud says alone decides nothing
   */
  static Cleaning of(
      Placement placement, Map<Party, VersionStanding> standings, boolean oneMayLie) {
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
      return new Cleaning(Outcome.YOUNG, young);
    }
    if (holders.isEmpty()) {
      return new Cleaning(isKnown ? Outcome.GONE : Outcome.KEPT, 0);
    }
    Map<Party, Long> removed = new EnumMap<>(Party.class);
    for (Map.Entry<Long, Set<Party>> version : holders.entrySet()) {
      if (version.getValue().containsAll(placement.clouds())) {
        return new Cleaning(Outcome.COMPLETE, 0);
      }
      if (isLeft(placement, version.getValue(), standings, oneMayLie)) {
        version.getValue().forEach(cloud -> removed.put(cloud, version.getKey()));
      }
    }
    return new Cleaning(removed.isEmpty() ? Outcome.KEPT : Outcome.CLEANED, 0, removed);
  }

  /**
   * Whether a version may go: two clouds say that it is not there, and the third does not call it
   * the application's own; or the two that have it do not say that it was ever complete, and the
   * third would have it; or a client deleted it. If one may lie, two have to say that it is not
   * there, or was deleted.
   */
  private static boolean isLeft(
      Placement placement,
      Set<Party> holders,
      Map<Party, VersionStanding> standings,
      boolean oneMayLie) {
    Set<State> with = EnumSet.noneOf(State.class);
    Set<State> without = EnumSet.noneOf(State.class);
    standings.forEach(
        (cloud, standing) -> (holders.contains(cloud) ? with : without).add(standing.state()));
    boolean hasOne = holders.size() < placement.quorum();
    boolean isCertain = UNCOMMITTED.containsAll(with) || (with.equals(COMMITTED) && hasOne);
    if (oneMayLie) {
      boolean isDeleted = without.equals(EnumSet.of(State.DELETED));
      boolean isGone =
          without.stream().allMatch(each -> each == State.DELETED || NOT_THERE.contains(each));
      return hasOne && isGone && (isCertain || isDeleted);
    }
    return without.contains(State.DELETED) || (isCertain && NOT_THERE.containsAll(without));
  }
}
