package io.dartagnan.schema;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Condition;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.PublicCondition;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.MismatchedSharesException;
import io.dartagnan.mpc.sharing.Reconstruction;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.mpc.sharing.Sharing;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;

/** Shares of the value, one cell of them on each cloud. */
public final class SharedProtection implements LaneProtection {
  static final String ADDITIVE = "additive";
  static final String XOR = "xor";
  static final String REPLICATED = "replicated";
  static final String REPLICATED_XOR = "replicated-xor";

  private final String scheme;
  private final Sharing sharing;
  private final ValueType type;
  private final boolean tagged;
  private final int shareBytes;

  private SharedProtection(String scheme, Sharing sharing, ValueType type) {
    this(scheme, sharing, type, false);
  }

  private SharedProtection(String scheme, Sharing sharing, ValueType type, boolean tagged) {
    this.scheme = scheme;
    this.sharing = sharing;
    this.type = Objects.requireNonNull(type, "type");
    this.tagged = tagged;
    this.shareBytes = ShareBytes.length(this);
  }

  /** One of three shares that sum up to the value on each cloud. */
  public static SharedProtection additive(ValueType type) {
    return new SharedProtection(ADDITIVE, Sharing.ADDITIVE, type);
  }

  /** One of three shares whose xor is the value on each cloud. */
  public static SharedProtection xor(ValueType type) {
    return new SharedProtection(XOR, Sharing.XOR, type);
  }

  /**
   * Two of three shares on each cloud. They sum up to the value where it is a number, so that sums
   * of a column need no cloud's help; elsewhere, where nothing is added, their xor is the value,
   * which is what comparisons work on.
   */
  public static SharedProtection replicated(ValueType type) {
    boolean number = type.kind() == ValueType.Kind.INT64;
    return new SharedProtection(
        REPLICATED, number ? Sharing.REPLICATED_ADDITIVE : Sharing.REPLICATED_XOR, type);
  }

  /**
   * Two of three shares on each cloud, whose xor is the value where it is a number as well: what a
   * suite that computes on bits alone needs. Values that are no numbers are {@link #replicated} so
   * anyway.
   */
  public static SharedProtection replicatedXor(ValueType type) {
    return type.kind() == ValueType.Kind.INT64
        ? new SharedProtection(REPLICATED_XOR, Sharing.REPLICATED_XOR, type)
        : replicated(type);
  }

  @Override
  public Protection under(Set<Sharing> sharings) {
    return sharing.isReplicated()
            && !sharings.contains(sharing)
            && sharings.contains(Sharing.REPLICATED_XOR)
        ? tagged ? replicatedXor(type).tagged() : replicatedXor(type)
        : this;
  }

  @Override
  public SharedProtection tagged() {
    return new SharedProtection(scheme, sharing, type, true);
  }

  @Override
  public boolean isTagged() {
    return tagged;
  }

  @Override
  public String scheme() {
    return scheme;
  }

  @Override
  public Optional<ValueType> declaredType() {
    return Optional.of(type);
  }

  @Override
  public boolean needsSuite() {
    return true;
  }

  @Override
  public boolean isGuarded() {
    return true;
  }

  @Override
  public boolean survivesOneCloud() {
    return laneSharing().isReplicated();
  }

  @Override
  public StoredValue store(byte[] value, BatchDealer dealer) {
    return dealer.add(this, type.encode(value));
  }

  /** {@link ShareBytes#length}. */
  int shareBytes() {
    return shareBytes;
  }

  @Override
  public Optional<String> defect(Cell cell, Party holder) {
    return Optional.ofNullable(ShareCell.defect(cell, this, holder));
  }

  @Override
  public OptionalLong writeId(byte[] array, int offset, int length, Party holder) {
    return ShareCell.defect(array, offset, length, this, holder) == null
            || ShareCell.isOfAnotherSchema(array, offset, length, this)
        ? OptionalLong.of(ShareCell.writeId(array, offset))
        : OptionalLong.empty();
  }

  @Override
  public OptionalLong agreedId(byte[] array, int offset, int length, Party holder) {
    OptionalLong id = writeId(array, offset, length, holder);
    return id.isPresent() && ShareCell.isGiven(array, offset)
        ? OptionalLong.of(~id.getAsLong())
        : id;
  }

  @Override
  public Optional<byte[]> value(StoredVersion version) throws UnreadableValueException {
    if (!isOfOneWrite(version)) {
      if (isOfAnotherSchema(version)) {
        throw ofAnotherSchema();
      }
      return Optional.empty();
    }
    try {
      return Optional.of(type.decode(element(version)));
    } catch (MismatchedSharesException e) {
      throw new UnreadableValueException(
          "%s cannot be put together although its shares are of one write: "
              + disagreeing(shares(version))
              + "; a cloud returned a share that was altered",
          e);
    } catch (IllegalArgumentException e) {
      throw new UnreadableValueException(
          "%s cannot be put together although its three shares are of one write: a cloud returned a share that was altered, or the column's type is no longer the same",
          e);
    }
  }

  /** The element of three shares of one write, without their batches: a scan has very many. */
  private long[] element(StoredVersion version) {
    if (!areCopiesAlike(version)) {
      return Reconstruction.values(shares(version));
    }
    long[] sum = ShareCell.own(version, 0, this);
    for (int party = 1; party < version.clouds(); party++) {
      sum = sharing.add(type.ring(), sum, ShareCell.own(version, party, this));
    }
    return sum;
  }

  /** Whether what each party holds of the next one's share, if anything, is that share. */
  private boolean areCopiesAlike(StoredVersion version) {
    for (Party party : sharing.isReplicated() ? Party.ALL : List.<Party>of()) {
      if (!ShareCell.haveCopyAlike(version, party, this)) {
        return false;
      }
    }
    return true;
  }

  private List<Shares> shares(StoredVersion version) {
    return Party.ALL.stream().map(party -> ShareCell.read(version, this, party)).toList();
  }

  /** Whether all three are shares of such a column with one write id. */
  private boolean isOfOneWrite(StoredVersion version) {
    for (Party party : Party.ALL) {
      int cloud = party.index();
      if (ShareCell.defect(
                  version.array(cloud), version.offset(cloud), version.length(cloud), this, party)
              != null
          || !hasFirstWriteId(version, cloud)) {
        return false;
      }
    }
    return true;
  }

  /** True if one write wrote all three; otherwise the version is torn and passed over. */
  private boolean isOfAnotherSchema(StoredVersion version) {
    for (int cloud = 0; cloud < version.clouds(); cloud++) {
      if (!ShareCell.isOfAnotherSchema(
              version.array(cloud), version.offset(cloud), version.length(cloud), this)
          || !hasFirstWriteId(version, cloud)) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasFirstWriteId(StoredVersion version, int cloud) {
    return ShareCell.writeId(version.array(cloud), version.offset(cloud))
        == ShareCell.writeId(version.array(0), version.offset(0));
  }

  private UnreadableValueException ofAnotherSchema() {
    return new UnreadableValueException(
        "%s holds shares of another scheme or type than '"
            + this
            + "', which the schema says: it was changed in place; declare it again as it was when"
            + " they were written, or copy its values into a new table and put that in its place",
        null);
  }

  /** The clouds that differ; one that stands in two pairs is likely the one that altered both. */
  private static String disagreeing(List<Shares> shares) {
    return Party.ALL.stream()
        .filter(
            one ->
                !Arrays.equals(
                    shares.get(one.index()).next(), shares.get(one.next().index()).own()))
        .map(
            one ->
                "cloud %d and cloud %d hold different copies of share %d"
                    .formatted(one.index(), one.next().index(), one.next().index()))
        .collect(Collectors.joining(", "));
  }

  @Override
  public boolean isHeldByAnyTwo() {
    return sharing.isReplicated();
  }

  /**
   * Party i holds the shares i and i + 1: one of them is with the next party, one with the last.
   */
  @Override
  public Optional<byte[]> cellOf(Party missing, Cell ofNext, Cell ofPrev) {
    if (!isHeldByAnyTwo()) {
      throw new UnsupportedOperationException(
          "'%s' has one share on each cloud; no two tell the third".formatted(this));
    }
    OptionalLong writeId = writeId(ofNext, missing.next());
    if (writeId.isEmpty() || !writeId.equals(writeId(ofPrev, missing.prev()))) {
      return Optional.empty();
    }
    if (ShareCell.isOfAnotherSchema(ofNext, this) || ShareCell.isOfAnotherSchema(ofPrev, this)) {
      // What it stores is not known; like these, it is none of such a column.
      return ShareCell.isOfAnotherSchema(ofNext, this) && ShareCell.isOfAnotherSchema(ofPrev, this)
          ? Optional.of(CellUtil.cloneValue(ofNext))
          : Optional.empty();
    }
    Shares next = ShareCell.read(List.of(ofNext), this, missing.next());
    Shares prev = ShareCell.read(List.of(ofPrev), this, missing.prev());
    Shares own = new Shares(missing, sharing, type.ring(), prev.next(), next.own());
    byte[] cell = ShareCell.encode(this, writeId.getAsLong(), own, 0);
    if (tagged) {
      if (!ShareCell.copyTag(ofNext, ofPrev, cell)) {
        return Optional.empty();
      }
      ShareCell.setGiven(cell);
    }
    return Optional.of(cell);
  }

  @Override
  public boolean restsOnTag(StoredVersion version) {
    if (!tagged) {
      return false;
    }
    boolean given = !isHeldByAnyTwo();
    for (int cloud = 0; cloud < version.clouds(); cloud++) {
      given |= ShareCell.isGiven(version.array(cloud), version.offset(cloud));
    }
    return given;
  }

  @Override
  public boolean compares(Comparison comparison, int operandBytes) {
    return type.kind() == ValueType.Kind.INT64
        ? operandBytes == Long.BYTES && comparison.ordering() != Ordering.WORDS
        : comparison.ordering() == Ordering.UNSIGNED;
  }

  @Override
  public List<Predicate> compare(
      int column, Comparison comparison, byte[] operand, SecureRandom random) {
    // What stands in the lane of a row without the column must not be compared.
    Predicate present = PublicCondition.present(column);
    return new Dealer(sharing, type.ring(), random)
        .deal(type.encodeOperand(operand)).stream()
            .<Predicate>map(
                share ->
                    new Predicate.And(
                        List.of(present, new SharedCondition(column, comparison, share))))
            .toList();
  }

  @Override
  public int conditionsPerComparison() {
    return 2;
  }

  @Override
  public boolean takes(Condition condition) {
    if (condition instanceof PublicCondition known) {
      return known.isPresence();
    }
    Shares operand = ((SharedCondition) condition).operand();
    return operand.sharing() == sharing && operand.ring().equals(type.ring());
  }

  @Override
  public ValueType laneType() {
    return type;
  }

  @Override
  public Sharing laneSharing() {
    return sharing;
  }

  @Override
  public void readLane(byte[] array, int offset, int length, Shares lanes, int lane)
      throws UnreadableValueException {
    if (ShareCell.isOfAnotherSchema(array, offset, length, this)) {
      throw ofAnotherSchema();
    }
    ShareCell.read(array, offset, lanes, lane);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SharedProtection that
        && scheme.equals(that.scheme)
        && type.equals(that.type)
        && tagged == that.tagged;
  }

  @Override
  public int hashCode() {
    return 31 * (31 * scheme.hashCode() + type.hashCode()) + Boolean.hashCode(tagged);
  }

  @Override
  public String toString() {
    return scheme + " " + type + (tagged ? WITH_TAGS : "");
  }
}
