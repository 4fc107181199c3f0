package io.dartagnan.mpc.verified;

import java.util.Arrays;
import java.util.List;

/**
 * A vector of elements of a {@link Field}, as loose residues.
 *
 * @param real their real parts
 * @param imaginary their imaginary parts, as many; none of them where all are zero
 */
record Elements(long[] real, long[] imaginary) implements Numbers {

  /** Zeros. */
  Elements(int length) {
    this(new long[length], new long[length]);
  }

  /** Elements of residues, without imaginary parts. */
  static Elements of(long[] residues) {
    return new Elements(residues, new long[0]);
  }

  /** Whether they have no imaginary parts. */
  boolean areReal() {
    return imaginary.length < real.length;
  }

  @Override
  public Shape shape() {
    return new Shape(List.of(), length());
  }

  @Override
  public Field.Element[] polynomial(Field field, Numbers right, List<Field.Element> challenges) {
    throw new IllegalStateException("elements have no folds of their own");
  }

  @Override
  public Elements fold(Field field, Side side, List<Field.Element> challenges) {
    return this;
  }

  int length() {
    return real.length;
  }

  /** This vector with zeros behind it. */
  Elements paddedTo(int length) {
    return length == length()
        ? this
        : new Elements(
            Arrays.copyOf(real, length), areReal() ? imaginary : Arrays.copyOf(imaginary, length));
  }

  Field.Element get(Field field, int i) {
    return new Field.Element(field.residue(real[i]), areReal() ? 0 : field.residue(imaginary[i]));
  }

  /** The length alone. */
  @Override
  public String toString() {
    return real.length + " elements";
  }
}
