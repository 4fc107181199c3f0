package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.session.Context;
import java.util.List;

/** The rounds of circuits of ANDs: one for each layer, with one message to the previous party. */
public final class AndRounds implements Rounds {
  private final AndProtocol and;
  private final Context context;
  private final List<? extends Circuit> circuits;
  private final int count;
  private AndProtocol.Layer sent;

  /**
   * A circuit whose gates lie in layers: those of one layer wait for nothing but the layers before,
   * and take one exchange. Circuits that are run together share their rounds, each beginning with
   * the first.
   */
  public interface Circuit {

    /** Number of layers. */
    int count();

    /** Words that the gates of a layer take. */
    int words(int layer);

    /** Writes the gates of a layer, {@link #words} of them. */
    void write(int layer, Gates gates);

    /**
     * Takes the results of a layer.
     *
     * @param results of what {@link #write} wrote, and of other circuits' gates
     * @param at where its own begin
     */
    void take(int layer, ReplicatedPlanes results, int at);
  }

  /** The rounds of all layers, by a protocol for their gates. */
  public AndRounds(AndProtocol and, Context context, List<? extends Circuit> circuits) {
    this(and, context, circuits, circuits.stream().mapToInt(Circuit::count).max().orElse(0));
  }

  private AndRounds(AndProtocol and, Context context, List<? extends Circuit> circuits, int count) {
    this.and = and;
    this.context = context;
    this.circuits = circuits;
    this.count = count;
  }

  /** The rounds of all layers of one circuit but the last. */
  public static AndRounds butLast(AndProtocol and, Context context, Circuit circuit) {
    return new AndRounds(and, context, List.of(circuit), circuit.count() - 1);
  }

  /** Evaluates all gates of all circuits. */
  public static void run(AndProtocol and, Context context, List<? extends Circuit> circuits) {
    Rounds.run(List.of(new AndRounds(and, context, circuits)));
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
    List<? extends Circuit> running = running(layer);
    int words = running.stream().mapToInt(circuit -> circuit.words(layer)).sum();
    sent = and.layer(context.narrow("layer" + layer), words);
    running.forEach(circuit -> circuit.write(layer, sent));
    sent.send();
  }

  @Override
  public void receive(int layer) {
    ReplicatedPlanes results = sent.receive();
    int at = 0;
    for (Circuit circuit : running(layer)) {
      circuit.take(layer, results, at);
      at += circuit.words(layer);
    }
  }
}
