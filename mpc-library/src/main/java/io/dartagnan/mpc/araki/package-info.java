/**
 * The default suite: the same answers as the reference suite for a fraction of its traffic.
 *
 * <p>Bits are replicated: party i holds shares i and i + 1, so that an AND costs one bit per party
 * (Araki, Furukawa, Lindell, Nof, Ohara, "High-Throughput Semi-Honest Secure Three-Party
 * Computation with an Honest Majority", CCS 2016). A batch lies in planes, 64 lanes to a word.
 *
 * <p>Read {@link io.dartagnan.mpc.araki.ArakiSuite} first: it says which protocol answers which
 * question on which sharing. {@link io.dartagnan.mpc.replicated} has the bits and the circuits on
 * them, {@link io.dartagnan.mpc.araki.masked} the comparison that answers for additive shares.
 */
package io.dartagnan.mpc.araki;
