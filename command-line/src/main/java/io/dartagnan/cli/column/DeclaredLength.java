package io.dartagnan.cli.column;

import io.dartagnan.mpc.encoding.ValueType;

/** Maximum lengths to declare. */
public final class DeclaredLength {

  private static final int LIMB = Long.BYTES;
  private static final int LONGEST_WITH_ONE_LENGTH_BYTE = 254;

  private DeclaredLength() {}

  /**
   * The {@code max} of a string column: at least {@code longest}, filling whole 8-byte limbs
   * together with the length that is stored behind the value.
   */
  public static int of(int longest) {
    if (longest <= LONGEST_WITH_ONE_LENGTH_BYTE) {
      return Math.min(LONGEST_WITH_ONE_LENGTH_BYTE, wholeLimbs(longest + 1) - 1);
    }
    return Math.max(longest, Math.min(ValueType.MAX_LENGTH, wholeLimbs(longest + 2) - 2));
  }

  private static int wholeLimbs(int bytes) {
    return (bytes + LIMB - 1) / LIMB * LIMB;
  }
}
