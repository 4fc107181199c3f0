package io.dartagnan.mpc.araki.replicated;

import io.dartagnan.mpc.session.Context;
import java.util.List;

/** The rounds of circuits of ANDs: one for each layer, with one message to the previous party. */
public final class AndRounds implements Rounds {
  private final Context context;
  private final List<? extends Circuit> circuits;
  private final int count;
  private long[] z;

  /**
   * A circuit whose gates lie in layers: those of one layer wait for nothing but the layers before,
   * and take one exchange. Circuits that are run together share their rounds, each beginning with
   * the first.
   */
  public interface Circuit {

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
  }

  /** The rounds of all layers. */
  public AndRounds(Context context, List<? extends Circuit> circuits) {
    this(context, circuits, circuits.stream().mapToInt(Circuit::count).max().orElse(0));
  }

  private AndRounds(Context context, List<? extends Circuit> circuits, int count) {
    this.context = context;
    this.circuits = circuits;
    this.count = count;
  }

  /** The rounds of all layers of one circuit but the last. */
  public static AndRounds butLast(Context context, Circuit circuit) {
    return new AndRounds(context, List.of(circuit), circuit.count() - 1);
  }

  /** Evaluates all gates of all circuits. */
  public static void run(Context context, List<? extends Circuit> circuits) {
    Rounds.run(List.of(new AndRounds(context, circuits)));
  }

  @Override
  public int count() {
    return count;
  }

  private List<? extends Circuit> running(int layer) {
    return circuits.stream().filter(circuit -> layer < circuit.count()).toList();
  }

  @Override
  public void send(int layer) {
    z = new long[running(layer).stream().mapToInt(circuit -> circuit.words(layer)).sum()];
    int at = 0;
    for (Circuit circuit : running(layer)) {
      circuit.products(layer, z, at);
      at += circuit.words(layer);
    }
    And.send(context.narrow("layer" + layer), z);
  }

  @Override
  public void receive(int layer) {
    long[] next = And.receive(context.narrow("layer" + layer), z.length);
    int at = 0;
    for (Circuit circuit : running(layer)) {
      circuit.results(layer, z, next, at);
      at += circuit.words(layer);
    }
  }
}
