package io.dartagnan.mpc.verified;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.verified.Field.Element;
import io.dartagnan.mpc.verified.Numbers.Side;
import io.dartagnan.mpc.verified.ProductProof.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Proofs of inner products of elements, and of pieces of bits. */
class XorBitsTest {
  private static final Field FIELD = Field.LARGE;

  private final Random random = Seed.random(this);

  private Element element() {
    return new Element(
        FIELD.residueOfWord(random.nextLong()), FIELD.residueOfWord(random.nextLong()));
  }

  private long[] residues(int count) {
    return random.longs(count).map(FIELD::residueOfWord).toArray();
  }

  /** Numbers of both sides, and their inner product. */
  private record Statement(Numbers left, Numbers right, Element product) {}

  private Statement bits(int words) {
    long[] x = random.longs(words).toArray();
    long[] y = random.longs(words).toArray();
    long[] factors = residues(XorBits.PER_WORD * words);
    int[] mixed = XorBits.pieces(x);
    long sum = 0;
    for (int i = 0; i < mixed.length; i++) {
      mixed[i] ^= XorBits.pieces(y)[i];
      long more = FIELD.residueOf(mixed[i] - XorBits.pieces(x)[i]);
      sum = FIELD.residue(sum + FIELD.residue(FIELD.product(factors[i], more)));
    }
    return new Statement(
        new XorBits(factors, XorBits.pieces(x)),
        new XorBits(null, XorBits.pieces(y)),
        new Element(sum, 0));
  }

  private Statement elements(int count, boolean real) {
    Elements left = real ? Elements.of(residues(count)) : mixed(count);
    Elements right = real ? Elements.of(residues(count)) : mixed(count);
    Element sum = Element.ZERO;
    for (int i = 0; i < count; i++) {
      sum = FIELD.plus(sum, FIELD.times(left.get(FIELD, i), right.get(FIELD, i)));
    }
    return new Statement(left, right, sum);
  }

  private Elements mixed(int count) {
    return new Elements(residues(count), residues(count));
  }

  private boolean isBelieved(Statement statement, Element claimed) {
    Element mask = element();
    Element otherMask = element();
    long[] blind = random.longs(Transcript.BLIND_WORDS).toArray();
    long[] drawn = residues(ProductProof.shareWords(statement.left.shape()));
    ProductProof.Written proof =
        ProductProof.write(
            FIELD,
            statement.left,
            statement.right,
            mask,
            otherMask,
            drawn,
            new Transcript(Party.P0, statement.left, blind, ProofExchange.NO_STATEMENT));
    Element ofLeft = element();
    Part left =
        ProductProof.part(
            FIELD,
            Side.LEFT,
            statement.left,
            ofLeft,
            mask,
            proof.shares(),
            ProductProof.challenges(
                FIELD,
                statement.left.shape(),
                proof.shares(),
                new Transcript(Party.P0, statement.left, blind, ProofExchange.NO_STATEMENT)));
    Part right =
        ProductProof.part(
            FIELD,
            Side.RIGHT,
            statement.right,
            FIELD.minus(claimed, ofLeft),
            otherMask,
            drawn,
            proof.challenges());
    return left.agreesWith(FIELD, right);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 63, 64, 65, 1000, 5000})
  void whatIsRightIsBelievedAndNothingElse(int count) {
    for (Statement statement :
        List.of(bits(count), elements(count, true), elements(count, false))) {
      assertThat(isBelieved(statement, statement.product)).isTrue();
      assertThat(isBelieved(statement, FIELD.plus(statement.product, Element.ONE))).isFalse();
      assertThat(isBelieved(statement, element())).isFalse();
    }
  }

  /** Sums of products are as large as they can be. */
  @Test
  void piecesOfOnesAndLargeFactorsAreAddedUpRightly() {
    int words = 20_000;
    long[] ones = new long[words];
    Arrays.fill(ones, -1);
    long[] factors = new long[XorBits.PER_WORD * words];
    Arrays.fill(factors, FIELD.p() - 1);
    // Of each piece 0xffff xor 0xffff less 0xffff, times -1; or 0xffff xor 0 less 0.
    for (long x : new long[] {-1, 0}) {
      long[] left = new long[words];
      Arrays.fill(left, x);
      long product = (x == 0 ? -1 : 1) * 0xffffL * factors.length;
      assertThat(
              isBelieved(
                  new Statement(
                      new XorBits(factors, XorBits.pieces(left)),
                      new XorBits(null, XorBits.pieces(ones)),
                      Element.ZERO),
                  FIELD.of(product)))
          .isTrue();
    }
  }

  @Test
  void aPieceHasSixteenBits() {
    assertThat(XorBits.pieces(new long[] {0xffff_0003_0002_0001L, 5}))
        .containsExactly(1, 2, 3, 0xffff, 5, 0, 0, 0);
    assertThat(new XorBits(null, new int[] {7})).hasToString("1 pieces of 16 bits");
  }

  @Test
  void elementsHaveNoFoldsOfTheirOwn() {
    Elements elements = elements(3, true).left.fold(FIELD, Side.LEFT, List.of());
    assertThatThrownBy(() -> elements.polynomial(FIELD, elements, List.of()))
        .isInstanceOf(IllegalStateException.class);
  }
}
