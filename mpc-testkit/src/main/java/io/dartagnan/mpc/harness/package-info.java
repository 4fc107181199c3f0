/**
 * Three parties in one process, for tests of protocols: {@link
 * io.dartagnan.mpc.harness.ThreeParties} runs them in one line, {@link
 * io.dartagnan.mpc.harness.Trial} with a seed, a deadline and faults.
 */
package io.dartagnan.mpc.harness;
