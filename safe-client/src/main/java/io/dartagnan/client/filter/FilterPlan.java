package io.dartagnan.client.filter;

import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.sharing.AdditiveSharing;
import io.dartagnan.schema.Protection;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/** What a scan's filter comes to. */
sealed interface FilterPlan {

  /** Every row passes: the scan does not select the filter's column, and such rows are kept. */
  record AllRows() implements FilterPlan {}

  /** No row passes: the scan does not select the filter's column, and such rows are dropped. */
  record NoRows() implements FilterPlan {}

  /**
   * The clouds compare one column with an operand.
   *
   * @param family the column's family
   * @param qualifier its qualifier
   * @param protection how it is protected
   * @param comparison operator and ordering
   * @param keepMissing whether rows without the column pass
   * @param operand what it is compared with, in the clear
   */
  record Evaluate(
      byte[] family,
      byte[] qualifier,
      Protection protection,
      Comparison comparison,
      boolean keepMissing,
      byte[] operand)
      implements FilterPlan {

    /**
     * What each party is told of the operand: a fresh share of it, or on a plain column the operand
     * itself.
     *
     * @return entry i is for party i; shares are big-endian
     */
    List<byte[]> deal(SecureRandom random) {
      return switch (protection.scheme()) {
        case PLAIN -> Collections.nCopies(3, operand);
        case ADDITIVE ->
            Arrays.stream(
                    new AdditiveSharing(protection.type().ring(), random)
                        .share(protection.type().encodeOperand(operand)))
                .map(Evaluate::bigEndian)
                .toList();
      };
    }

    private static byte[] bigEndian(long[] words) {
      byte[] bytes = new byte[words.length * Long.BYTES];
      ByteBuffer.wrap(bytes).asLongBuffer().put(words);
      return bytes;
    }

    /** Names the column and the comparison; never the operand. */
    @Override
    public String toString() {
      return "%s:%s (%s) %s"
          .formatted(
              Bytes.toStringBinary(family),
              Bytes.toStringBinary(qualifier),
              protection,
              comparison.operator());
    }
  }
}
