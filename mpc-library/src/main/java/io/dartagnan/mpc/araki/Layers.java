package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.session.Context;
import java.util.List;

/**
 * A circuit whose gates lie in layers: those of one layer wait for nothing but the layers before,
 * and take one exchange. Circuits that are run together share their rounds, each beginning with the
 * first.
 */
interface Layers {

  /** Number of layers. */
  int count();

  /** Words that the products of a layer take. */
  int words(int layer);

  /** Writes this party's local products of a layer into zeros, {@link #words} of them. */
  void products(int layer, long[] z, int at);

  /**
   * Takes the results of a layer.
   *
   * @param own this party's shares of what {@link #products} wrote
   * @param next the next party's
   * @param at where they begin in both
   */
  void results(int layer, long[] own, long[] next, int at);

  /** Evaluates all gates of all circuits. */
  static void run(Context context, List<? extends Layers> circuits) {
    Rounds.run(List.of(new AndRounds(context, circuits)));
  }
}
