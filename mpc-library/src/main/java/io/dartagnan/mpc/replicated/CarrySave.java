package io.dartagnan.mpc.replicated;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.suite.Cost;
import io.dartagnan.mpc.suite.Protocol;
import java.util.ArrayList;
import java.util.List;

/**
 * Carry-save addition: many numbers become few with the same sum.
 *
 * <p><b>Functionality.</b> From replicated planes of numbers, the most significant first, planes of
 * fewer numbers that have the same sum modulo 2^n: two words of lanes at most, or two lanes.
 *
 * <p><b>Adversary.</b> One semi-honest party; it sees what {@link And} shows it.
 *
 * <p><b>How.</b> The lanes are cut into thirds; three numbers become two, lane by lane:
 *
 * <pre>
 *   x + y + z = s + 2c        s = x xor y xor z        c = z xor (x xor z) AND (y xor z)
 * </pre>
 *
 * What is over waits for the next layer. Numbers of fewer than n bits gain one in each layer; the
 * highest carry of n bits is dropped. Of three words of lanes and more, thirds are whole words.
 *
 * <p><b>Rounds.</b> One for every third: 15 for 32,768 lanes, and 11 more down to two. <b>Cost.</b>
 * A gate for each bit that can carry and each number that there is less, 3 bits each: 23.5 bytes
 * per lane for numbers of 64 bits, some 3 gates per lane for single bits.
 *
 * <p><b>Source.</b> Wallace, "A Suggestion for a Fast Multiplier", IEEE Transactions on Electronic
 * Computers EC-13(1), 1964.
 *
 * <p><b>On failure.</b> An error at the exchange's deadline; what was received is uniform.
 */
public final class CarrySave implements AndRounds.Circuit {

  /** Lanes of two words: as few as can be had by whole words. */
  public static final int TWO_WORDS = 2 * Long.SIZE;

  /** Two lanes: as few as can be had. */
  public static final int TWO_LANES = 2;

  /** Declaration of this protocol. */
  public static final Protocol PROTOCOL =
      new Protocol(
          "carry-save addition",
          "replicated planes of numbers to those of few with the same sum modulo 2^n",
          Protocol.ONE_SEMI_HONEST,
          "Wallace, IEEE Transactions on Electronic Computers, 1964; Araki et al., CCS 2016 (gates)",
          "",
          (ring, lanes) ->
              cost(ring.bits(), ring.bits(), BitPlanes.words(lanes) * Long.SIZE, TWO_WORDS));

  /**
   * The numbers before a layer.
   *
   * @param planes the bits that they have so far
   * @param modulus the most that they may have
   */
  private record Shape(int planes, int modulus, int lanes) {

    int width() {
      return BitPlanes.words(lanes);
    }

    int third() {
      return lanes < 3 * Long.SIZE ? lanes / 3 : lanes / (3 * Long.SIZE) * Long.SIZE;
    }

    /** The first plane that has a carry: all have one while the numbers may become longer. */
    int firstCarry() {
      return planes < modulus ? 0 : 1;
    }

    /** Words of the gates of one plane. */
    int gateWords() {
      return BitPlanes.words(third());
    }

    int gates() {
      return (planes - firstCarry()) * gateWords();
    }

    Shape next() {
      return new Shape(Math.min(modulus, planes + 1), modulus, lanes - third());
    }
  }

  // One before each layer, and one after the last.
  private final List<Shape> shapes;
  private ReplicatedPlanes planes;
  // x, y and z of each plane, while a layer is evaluated.
  private ReplicatedPlanes thirds;

  /**
   * An addition, not evaluated yet.
   *
   * @param planes without ones past the last lane
   * @param lanes that are numbers
   * @param modulus n, at least as many as there are planes
   * @param most lanes that may be left: {@link #TWO_WORDS} or {@link #TWO_LANES}
   */
  public CarrySave(ReplicatedPlanes planes, int lanes, int modulus, int most) {
    this.planes = planes;
    this.shapes = shapes(planes.count(), lanes, modulus, most);
  }

  private static List<Shape> shapes(int planes, int lanes, int modulus, int most) {
    List<Shape> shapes = new ArrayList<>();
    Shape shape = new Shape(planes, modulus, lanes);
    for (; shape.lanes > most; shape = shape.next()) {
      shapes.add(shape);
    }
    shapes.add(shape);
    return shapes;
  }

  @Override
  public int count() {
    return shapes.size() - 1;
  }

  @Override
  public int words(int layer) {
    return shapes.get(layer).gates();
  }

  @Override
  public void write(int layer, Gates gates) {
    Shape shape = shapes.get(layer);
    int words = shape.gateWords();
    thirds = new ReplicatedPlanes(words, thirds(shape, planes.own()), thirds(shape, planes.next()));
    for (int plane = shape.firstCarry(); plane < shape.planes; plane++) {
      int x = 3 * plane * words;
      int z = x + 2 * words;
      gates.and(new Gates.Operand(thirds, x, z), new Gates.Operand(thirds, x + words, z), words);
    }
  }

  /** The three thirds of each plane of one share, each from a whole word on. */
  private static long[] thirds(Shape shape, long[] share) {
    long[] thirds = new long[3 * shape.planes * shape.gateWords()];
    for (int i = 0; i < 3 * shape.planes; i++) {
      BitPlanes.copy(
          share,
          i / 3 * shape.width() * Long.SIZE + i % 3 * shape.third(),
          thirds,
          i * shape.gateWords() * Long.SIZE,
          shape.third());
    }
    return thirds;
  }

  @Override
  public void take(int layer, ReplicatedPlanes results, int at) {
    Shape shape = shapes.get(layer);
    planes =
        new ReplicatedPlanes(
            shape.next().width(),
            fewer(shape, planes.own(), thirds.own(), results.own(), at),
            fewer(shape, planes.next(), thirds.next(), results.next(), at));
  }

  /**
   * One share: of each plane the sums, the carries from the plane below, and what is over.
   *
   * @param thirds of which x becomes the sum, z the carry
   */
  private static long[] fewer(Shape shape, long[] before, long[] thirds, long[] products, int at) {
    Shape next = shape.next();
    int third = shape.third();
    int words = shape.gateWords();
    int longer = next.planes - shape.planes;
    long[] after = new long[next.planes * next.width()];
    for (int plane = 0; plane < shape.planes; plane++) {
      int to = (plane + longer) * next.width() * Long.SIZE;
      int x = 3 * plane * words;
      int z = x + 2 * words;
      BitPlanes.add(thirds, x, thirds, x + words, words);
      BitPlanes.add(thirds, x, thirds, z, words);
      BitPlanes.copy(thirds, x * Long.SIZE, after, to, third);
      BitPlanes.copy(
          before,
          plane * shape.width() * Long.SIZE + 3 * third,
          after,
          to + 2 * third,
          shape.lanes - 3 * third);
      if (plane >= shape.firstCarry()) {
        BitPlanes.add(thirds, z, products, at + (plane - shape.firstCarry()) * words, words);
        BitPlanes.copy(thirds, z * Long.SIZE, after, to - next.width() * Long.SIZE + third, third);
      }
    }
    return after;
  }

  /** The fewer numbers, once all layers are evaluated. */
  public ReplicatedPlanes result() {
    return planes;
  }

  /** Words to a plane of the result, down to {@link #TWO_WORDS}, of so many lanes. */
  public static int width(int lanes) {
    List<Shape> shapes = shapes(1, lanes, 1, TWO_WORDS);
    return shapes.get(shapes.size() - 1).width();
  }

  /** Cost for so many numbers of so many bits, modulo 2^{@code modulus}. */
  public static Cost cost(int bits, int modulus, int lanes, int most) {
    List<Shape> shapes = shapes(bits, lanes, modulus, most);
    Cost cost = Cost.NONE;
    for (Shape shape : shapes.subList(0, shapes.size() - 1)) {
      cost = cost.then(And.cost(shape.gates()));
    }
    return cost;
  }
}
