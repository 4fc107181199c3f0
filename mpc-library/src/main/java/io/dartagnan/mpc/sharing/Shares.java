package io.dartagnan.mpc.sharing;

import io.dartagnan.mpc.Party;
import java.util.Arrays;

/**
 * One party's part of a shared batch: one element per lane, or two when the sharing is replicated.
 *
 * @param holder whose shares these are
 * @param sharing how the batch is shared
 * @param ring where its elements live; under xor the ring gives their length alone
 * @param own share {@code holder} of every lane, {@code lanes x limbs} words
 * @param next share {@code holder + 1} of every lane, as many words; null unless replicated
 */
public record Shares(Party holder, Sharing sharing, Ring ring, long[] own, long[] next) {

  /**
   * The most words, lanes times limbs, that one batch may be compared in: 64 lanes of the widest
   * ring. With such batches no message of this library's suites is longer than {@link
   * io.dartagnan.mpc.exchange.Exchange#MAX_PAYLOAD_BYTES}.
   */
  public static final int MAX_BATCH_WORDS = Long.SIZE * Ring.MAX_LIMBS;

  /** Checks that the words are whole elements, and that both shares are there when needed. */
  public Shares {
    ring.elements(own);
    if (sharing.isReplicated() != (next != null)) {
      throw new IllegalArgumentException(
          "%s shares were given with %s array of words, %s needed"
              .formatted(
                  sharing.word(),
                  next == null ? "one" : "a second",
                  sharing.isReplicated() ? "two are" : "one is"));
    }
    if (next != null) {
      ring.requireSameLength(own, next);
    }
  }

  /** Shares of a sharing of which a party holds one. */
  public static Shares single(Party holder, Sharing sharing, Ring ring, long[] own) {
    return new Shares(holder, sharing, ring, own, null);
  }

  /**
   * Checks that so many lanes of a ring are no more than one batch takes.
   *
   * @throws IllegalArgumentException if {@code lanes x limbs} exceeds {@link #MAX_BATCH_WORDS}
   */
  public static void requireBatch(Ring ring, int lanes) {
    if ((long) lanes * ring.limbs() > MAX_BATCH_WORDS) {
      throw new IllegalArgumentException(
          "a batch of %d lanes of %d limbs was given, %d words are allowed; cut it into smaller ones"
              .formatted(lanes, ring.limbs(), MAX_BATCH_WORDS));
    }
  }

  /** Number of elements that are shared. */
  public int lanes() {
    return ring.elements(own);
  }

  /** Shares of x + y, lane by lane, of batches shared alike. Local. */
  public Shares plus(Shares y) {
    return new Shares(
        holder,
        sharing,
        ring,
        sharing.add(ring, own, y.own),
        next == null ? null : sharing.add(ring, next, y.next));
  }

  /** Shares of x - y, lane by lane, of batches shared alike. Local. */
  public Shares minusEach(Shares y) {
    return new Shares(
        holder,
        sharing,
        ring,
        sharing.subtract(ring, own, y.own),
        next == null ? null : sharing.subtract(ring, next, y.next));
  }

  /**
   * Shares of x - k for every lane x of this batch. Local.
   *
   * @param k shares of one element, shared alike
   */
  public Shares minus(Shares k) {
    return new Shares(
        holder,
        sharing,
        ring,
        sharing.subtractEach(ring, own, k.own),
        next == null ? null : sharing.subtractEach(ring, next, k.next));
  }

  /** Shares of a batch of {@code lanes} copies of this one element. Local. */
  public Shares repeat(int lanes) {
    return new Shares(
        holder,
        sharing,
        ring,
        ring.repeat(own, lanes),
        next == null ? null : ring.repeat(next, lanes));
  }

  /** Shares of this batch and, behind it, another of the same holder, sharing and ring. Local. */
  public Shares append(Shares other) {
    return new Shares(
        holder,
        sharing,
        ring,
        append(own, other.own),
        next == null ? null : append(next, other.next));
  }

  /** Shares of the lanes from {@code from} up to {@code to}. Local. */
  public Shares slice(int from, int to) {
    int limbs = ring.limbs();
    return new Shares(
        holder,
        sharing,
        ring,
        Arrays.copyOfRange(own, from * limbs, to * limbs),
        next == null ? null : Arrays.copyOfRange(next, from * limbs, to * limbs));
  }

  /** Shares of some lanes, in the order given. Local. */
  public Shares select(int[] lanes) {
    return new Shares(
        holder, sharing, ring, select(own, lanes), next == null ? null : select(next, lanes));
  }

  private long[] select(long[] words, int[] lanes) {
    int limbs = ring.limbs();
    long[] selected = new long[lanes.length * limbs];
    for (int i = 0; i < lanes.length; i++) {
      System.arraycopy(words, lanes[i] * limbs, selected, i * limbs, limbs);
    }
    return selected;
  }

  private static long[] append(long[] words, long[] more) {
    long[] both = Arrays.copyOf(words, words.length + more.length);
    System.arraycopy(more, 0, both, words.length, more.length);
    return both;
  }

  /**
   * Shares of the same elements with their highest bit flipped, which turns signed order into
   * unsigned order. Local: share 0 changes, wherever it is held.
   */
  public Shares flipSign() {
    return new Shares(
        holder,
        sharing,
        ring,
        holder == Party.P0 ? ring.flipSign(own) : own,
        next != null && holder.next() == Party.P0 ? ring.flipSign(next) : next);
  }

  /**
   * Shares of the same elements with every bit flipped, which turns their unsigned order round.
   * Local. In the ring it is -1 - x.
   */
  public Shares complement() {
    return new Shares(
        holder,
        sharing,
        ring,
        complement(own, holder == Party.P0),
        next == null ? null : complement(next, holder.next() == Party.P0));
  }

  /** Share 0 takes the -1; -1 - x is NOT x. */
  private long[] complement(long[] share, boolean first) {
    if (!first) {
      return sharing.negate(ring, share);
    }
    long[] complement = new long[share.length];
    Arrays.setAll(complement, i -> ~share[i]);
    return complement;
  }

  /**
   * Checks that these are {@code self}'s shares.
   *
   * @throws IllegalArgumentException naming both
   */
  public void requireHeldBy(Party self) {
    if (holder != self) {
      throw new IllegalArgumentException(
          "%s were given to %s, a party computes with its own".formatted(this, self));
    }
  }

  /**
   * Checks that this is a batch of at least one lane and {@code operand} one element shared alike
   * with the same holder.
   *
   * @throws IllegalArgumentException saying what does not fit
   */
  public void requireComparableWith(Shares operand) {
    requireBatch(ring, lanes());
    if (lanes() == 0 || operand.lanes() != 1) {
      throw new IllegalArgumentException(
          "%d lanes and %d operands were given, at least one lane and exactly one operand are needed"
              .formatted(lanes(), operand.lanes()));
    }
    if (operand.holder != holder || operand.sharing != sharing || !operand.ring.equals(ring)) {
      throw new IllegalArgumentException(
          "%s cannot be compared with %s: holder, sharing and ring must be the same"
              .formatted(this, operand));
    }
  }

  /**
   * Checks that {@code other} is as large a batch of at least one lane, shared alike with the same
   * holder.
   *
   * @throws IllegalArgumentException saying what does not fit
   */
  public void requireAlike(Shares other) {
    requireBatch(ring, lanes());
    if (lanes() == 0
        || other.lanes() != lanes()
        || other.holder != holder
        || other.sharing != sharing
        || !other.ring.equals(ring)) {
      throw new IllegalArgumentException(
          "%s do not belong with %s: holder, sharing, ring and lanes must be the same, at least one lane"
              .formatted(this, other));
    }
  }

  /**
   * Name of shares of this shape in a step's label, whoever holds them, so that parties that hold
   * different things do not answer each other.
   */
  public String label() {
    return "%s-%dx%d".formatted(sharing.word(), ring.limbs(), lanes());
  }

  /** Shape and holder, never a word. */
  @Override
  public String toString() {
    return "%s shares of %d lanes of %d limbs held by %s"
        .formatted(sharing.word(), lanes(), ring.limbs(), holder);
  }
}
