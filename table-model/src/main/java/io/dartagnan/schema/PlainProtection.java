package io.dartagnan.schema;

import io.dartagnan.mpc.encoding.ValueType;
import io.dartagnan.mpc.sharing.Sharing;
import java.util.Optional;

/** The value itself, on all three clouds. Protocols take it for a number. */
record PlainProtection() implements Protection {
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
  public boolean isProtected() {
    return false;
  }

  @Override
  public StoredValue store(byte[] value, BatchDealer dealer) {
    return (cloud, writeId) -> value;
  }

  @Override
  public ValueType laneType() {
    return ValueType.INT64;
  }

  @Override
  public Sharing laneSharing() {
    return Sharing.REPLICATED_ADDITIVE;
  }

  @Override
  public String toString() {
    return SCHEME;
  }
}
