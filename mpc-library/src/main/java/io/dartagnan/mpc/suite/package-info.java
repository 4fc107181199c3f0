/** A protocol suite: what a party can do with a batch of shares, and how its result is opened. */
package io.dartagnan.mpc.suite;
