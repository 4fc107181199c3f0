package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.suite.SharedBits;
import java.util.List;

/** A column whose shares are converted, and what is asked of it. */
interface Column {

  /** The answers, in the order of the comparisons, once all rounds are over. */
  List<SharedBits> answers();
}
