package io.dartagnan.mpc.suite;

import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.List;

/**
 * The beginning of an aggregation's step, before anything is sent: refuses what does not fit, and
 * names the step after what is asked of what, as {@link ComparisonStep} does.
 */
public final class AggregationStep {
  private AggregationStep() {}

  /**
   * The step of a count. Its name says nothing of the known ones: what they follow from is in the
   * name of a step around it.
   *
   * @throws IllegalArgumentException if the bits are another party's, or with the known ones more
   *     than {@code most}
   */
  public static Context count(Context context, SharedBits bits, int known, int most) {
    requireAtMost(context, bits, known, most);
    return context.narrow("count-%d-of-%d".formatted(bits.lanes(), most));
  }

  /**
   * The step of several counts, likewise.
   *
   * @throws IllegalArgumentException if the bits of one are another party's, or with the known ones
   *     more than {@code most}
   */
  public static Context countAll(Context context, List<Aggregation.Ones> all, int most) {
    StringBuilder label = new StringBuilder("counts-of-").append(most);
    for (Aggregation.Ones ones : all) {
      requireAtMost(context, ones.bits(), ones.known(), most);
      label.append("-").append(ones.bits().lanes());
    }
    return context.narrow(label.toString());
  }

  private static void requireAtMost(Context context, SharedBits bits, int known, int most) {
    bits.requireHeldBy(context.self());
    if (known < 0 || most < known + (long) bits.lanes()) {
      throw new IllegalArgumentException(
          "%s and %d known ones were given for a count of at most %d".formatted(bits, known, most));
    }
  }

  /**
   * The step of a sum.
   *
   * @throws IllegalArgumentException if bits or shares are another party's, there are not as many
   *     of each, or the elements have not 64 bits
   */
  public static Context sum(Context context, SharedBits bits, Shares values) {
    if (values.ring().limbs() != 1) {
      throw new IllegalArgumentException(
          "%s were given for a sum, it takes elements of one limb".formatted(values));
    }
    return chosen(context, "sum", bits, values);
  }

  /**
   * The step of a product of bits and values.
   *
   * @throws IllegalArgumentException if bits or shares are another party's, or there are not as
   *     many of each
   */
  public static Context times(Context context, SharedBits bits, Shares values) {
    return chosen(context, "times", bits, values);
  }

  private static Context chosen(Context context, String name, SharedBits bits, Shares values) {
    bits.requireHeldBy(context.self());
    values.requireHeldBy(context.self());
    Shares.requireBatch(values.ring(), values.lanes());
    if (bits.lanes() != values.lanes()) {
      throw new IllegalArgumentException(
          "%s were given with %s, as many of each are needed".formatted(bits, values));
    }
    return context.narrow(name + "-" + values.label());
  }

  /**
   * Fresh single shares of the same elements, under the sharing's group.
   *
   * @throws IllegalArgumentException if the shares are another party's
   */
  public static Shares reshared(Context context, Shares elements) {
    elements.requireHeldBy(context.self());
    if (!elements.sharing().isXor()) {
      long[] own = context.reshareAdditive(elements.ring(), elements.own());
      return Shares.single(context.self(), Sharing.ADDITIVE, elements.ring(), own);
    }
    long[] own = elements.own().clone();
    context.reshareXor(own);
    return Shares.single(context.self(), Sharing.XOR, elements.ring(), own);
  }

  /**
   * The step of a comparison of two batches.
   *
   * @throws IllegalArgumentException if the shares are another party's, or not alike, or together
   *     more than one batch takes
   */
  public static Context less(Context context, Shares left, Shares right) {
    left.requireHeldBy(context.self());
    left.requireAlike(right);
    Shares.requireBatch(left.ring(), 2 * left.lanes());
    return context.narrow("less-" + left.label());
  }
}
