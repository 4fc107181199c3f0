package io.dartagnan.mpc.araki.masked;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.replicated.Rounds;
import io.dartagnan.mpc.session.Context;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.ArrayList;
import java.util.List;

/**
 * Comparison of masked values with their masks, of any number of batches in the same rounds.
 *
 * <p><b>Functionality.</b> P1 and P2 know m, P0 knows l. For each batch replicated bits of [m &lt;
 * l], or of [m = l], lane by lane.
 *
 * <p><b>Adversary.</b> One semi-honest party. P0 receives nothing. P2 receives P0's tables and
 * products under a stream of P0 and P1. P1 and P2 receive of every bit each other's xor share,
 * under a stream that the sender shares with P0, and both then know the bit under both streams, of
 * which they have one each. Uniform words all.
 *
 * <p><b>How.</b> {@link MaskedDigits} are compared each by its table, and a tree puts the digits'
 * bits together, the most significant first, three at a time ({@link TernaryTree}):
 *
 * <pre>
 *   v = v_1 xor e_1 (v_1 xor v_2) xor e_1 e_2 (v_2 xor v_3)
 *   e = e_1 e_2 e_3
 * </pre>
 *
 * Every bit of every layer is masked by a stream of P0 and P1 and one of P2 and P0. So P0 knows the
 * masks of all layers before the first message, and all the products of masks that their gates
 * need: it deals them with the tables, in one message, and is done ({@link VerdictDealer}). P1 and
 * P2 compute shares of a layer's bits, mask them, and send them to each other ({@link
 * VerdictEvaluation}).
 *
 * <p>Three digits are the most that pay: a node of three costs P0 seven bits and the others four,
 * where two of two cost four and eight, in two rounds; one of four needs twenty and four.
 *
 * <p><b>Rounds.</b> 2 + ceil(log3 g) for g digits, the first of them beside that in which m becomes
 * known. <b>Cost.</b> For n = 64 an order takes 148 bits of tables, 68 of products and 126 of
 * masked bits: 42.75 bytes; equality 148, 41 and 66: 31.875.
 *
 * <p><b>Source.</b> Gates on masked bits with products dealt by the party that knows the masks:
 * Chaudhari, Choudhury, Patra, Suresh, "ASTRA", CCSW 2019; gates of more than two inputs on them:
 * Patra, Schneider, Suresh, Yalame, "ABY2.0", USENIX Security 2021; the tree: Garay, Schoenmakers,
 * Villegas, PKC 2007. <b>Deviation.</b> P0 deals in the same session, in the round in which m
 * becomes known, where both papers have a phase before; the sum of products of a verdict is one
 * gate; v may be anything while e holds, which lets a digit's e take no bits of its own.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
public final class MaskedVerdicts implements Rounds {

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "verdict on masked values",
          "[m < l], m at parties 1 and 2, l at party 0, replicated bits",
          Protocol.ONE_SEMI_HONEST,
          "Ishai et al., TCC 2013 (tables); ASTRA, CCSW 2019; ABY2.0, USENIX Security 2021 (gates of"
              + " three inputs)",
          "unary tables under the mask that party 0 knows; products of masks are dealt with them, in"
              + " one message",
          (ring, lanes) -> {
            MaskedDigits.Size size = new MaskedDigits.Size(ring, BitPlanes.words(lanes), true);
            return dealtCost(size).then(roundsCost(size));
          });

  private final Context context;
  private final Party self;
  private final boolean replicates;
  private final List<TernaryTree> trees = new ArrayList<>();
  // At parties 1 and 2.
  private final List<VerdictEvaluation> evaluations = new ArrayList<>();
  // At party 0.
  private final List<ReplicatedPlanes> dealt = new ArrayList<>();

  /**
   * A comparison whose verdicts become replicated. Party 0 sends all that it ever sends, and the
   * others receive it.
   *
   * @param context the step
   * @param batches numbers to compare
   */
  public MaskedVerdicts(Context context, List<MaskedDigits> batches) {
    this(context, batches, true);
  }

  private MaskedVerdicts(Context context, List<MaskedDigits> batches, boolean replicates) {
    this.context = context;
    this.self = context.self();
    this.replicates = replicates;
    batches.forEach(batch -> trees.add(batch.size().tree()));
    if (batches.isEmpty()) {
      return;
    }
    if (self == Party.P0) {
      List<Dealt> all = new ArrayList<>();
      for (int i = 0; i < batches.size(); i++) {
        VerdictDealer dealer = new VerdictDealer(batch(i), batches.get(i));
        all.add(dealer.deal());
        dealt.add(replicates ? dealer.verdict() : null);
      }
      Dealt.send(context, all);
    } else {
      List<Dealt> parts = Dealt.take(context, batches.stream().map(MaskedDigits::size).toList());
      for (int i = 0; i < batches.size(); i++) {
        evaluations.add(new VerdictEvaluation(batch(i), batches.get(i), parts.get(i)));
      }
    }
  }

  private Context batch(int place) {
    return context.narrow("batch" + place);
  }

  /**
   * Verdicts of one batch of which parties 1 and 2 have xor shares, and party 0 nothing: for
   * whoever opens them at once, in the place of the last round.
   *
   * @return this party's shares, 64 lanes to a word; null at party 0
   */
  public static long[] shared(Context context, MaskedDigits digits) {
    MaskedVerdicts verdicts = new MaskedVerdicts(context, List.of(digits), false);
    Rounds.run(List.of(verdicts));
    return verdicts.self == Party.P0 ? null : verdicts.evaluations.get(0).lastShares();
  }

  @Override
  public int count() {
    int most = trees.stream().mapToInt(tree -> 1 + tree.layers().size()).max().orElse(0);
    return replicates ? most : most - 1;
  }

  private List<VerdictEvaluation> running(int round) {
    return evaluations.stream().filter(evaluation -> round < evaluation.rounds()).toList();
  }

  @Override
  public void send(int round) {
    if (self != Party.P0) {
      long[][] parts =
          running(round).stream()
              .map(evaluation -> evaluation.masked(round))
              .toArray(long[][]::new);
      context.narrow("round" + round).send(peer(), parts);
    }
  }

  @Override
  public void receive(int round) {
    if (self == Party.P0) {
      return;
    }
    List<VerdictEvaluation> running = running(round);
    int words = running.stream().mapToInt(evaluation -> evaluation.words(round)).sum();
    long[] received = context.narrow("round" + round).receive(peer(), words);
    int at = 0;
    for (VerdictEvaluation evaluation : running) {
      evaluation.take(round, received, at);
      at += evaluation.words(round);
    }
  }

  private Party peer() {
    return self == Party.P1 ? Party.P2 : Party.P1;
  }

  /** The verdicts of a batch, one plane, once all rounds are over. */
  public ReplicatedPlanes result(int batch) {
    return self == Party.P0 ? dealt.get(batch) : evaluations.get(batch).verdict();
  }

  /** Cost of what party 0 deals, before m is known. */
  public static Cost dealtCost(MaskedDigits.Size size) {
    return new Cost(1, (long) (size.tableWords() + size.productWords()) * Long.BYTES, 0, 0);
  }

  /** Cost of the rounds after that. */
  public static Cost roundsCost(MaskedDigits.Size size) {
    return roundsCostButLast(size).then(exchangeCost(size.tree().root().results() * size.width()));
  }

  /** The same without the last. */
  public static Cost roundsCostButLast(MaskedDigits.Size size) {
    List<TernaryTree.Layer> layers = size.tree().layers();
    Cost cost = exchangeCost(size.planes() * size.width());
    for (TernaryTree.Layer layer : layers.subList(0, layers.size() - 1)) {
      cost = cost.then(exchangeCost(layer.results() * size.width()));
    }
    return cost;
  }

  private static Cost exchangeCost(int words) {
    long bytes = (long) words * Long.BYTES;
    return new Cost(1, 0, bytes, bytes);
  }
}
