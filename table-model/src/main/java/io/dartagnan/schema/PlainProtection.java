package io.dartagnan.schema;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Condition;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/** The value itself, on all three clouds. Protocols take it for a number. */
record PlainProtection() implements LaneProtection {
  static final String SCHEME = "plain";

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public Optional<ValueType> declaredType() {
    return Optional.empty();
  }

  @Override
  public boolean needsSuite() {
    return false;
  }

  @Override
  public boolean isGuarded() {
    return false;
  }

  @Override
  public boolean survivesOneCloud() {
    return true;
  }

  @Override
  public StoredValue store(byte[] value, BatchDealer dealer) {
    return (cloud, writeId) -> value;
  }

  @Override
  public Optional<String> defect(Cell cell, Party holder) {
    return Optional.empty();
  }

  /** Nothing beside the value tells writes apart: equal values are of one write. */
  @Override
  public OptionalLong writeId(byte[] array, int offset, int length, Party holder) {
    return OptionalLong.of(new VersionDigest().add(array, offset, length).first());
  }

  @Override
  public Optional<byte[]> value(StoredVersion version) {
    int from = version.offset(0);
    int to = from + version.length(0);
    for (int cloud = 1; cloud < version.clouds(); cloud++) {
      int at = version.offset(cloud);
      if (!Arrays.equals(
          version.array(0), from, to, version.array(cloud), at, at + version.length(cloud))) {
        return Optional.empty();
      }
    }
    return Optional.of(Arrays.copyOfRange(version.array(0), from, to));
  }

  @Override
  public boolean isHeldByAnyTwo() {
    return true;
  }

  @Override
  public Optional<byte[]> cellOf(Party missing, Cell ofNext, Cell ofPrev) {
    return CellUtil.matchingValue(ofNext, ofPrev)
        ? Optional.of(CellUtil.cloneValue(ofNext))
        : Optional.empty();
  }

  /** Not as numbers: the values need not have eight bytes, and HBase's class fails on others. */
  @Override
  public boolean compares(Comparison comparison, int operandBytes) {
    return comparison.ordering() == Ordering.UNSIGNED
        && operandBytes <= PublicCondition.MAX_OPERAND_BYTES;
  }

  @Override
  public List<Predicate> compare(
      int column, Comparison comparison, byte[] operand, SecureRandom random) {
    Predicate same = new PublicCondition(column, comparison, operand);
    return Party.ALL.stream().map(party -> same).toList();
  }

  @Override
  public int conditionsPerComparison() {
    return 1;
  }

  @Override
  public boolean takes(Condition condition) {
    return condition instanceof PublicCondition known
        && known.comparison().ordering() != Ordering.WORDS;
  }

  @Override
  public ValueType laneType() {
    return ValueType.INT64;
  }

  @Override
  public Sharing laneSharing() {
    return Sharing.REPLICATED_ADDITIVE;
  }

  /** Every party knows the value, so that share 0 is the value and the others are zero. */
  @Override
  public void readLane(byte[] array, int offset, int length, Shares lanes, int lane)
      throws UnreadableValueException {
    if (length != Long.BYTES) {
      throw new UnreadableValueException(
          "a plain value of "
              + length
              + " bytes in %s was met, aggregates take the eight bytes of Bytes.toBytes(long)",
          null);
    }
    long number = ByteBuffer.wrap(array).getLong(offset);
    if (lanes.holder() == Party.P0) {
      lanes.own()[lane] = number;
    } else if (lanes.holder().next() == Party.P0) {
      lanes.next()[lane] = number;
    }
  }

  @Override
  public String toString() {
    return SCHEME;
  }
}
