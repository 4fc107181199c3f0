package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.araki.masked.MaskedDigits;
import io.dartagnan.mpc.araki.masked.MaskedVerdicts;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.Opening;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A column of additive shares: it and its operands become masked values, once; then every set of
 * comparisons of one kind takes its digits from them.
 */
final class AdditiveColumn {

  /** Comparisons of one kind: orders under one ordering, or equalities. */
  private enum Kind {
    UNSIGNED_ORDER,
    SIGNED_ORDER,
    EQUALITY;

    static Kind of(Comparison comparison) {
      if (comparison.operator().isEquality()) {
        return EQUALITY;
      }
      return comparison.ordering() == Ordering.SIGNED ? SIGNED_ORDER : UNSIGNED_ORDER;
    }

    List<Integer> places(List<Comparison> comparisons) {
      List<Integer> places = new ArrayList<>();
      for (int i = 0; i < comparisons.size(); i++) {
        if (of(comparisons.get(i)) == this) {
          places.add(i);
        }
      }
      return places;
    }
  }

  /**
   * The comparisons of one kind, and what answers them.
   *
   * @param order null of equalities
   */
  private record Task(List<Integer> places, AdditiveLessThan order, MaskedDigits digits) {
    ReplicatedPlanes answers(ReplicatedPlanes verdicts) {
      return order == null ? verdicts : order.answers(verdicts);
    }
  }

  private final Party self;
  private final List<Comparison> comparisons;
  private final Shares values;
  private final Shares operands;
  private final List<Task> tasks = new ArrayList<>();
  private MaskedVerdicts verdicts;
  private int firstVerdict;

  AdditiveColumn(Party self, ColumnComparisons asked, Shares values) {
    this.self = self;
    this.comparisons = asked.comparisons();
    this.values = values;
    this.operands = asked.operands();
  }

  /** Masks values and operands of all columns, in one message. */
  static void mask(Context context, List<AdditiveColumn> columns) {
    List<long[]> parts =
        ToMasked.convert(
            context,
            columns.stream().map(column -> column.values.append(column.operands)).toList());
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).prepare(parts.get(i));
    }
  }

  private void prepare(long[] part) {
    Ring ring = values.ring();
    long[] x = Arrays.copyOf(part, values.own().length);
    long[] k = Arrays.copyOfRange(part, x.length, part.length);
    for (Kind kind : Kind.values()) {
      List<Integer> places = kind.places(comparisons);
      if (places.isEmpty()) {
        continue;
      }
      long[] chosen = chosen(ring, k, places);
      if (kind == Kind.EQUALITY) {
        tasks.add(new Task(places, null, AdditiveEquality.digits(ring, x, chosen)));
        continue;
      }
      // Half the modulus goes to the masked values; the masks stay.
      boolean flips = kind == Kind.SIGNED_ORDER && self != Party.P0;
      AdditiveLessThan order =
          new AdditiveLessThan(
              self,
              ring,
              flips ? ring.flipSign(x) : x,
              flips ? ring.flipSign(chosen) : chosen,
              swapped(places));
      tasks.add(new Task(places, order, order.digits()));
    }
  }

  private static long[] chosen(Ring ring, long[] elements, List<Integer> places) {
    long[] chosen = new long[places.size() * ring.limbs()];
    for (int i = 0; i < places.size(); i++) {
      System.arraycopy(
          elements, places.get(i) * ring.limbs(), chosen, i * ring.limbs(), ring.limbs());
    }
    return chosen;
  }

  private boolean[] swapped(List<Integer> places) {
    boolean[] swapped = new boolean[places.size()];
    for (int i = 0; i < swapped.length; i++) {
      swapped[i] = AdditiveLessThan.isSwapped(comparisons.get(places.get(i)).operator());
    }
    return swapped;
  }

  /** The verdicts that all columns' answers come from, not evaluated yet. */
  static MaskedVerdicts verdicts(Context context, List<AdditiveColumn> columns) {
    List<MaskedDigits> digits = new ArrayList<>();
    for (AdditiveColumn column : columns) {
      column.firstVerdict = digits.size();
      column.tasks.forEach(task -> digits.add(task.digits));
    }
    MaskedVerdicts verdicts = new MaskedVerdicts(context, digits);
    columns.forEach(column -> column.verdicts = verdicts);
    return verdicts;
  }

  /** Opens the answer to the one comparison of a column, an order, to all parties. */
  static long[] reveal(Context context, AdditiveColumn column) {
    Task task = column.tasks.get(0);
    long[] borrows = MaskedVerdicts.shared(context.narrow("verdicts"), task.digits);
    int lanes = column.values.lanes();
    long[] answer =
        Opening.ofTwo(context, borrows == null ? null : task.order.sums(borrows), lanes);
    if (column.comparisons.get(0).operator().isNegated()) {
      BitPlanes.complement(answer);
      BitPlanes.clearBeyond(answer, lanes);
    }
    return answer;
  }

  /** The answers, in the order of the comparisons, once all rounds are over. */
  List<SharedBits> answers() {
    SharedBits[] answers = new SharedBits[comparisons.size()];
    for (int i = 0; i < tasks.size(); i++) {
      Task task = tasks.get(i);
      ReplicatedPlanes result = task.answers(verdicts.result(firstVerdict + i));
      for (int j = 0; j < task.places.size(); j++) {
        int place = task.places.get(j);
        SharedBits bits = result.bits(self, values.lanes(), j);
        answers[place] = comparisons.get(place).operator().isNegated() ? bits.not() : bits;
      }
    }
    return List.of(answers);
  }

  /** The sizes of what {@link MaskedVerdicts} compares for a column. */
  static List<MaskedDigits.Size> sizes(ColumnComparisons.Shape column, int width) {
    List<MaskedDigits.Size> sizes = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      int count = kind.places(column.comparisons()).size();
      if (count > 0) {
        sizes.add(
            kind == Kind.EQUALITY
                ? AdditiveEquality.size(column.ring(), count, width)
                : AdditiveLessThan.size(column.ring(), count, width));
      }
    }
    return sizes;
  }
}
