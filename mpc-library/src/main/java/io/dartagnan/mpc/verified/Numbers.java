package io.dartagnan.mpc.verified;

import io.dartagnan.mpc.verified.Field.Element;
import java.util.List;

/**
 * One side's numbers of an inner product that is proven: elements of a field, or what stands for
 * them in a form of which the first folds can make use.
 */
interface Numbers {

  /** Which of the two vectors is meant: that of the prover's left verifier, or the other. */
  enum Side {
    LEFT,
    RIGHT
  }

  /**
   * The shape of the numbers, the same on both sides.
   *
   * @param own how many numbers each fold of their own form makes one of
   * @param left how many elements these folds leave
   */
  record Shape(List<Integer> own, int left) {}

  /** Their shape. */
  Shape shape();

  /**
   * The polynomial of the next fold of their own form: the sum of the products of the polynomials
   * that these numbers, on the left, and those of the other side are cut into. Of as many numbers
   * as it makes one of, u_s of the left side are the coefficients of X^s and v_s of the right those
   * of X^(folded - 1 - s), so that one coefficient is the inner product.
   *
   * @param challenges of the folds before
   */
  Element[] polynomial(Field field, Numbers right, List<Element> challenges);

  /**
   * What the folds of their own form leave of these numbers.
   *
   * @param challenges of these folds, and perhaps others behind them
   */
  Elements fold(Field field, Side side, List<Element> challenges);

  /** What the prover has chosen of them, which its challenges depend on. */
  default List<long[]> chosen() {
    return List.of();
  }
}
