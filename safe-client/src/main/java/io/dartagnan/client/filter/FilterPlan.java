package io.dartagnan.client.filter;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.schema.Protection;
import io.dartagnan.wire.ShareBytes;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;

/** The part of a scan's filter that the clouds evaluate. */
public sealed interface FilterPlan {

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
     * The operand as each party gets it: a fresh share, or on a plain column the operand itself.
     *
     * @return entry i is for party i; shares as {@link ShareBytes} lays them out
     */
    public List<byte[]> deal(SecureRandom random) {
      if (!protection.isProtected()) {
        return Collections.nCopies(Party.ALL.size(), operand);
      }
      long[] element = protection.type().encodeOperand(operand);
      return new Dealer(protection.sharing(), protection.type().ring(), random)
          .deal(element).stream().map(ShareBytes::of).toList();
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
