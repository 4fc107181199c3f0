package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.replicated.AndProtocol;
import io.dartagnan.mpc.replicated.ReplicatedPlanes;
import io.dartagnan.mpc.session.Context;
import java.util.Arrays;

/**
 * ANDs of replicated bits, and all that a proof of them takes: what this party computed of the
 * gates of one batch since the last proof.
 *
 * <p><b>Functionality, rounds, cost.</b> Those of {@link io.dartagnan.mpc.replicated.And}, whose
 * gates these are, each of one product.
 *
 * <p><b>Adversary.</b> One party that deviates as it likes. It receives uniform words until
 * something is opened, and what is opened before {@link GateCheck} has passed the context refuses.
 *
 * <p>Seven words of memory for each 64 gates, up to twice as many until the batch is over, and
 * eight more while they are proven.
 */
final class UnprovenGates implements AndProtocol {
  // Seven arrays, up to twice as long, and while they are proven six copies and what these fold to.
  private static final int KEPT_WORDS = 22;
  private static final int FIRST_WORDS = 1 << 8;

  private long[] xOwn = new long[FIRST_WORDS];
  private long[] xNext = new long[FIRST_WORDS];
  private long[] yOwn = new long[FIRST_WORDS];
  private long[] yNext = new long[FIRST_WORDS];
  private long[] maskWithNext = new long[FIRST_WORDS];
  private long[] maskWithPrev = new long[FIRST_WORDS];
  private long[] received = new long[FIRST_WORDS];
  private int words;
  private int proofs;
  private boolean isGuarded;
  private boolean isInProof;

  private UnprovenGates() {}

  /** Those of the batch that a step belongs to. */
  static UnprovenGates of(Context context) {
    UnprovenGates gates = context.ofBatch(UnprovenGates.class, UnprovenGates::new);
    if (!gates.isGuarded) {
      gates.isGuarded = true;
      context.openOnlyIf(() -> gates.words == 0);
    }
    return gates;
  }

  /** Memory that gates take until they are proven, of so many bytes of results. */
  static long keptBytes(long bytes) {
    return KEPT_WORDS * (bytes + FIRST_WORDS * Long.BYTES);
  }

  /** Words that they take, 64 to a word. */
  int words() {
    return words;
  }

  /**
   * Begins their proof.
   *
   * @return how many proofs the batch has had before
   * @throws IllegalStateException if a proof has failed: it is not tried again
   */
  int beginProof() {
    if (isInProof) {
      throw new IllegalStateException(
          "the gates of this batch were not proven, and a proof that failed is not tried again");
    }
    isInProof = true;
    return proofs++;
  }

  /** Forgets them: they are proven. */
  void endProof() {
    words = 0;
    isInProof = false;
  }

  /** What the left verifier of this party's proof knows of them. */
  GateBits left() {
    long[] sign = new long[GateBits.paddedWords(words)];
    for (int i = 0; i < words; i++) {
      sign[i] = xOwn[i] & yNext[i] ^ xNext[i] & yOwn[i] ^ maskWithNext[i];
    }
    return new GateBits(first(xOwn), first(yOwn), sign);
  }

  /** What the right verifier of this party's proof knows of them. */
  GateBits right() {
    return new GateBits(first(yNext), first(xNext), first(maskWithNext));
  }

  /** What this party knows as the left verifier of the next party's proof. */
  GateBits leftOfNext() {
    long[] sign = new long[GateBits.paddedWords(words)];
    for (int i = 0; i < words; i++) {
      sign[i] = received[i] ^ maskWithNext[i] ^ xNext[i] & yNext[i];
    }
    return new GateBits(first(xNext), first(yNext), sign);
  }

  /** What this party knows as the right verifier of the previous party's proof. */
  GateBits rightOfPrev() {
    return new GateBits(first(yOwn), first(xOwn), first(maskWithPrev));
  }

  private long[] first(long[] bits) {
    long[] padded = new long[GateBits.paddedWords(words)];
    System.arraycopy(bits, 0, padded, 0, words);
    return padded;
  }

  @Override
  public Layer layer(Context step, int layerWords) {
    int at = words;
    words += layerWords;
    if (words > xOwn.length) {
      grow(Math.max(words, 2 * xOwn.length));
    }
    return new Gates(step, at, layerWords);
  }

  private void grow(int capacity) {
    xOwn = Arrays.copyOf(xOwn, capacity);
    xNext = Arrays.copyOf(xNext, capacity);
    yOwn = Arrays.copyOf(yOwn, capacity);
    yNext = Arrays.copyOf(yNext, capacity);
    maskWithNext = Arrays.copyOf(maskWithNext, capacity);
    maskWithPrev = Arrays.copyOf(maskWithPrev, capacity);
    received = Arrays.copyOf(received, capacity);
  }

  /** The gates of one layer. */
  private final class Gates implements Layer {
    private final Context step;
    private final int first;
    private final long[] z;
    private int filled;

    Gates(Context step, int first, int words) {
      this.step = step;
      this.first = first;
      this.z = new long[words];
    }

    @Override
    public void and(Operand x, Operand y, int count) {
      int to = first + filled;
      x.copy(x.planes().own(), xOwn, to, count);
      x.copy(x.planes().next(), xNext, to, count);
      y.copy(y.planes().own(), yOwn, to, count);
      y.copy(y.planes().next(), yNext, to, count);
      filled += count;
    }

    @Override
    public void addAnd(Operand x, Operand y, int count) {
      throw new IllegalStateException("a sum of products is no gate that can be proven");
    }

    @Override
    public void send() {
      long[] withNext = step.randomWithNext(z.length);
      long[] withPrev = step.randomWithPrev(z.length);
      System.arraycopy(withNext, 0, maskWithNext, first, z.length);
      System.arraycopy(withPrev, 0, maskWithPrev, first, z.length);
      for (int i = 0; i < z.length; i++) {
        int at = first + i;
        z[i] = xOwn[at] & (yOwn[at] ^ yNext[at]) ^ xNext[at] & yOwn[at] ^ withNext[i] ^ withPrev[i];
      }
      step.send(step.self().prev(), z);
    }

    @Override
    public ReplicatedPlanes receive() {
      long[] next = step.receive(step.self().next(), z.length);
      System.arraycopy(next, 0, received, first, next.length);
      return new ReplicatedPlanes(z.length, z, next);
    }
  }
}
