package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.bits.Lanes;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.SharedCondition;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rest of a predicate over a batch that public bits leave open: the lanes that they decide
 * alone, the lanes that they do not, and a predicate for the latter.
 *
 * <p>Each part of a predicate is true, false or open on a lane (Kleene's strong three-valued
 * logic): a shared condition is open, AND is false where one of its parts is and true where all
 * are, OR the other way round. Of the lanes where the root is open, a part that is true or false on
 * all of them says nothing and is dropped, whether or not it has shared conditions. A public part
 * that is true on some and false on others stays, to be joined as a mask.
 */
final class Residual {

  /** The lanes where a part of the predicate holds, and those where it does not, whatever else. */
  private record Decided(long[] yes, long[] no) {}

  private final Map<Predicate, Decided> parts = new IdentityHashMap<>();
  private final PublicBits known;
  private final long[] holds;
  private final long[] open;
  private final int[] lanes;
  private final Predicate predicate;

  /** Rest of a predicate once its public conditions are known. */
  Residual(Predicate whole, PublicBits known) {
    this(whole, known, known.everywhere());
  }

  /**
   * Rest of a predicate on some lanes; it holds on no other.
   *
   * @param among public bits
   */
  Residual(Predicate whole, PublicBits known, long[] among) {
    this.known = known;
    Decided root = decide(whole);
    this.holds = PublicBits.all(List.of(root.yes.clone(), among));
    long[] closed = PublicBits.any(List.of(root.yes.clone(), root.no));
    this.open = PublicBits.all(List.of(known.complement(closed), among));
    this.lanes = Lanes.of(open);
    this.predicate = lanes.length == 0 ? null : reduce(whole);
    parts.clear();
  }

  /** The lanes where the predicate holds by public bits alone, 64 to a word; a new array. */
  long[] holds() {
    return holds.clone();
  }

  /** The lanes that shared conditions decide, ascending. */
  int[] lanes() {
    return lanes;
  }

  /**
   * Predicate to ask of those lanes; it has a shared condition at least. Null when there are none.
   */
  Predicate predicate() {
    return predicate;
  }

  /**
   * The most that can be left of a predicate on an undecided lane, whatever the batch: a branch is
   * decided where one public child decides it, so on other lanes these children say nothing.
   *
   * @param predicate with a shared condition at least
   */
  static Predicate most(Predicate predicate) {
    if (predicate instanceof Predicate.Not not) {
      return new Predicate.Not(most(not.child()));
    }
    if (!(predicate instanceof Predicate.Branch branch)) {
      return predicate;
    }
    List<Predicate> shared = branch.children().stream().filter(child -> !child.isPublic()).toList();
    return shared.size() == 1 ? most(shared.get(0)) : like(branch, shared);
  }

  private Decided decide(Predicate part) {
    Decided decided = parts.get(part);
    if (decided == null) {
      decided = decided(part);
      parts.put(part, decided);
    }
    return decided;
  }

  private Decided decided(Predicate part) {
    if (part.isPublic()) {
      long[] bits = known.of(part);
      return new Decided(bits, known.complement(bits.clone()));
    }
    if (part instanceof SharedCondition) {
      int words = known.words();
      return new Decided(new long[words], new long[words]);
    }
    if (part instanceof Predicate.Not not) {
      Decided child = decide(not.child());
      return new Decided(child.no, child.yes);
    }
    List<Decided> children =
        ((Predicate.Branch) part).children().stream().map(this::decide).toList();
    List<long[]> yes = children.stream().map(child -> child.yes.clone()).toList();
    List<long[]> no = children.stream().map(child -> child.no.clone()).toList();
    return part instanceof Predicate.And
        ? new Decided(PublicBits.all(yes), PublicBits.any(no))
        : new Decided(PublicBits.any(yes), PublicBits.all(no));
  }

  /** A part that is not the same on all open lanes, without those within it that are. */
  private Predicate reduce(Predicate part) {
    if (part instanceof Predicate.Not not) {
      return new Predicate.Not(reduce(not.child()));
    }
    if (part.isPublic() || !(part instanceof Predicate.Branch branch)) {
      return part;
    }
    List<Predicate> left =
        branch.children().stream().filter(child -> !isSettled(child)).map(this::reduce).toList();
    return left.size() == 1 ? left.get(0) : like(branch, left);
  }

  private boolean isSettled(Predicate part) {
    Decided decided = decide(part);
    return covers(decided.yes) || covers(decided.no);
  }

  private boolean covers(long[] bits) {
    for (int i = 0; i < open.length; i++) {
      if ((open[i] & ~bits[i]) != 0) {
        return false;
      }
    }
    return true;
  }

  private static Predicate like(Predicate.Branch branch, List<Predicate> children) {
    return branch instanceof Predicate.And
        ? new Predicate.And(children)
        : new Predicate.Or(children);
  }
}
