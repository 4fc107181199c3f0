package io.dartagnan.mpc.verified;

import java.util.Arrays;

/**
 * A vector of elements of a {@link Field}, as loose residues.
 *
 * @param real their real parts
 * @param imaginary their imaginary parts, as many
 */
record Elements(long[] real, long[] imaginary) {

  /** Zeros. */
  Elements(int length) {
    this(new long[length], new long[length]);
  }

  int length() {
    return real.length;
  }

  /** This vector with zeros behind it. */
  Elements paddedTo(int length) {
    return length == length()
        ? this
        : new Elements(Arrays.copyOf(real, length), Arrays.copyOf(imaginary, length));
  }

  Field.Element get(Field field, int i) {
    return new Field.Element(field.residue(real[i]), field.residue(imaginary[i]));
  }

  /** The length alone. */
  @Override
  public String toString() {
    return real.length + " elements";
  }
}
