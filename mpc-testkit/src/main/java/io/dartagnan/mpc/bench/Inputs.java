package io.dartagnan.mpc.bench;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.SharedBits;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A column of 64-bit values and two columns of bits, cut into batches and dealt: once per sharing,
 * when first asked for, and before any clock starts.
 *
 * <p>Half of the values are uniform. The others are the operand or a neighbour of it, so that both
 * answers of every comparison occur in every batch.
 */
public final class Inputs {
  /** The ring of the column. */
  public static final Ring RING = new Ring(1);

  /**
   * A dealt column.
   *
   * @param batches by batch, then by index of party
   * @param operand by index of party
   */
  public record Column(List<List<Shares>> batches, List<Shares> operand) {}

  private final int lanes;
  private final long operand;
  private final List<long[]> values = new ArrayList<>();
  private final List<long[]> left = new ArrayList<>();
  private final List<long[]> right = new ArrayList<>();
  private final SecureRandom masks = new SecureRandom();
  private final Map<Sharing, Column> columns = new EnumMap<>(Sharing.class);

  /**
   * Draws the values.
   *
   * @param lanes how many there are
   * @param batch lanes to a batch, but for the last
   */
  public Inputs(int lanes, int batch, Random random) {
    this.lanes = lanes;
    this.operand = random.nextLong();
    for (int first = 0; first < lanes; first += batch) {
      int size = Math.min(batch, lanes - first);
      values.add(random.longs(size).map(this::nearOperandOrUniform).toArray());
      left.add(bits(random, size));
      right.add(bits(random, size));
    }
  }

  private long nearOperandOrUniform(long uniform) {
    return uniform % 2 == 0 ? uniform : operand + (uniform >> 1) % 3;
  }

  private static long[] bits(Random random, int size) {
    long[] bits = random.longs(BitPlanes.words(size)).toArray();
    BitPlanes.clearBeyond(bits, size);
    return bits;
  }

  /** Lanes in all. */
  public int lanes() {
    return lanes;
  }

  /** Number of batches. */
  public int batches() {
    return values.size();
  }

  /** The column's values, by batch. */
  public List<long[]> values() {
    return values;
  }

  /** The number that the column is compared with. */
  public long operand() {
    return operand;
  }

  /** The first column of bits, by batch, 64 lanes to a word. */
  public List<long[]> left() {
    return left;
  }

  /** The second column of bits, likewise. */
  public List<long[]> right() {
    return right;
  }

  /** The column and its operand, dealt. */
  public Column column(Sharing sharing) {
    return columns.computeIfAbsent(
        sharing,
        missing -> {
          Dealer dealer = new Dealer(sharing, RING, masks);
          return new Column(
              values.stream().map(dealer::deal).toList(), dealer.deal(new long[] {operand}));
        });
  }

  /** A column of bits, dealt: by batch, then by index of party. */
  public List<List<SharedBits>> shared(List<long[]> bits, Sharing sharing) {
    Dealer dealer = new Dealer(sharing, RING, masks);
    List<List<SharedBits>> dealt = new ArrayList<>();
    for (int batch = 0; batch < bits.size(); batch++) {
      int size = values.get(batch).length;
      List<Shares> words = dealer.deal(bits.get(batch));
      dealt.add(
          Party.ALL.stream()
              .map(party -> words.get(party.index()))
              .map(share -> new SharedBits(share.holder(), size, share.own(), share.next()))
              .toList());
    }
    return dealt;
  }
}
