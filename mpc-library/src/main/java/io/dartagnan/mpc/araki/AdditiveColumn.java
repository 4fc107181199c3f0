package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.conversion.ToMasked;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.suite.ColumnComparisons;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.SharedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A column of additive shares: it and its operands become masked values, once; then every set of
 * comparisons of one kind takes its digits from them.
 */
final class AdditiveColumn implements Column {

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

  /** The comparisons of one kind, and what answers them. */
  private static final class Task {
    final List<Integer> places;
    // Null of equalities.
    final AdditiveLessThan order;
    final MaskedDigits.Digits digits;
    ReplicatedPlanes compared;
    Conjunction conjunction;

    Task(List<Integer> places, AdditiveLessThan order, MaskedDigits.Digits digits) {
      this.places = places;
      this.order = order;
      this.digits = digits;
    }

    Layers circuit(int moreRounds) {
      if (order != null) {
        return order.circuit(moreRounds, compared);
      }
      conjunction = AdditiveEquality.circuit(compared);
      return conjunction;
    }

    ReplicatedPlanes result() {
      return order == null ? conjunction.result() : order.result();
    }
  }

  private final Party self;
  private final List<Comparison> comparisons;
  private final Shares values;
  private final Shares operands;
  private final List<Task> tasks = new ArrayList<>();

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

  /** Compares the digits of all columns, in the same rounds. */
  static void compareDigits(Context context, List<AdditiveColumn> columns) {
    List<Task> tasks = columns.stream().flatMap(column -> column.tasks.stream()).toList();
    List<ReplicatedPlanes> compared =
        MaskedDigits.compare(context, tasks.stream().map(task -> task.digits).toList());
    for (int i = 0; i < tasks.size(); i++) {
      tasks.get(i).compared = compared.get(i);
    }
  }

  @Override
  public List<Layers> circuits(int moreRounds) {
    return tasks.stream().map(task -> task.circuit(moreRounds)).toList();
  }

  @Override
  public List<SharedBits> answers() {
    SharedBits[] answers = new SharedBits[comparisons.size()];
    for (Task task : tasks) {
      ReplicatedPlanes result = task.result();
      for (int i = 0; i < task.places.size(); i++) {
        int place = task.places.get(i);
        Operator operator = comparisons.get(place).operator();
        SharedBits bits = result.bits(self, values.lanes(), i);
        answers[place] = operator.isNegated() ? bits.not() : bits;
      }
    }
    return List.of(answers);
  }

  /** The sizes of what {@link MaskedDigits} compares for a column. */
  static List<MaskedDigits.Size> digits(Comparisons.Shape column, int width) {
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

  /** Cost of the circuits. */
  static Cost circuitsCost(Comparisons.Shape column, int moreRounds, int width) {
    Cost cost = Cost.NONE;
    for (Kind kind : Kind.values()) {
      int count = kind.places(column.comparisons()).size();
      if (count > 0) {
        cost =
            cost.beside(
                kind == Kind.EQUALITY
                    ? Conjunction.cost(MaskedDigits.digits(column.ring()), count * width)
                    : AdditiveLessThan.circuitCost(column.ring(), moreRounds, count, width));
      }
    }
    return cost;
  }
}
