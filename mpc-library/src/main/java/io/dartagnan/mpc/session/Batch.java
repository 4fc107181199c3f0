package io.dartagnan.mpc.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * State that the steps of one batch have in common: its keys, what of them is spent, what was
 * opened, and what suites keep.
 */
final class Batch {
  private final long number;
  private final String name;
  private final SessionKeys keys;
  private final Set<String> spent = new HashSet<>();
  private final Map<Long, String> openings = Collections.synchronizedMap(new LinkedHashMap<>());
  private final Map<Long, String> checks = Collections.synchronizedMap(new LinkedHashMap<>());
  private final List<BooleanSupplier> proofs = new ArrayList<>();
  private final Session.Kept kept = new Session.Kept();
  private KeyStream withNext;
  private KeyStream withPrev;
  private KeyStream alone;

  Batch(long number, SessionKeys keys) {
    this.number = number;
    this.name = "batch" + number;
    this.keys = keys;
  }

  long number() {
    return number;
  }

  Session.Kept kept() {
    return kept;
  }

  String name() {
    return name;
  }

  KeyStream withNext() {
    if (withNext == null) {
      withNext = keys.withNext(name);
    }
    return withNext;
  }

  KeyStream withPrev() {
    if (withPrev == null) {
      withPrev = keys.withPrev(name);
    }
    return withPrev;
  }

  KeyStream alone() {
    if (alone == null) {
      alone = keys.alone(name);
    }
    return alone;
  }

  /**
   * Notes that a stream or message of a step is taken.
   *
   * @return false if it was taken before
   */
  boolean spend(long step, String use) {
    return spent.add(step + " " + use);
  }

  void openOnlyIf(BooleanSupplier isProven) {
    proofs.add(isProven);
  }

  void recordOpening(long step, String path) {
    if (!proofs.stream().allMatch(BooleanSupplier::getAsBoolean)) {
      throw new IllegalStateException(
          "step " + path + " would open what was computed before it is proven");
    }
    openings.put(step, path);
  }

  void recordCheck(long step, String path) {
    checks.put(step, path);
  }

  /** The openings so far, by the number their messages carry; a copy. */
  Map<Long, String> openings() {
    return copy(openings);
  }

  /** The checks so far, likewise. */
  Map<Long, String> checks() {
    return copy(checks);
  }

  private static Map<Long, String> copy(Map<Long, String> steps) {
    synchronized (steps) {
      return Collections.unmodifiableMap(new LinkedHashMap<>(steps));
    }
  }
}
