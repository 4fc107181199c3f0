package io.dartagnan.mpc.araki;

import io.dartagnan.mpc.session.Context;
import java.util.List;

/** The rounds of circuits of ANDs: one for each layer, with one message to the previous party. */
final class AndRounds implements Rounds {
  private final Context context;
  private final List<? extends Layers> circuits;
  private final int count;
  private long[] z;

  /** The rounds of all layers. */
  AndRounds(Context context, List<? extends Layers> circuits) {
    this(context, circuits, circuits.stream().mapToInt(Layers::count).max().orElse(0));
  }

  private AndRounds(Context context, List<? extends Layers> circuits, int count) {
    this.context = context;
    this.circuits = circuits;
    this.count = count;
  }

  /** The rounds of all layers of one circuit but the last. */
  static AndRounds butLast(Context context, Layers circuit) {
    return new AndRounds(context, List.of(circuit), circuit.count() - 1);
  }

  @Override
  public int count() {
    return count;
  }

  private List<? extends Layers> running(int layer) {
    return circuits.stream().filter(circuit -> layer < circuit.count()).toList();
  }

  @Override
  public void send(int layer) {
    z = new long[running(layer).stream().mapToInt(circuit -> circuit.words(layer)).sum()];
    int at = 0;
    for (Layers circuit : running(layer)) {
      circuit.products(layer, z, at);
      at += circuit.words(layer);
    }
    And.send(context.narrow("layer" + layer), z);
  }

  @Override
  public void receive(int layer) {
    long[] next = And.receive(context.narrow("layer" + layer), z.length);
    int at = 0;
    for (Layers circuit : running(layer)) {
      circuit.results(layer, z, next, at);
      at += circuit.words(layer);
    }
  }
}
