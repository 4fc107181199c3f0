package io.dartagnan.mpc.evaluation;

import io.dartagnan.mpc.bits.BitPlanes;
import io.dartagnan.mpc.predicate.Predicate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Label of that which the three parties must have alike.
 *
 * <p>A party whose public bits differ from its peers' would be shown a comparison on a row where
 * its own bits say that the result says nothing of it. With the bits in the label of every step
 * there is no step that the three have in common, and nothing is opened.
 */
final class Agreed {
  private static final int LABEL_BYTES = 16;

  private Agreed() {}

  /**
   * A digest of the structure of a predicate and of public bits.
   *
   * @param predicate whose structure counts, without operands
   * @param lanes how many bits of each mask count
   * @param masks public bits, 64 lanes to a word
   */
  static String label(Predicate predicate, int lanes, List<long[]> masks) {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK lacks SHA-256", e);
    }
    digest.update(predicate.toString().getBytes(StandardCharsets.UTF_8));
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, lanes));
    for (long[] mask : masks) {
      long[] known = mask.clone();
      BitPlanes.clearBeyond(known, lanes);
      ByteBuffer bytes = ByteBuffer.allocate(known.length * Long.BYTES);
      bytes.asLongBuffer().put(known);
      digest.update(bytes);
    }
    return "agreed-" + HexFormat.of().formatHex(digest.digest(), 0, LABEL_BYTES);
  }
}
