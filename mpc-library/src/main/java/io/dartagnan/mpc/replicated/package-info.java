/**
 * Replicated bits in planes, and circuits of ANDs on them.
 *
 * <p>{@link io.dartagnan.mpc.replicated.ReplicatedPlanes} are the bits, {@link
 * io.dartagnan.mpc.replicated.ToReplicated} makes them of single shares, and {@link
 * io.dartagnan.mpc.replicated.And} is the gate. {@link io.dartagnan.mpc.replicated.AndRounds}
 * evaluates circuits side by side: {@link io.dartagnan.mpc.replicated.Conjunction}, {@link
 * io.dartagnan.mpc.replicated.FirstDifference} and {@link io.dartagnan.mpc.replicated.CarrySave}.
 */
package io.dartagnan.mpc.replicated;
