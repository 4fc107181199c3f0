/**
 * The suite in which one party may deviate: replicated bits, and a proof of every gate before
 * anything is opened or leaves.
 *
 * <p>Read {@link io.dartagnan.mpc.verified.VerifiedSuite} first. {@link
 * io.dartagnan.mpc.verified.UnprovenGates} computes and keeps gates until {@link
 * io.dartagnan.mpc.verified.GateCheck} has them proven; {@link
 * io.dartagnan.mpc.verified.RevealedEquality} is an equality without gates. What both prove are
 * inner products: {@link io.dartagnan.mpc.verified.ProofExchange} says who sends what, {@link
 * io.dartagnan.mpc.verified.ProductProof} what is in it, over a {@link
 * io.dartagnan.mpc.verified.Field}. {@link io.dartagnan.mpc.verified.Numbers} are the two sides, of
 * which {@link io.dartagnan.mpc.verified.GateBits} and {@link io.dartagnan.mpc.verified.XorBits}
 * have folds of their own before those of {@link io.dartagnan.mpc.verified.Folding}.
 */
package io.dartagnan.mpc.verified;
