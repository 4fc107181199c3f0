package io.dartagnan.mpc.predicate;

/** {@code value operator operand} under an ordering. Equality is the same under both. */
public record Comparison(Operator operator, Ordering ordering) {}
