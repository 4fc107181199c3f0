/**
 * The suite in which one party may deviate: replicated bits, and a proof of every gate before
 * anything is opened or leaves.
 *
 * <p>Read {@link io.dartagnan.mpc.verified.VerifiedSuite} first. {@link
 * io.dartagnan.mpc.verified.UnprovenGates} computes and keeps what there is to prove, {@link
 * io.dartagnan.mpc.verified.GateCheck} is the exchange of proofs, {@link
 * io.dartagnan.mpc.verified.GateProof} what is in them, {@link io.dartagnan.mpc.verified.GateBits}
 * and {@link io.dartagnan.mpc.verified.Folding} its two kinds of folds, over a {@link
 * io.dartagnan.mpc.verified.Field}.
 */
package io.dartagnan.mpc.verified;
