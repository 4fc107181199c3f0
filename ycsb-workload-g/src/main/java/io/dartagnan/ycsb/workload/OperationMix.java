package io.dartagnan.ycsb.workload;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import site.ycsb.generator.DiscreteGenerator;

/**
 * Shares of the operations of a workload.
 *
 * @param shares above 0, that add up to 1
 */
public record OperationMix(Map<OperationKind, BigDecimal> shares) {

  public OperationMix {
    shares = Map.copyOf(shares);
  }

  /** The shares that properties name; unlike in YCSB, one that is not named is 0. */
  static OperationMix of(PropertyReader properties) {
    Map<OperationKind, BigDecimal> shares = new EnumMap<>(OperationKind.class);
    BigDecimal sum = BigDecimal.ZERO;
    for (OperationKind operation : OperationKind.values()) {
      BigDecimal share = properties.share(operation.proportion());
      sum = sum.add(share);
      if (share.signum() > 0) {
        shares.put(operation, share);
      }
    }
    if (sum.compareTo(BigDecimal.ONE) != 0) {
      properties.refuse(
          "the proportions of operations add up to %s; they have to add up to 1"
              .formatted(sum.stripTrailingZeros().toPlainString()));
    }
    return new OperationMix(shares);
  }

  /** Whether the mix has an operation. */
  public boolean has(OperationKind operation) {
    return shares.containsKey(operation);
  }

  /** The share of an operation, 0 if the mix lacks it. */
  public double share(OperationKind operation) {
    return shares.getOrDefault(operation, BigDecimal.ZERO).doubleValue();
  }

  /** A generator of operations' names in these shares. */
  public DiscreteGenerator generator() {
    DiscreteGenerator generator = new DiscreteGenerator();
    shares.forEach((operation, share) -> generator.addValue(share.doubleValue(), operation.name()));
    return generator;
  }
}
