/**
 * Speed of the protocol suites: three parties in this process, over any exchange.
 *
 * <p>{@link io.dartagnan.mpc.bench.Bench} is the command behind {@code mpc-library/bench}. Another
 * way for the parties to reach each other is one more {@link io.dartagnan.mpc.bench.Exchanges}.
 */
package io.dartagnan.mpc.bench;
