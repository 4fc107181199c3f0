package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;

/** A column whose shares are converted, and what is asked of it. */
interface Column {

  /**
   * The circuits that answer all its comparisons, none evaluated yet.
   *
   * @param moreRounds beyond the fewest that each order may take
   */
  List<Layers> circuits(int moreRounds);

  /** The answers, in the order of the comparisons, once the circuits are evaluated. */
  List<SharedBits> answers();
}
