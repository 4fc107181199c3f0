package io.dartagnan.schema;

import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.Objects;
import java.util.Optional;

/** Shares of the value, one cell of them on each cloud. */
public final class SharedProtection implements Protection {
  static final String ADDITIVE = "additive";
  static final String XOR = "xor";
  static final String REPLICATED = "replicated";

  private final String scheme;
  private final Sharing sharing;
  private final ValueType type;

  private SharedProtection(String scheme, Sharing sharing, ValueType type) {
    this.scheme = scheme;
    this.sharing = sharing;
    this.type = Objects.requireNonNull(type, "type");
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

  @Override
  public String scheme() {
    return scheme;
  }

  @Override
  public Optional<ValueType> declaredType() {
    return Optional.of(type);
  }

  @Override
  public boolean isProtected() {
    return true;
  }

  @Override
  public StoredValue store(byte[] value, BatchDealer dealer) {
    return dealer.add(this, type.encode(value));
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
  public boolean equals(Object other) {
    return other instanceof SharedProtection that
        && scheme.equals(that.scheme)
        && type.equals(that.type);
  }

  @Override
  public int hashCode() {
    return 31 * scheme.hashCode() + type.hashCode();
  }

  @Override
  public String toString() {
    return scheme + " " + type;
  }
}
