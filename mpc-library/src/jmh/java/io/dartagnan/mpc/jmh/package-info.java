/**
 * Microbenchmarks: what the parts of an evaluation cost, lane by lane. The whole is measured by
 * {@code mpc-library/bench}.
 */
package io.dartagnan.mpc.jmh;
