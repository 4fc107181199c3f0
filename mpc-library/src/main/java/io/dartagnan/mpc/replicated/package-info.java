/**
 * Replicated bits in planes, and circuits of ANDs on them.
 *
 * <p>{@link io.dartagnan.mpc.araki.replicated.ReplicatedPlanes} are the bits, {@link
 * io.dartagnan.mpc.araki.replicated.ToReplicated} makes them of single shares, and {@link
 * io.dartagnan.mpc.araki.replicated.And} is the gate. {@link
 * io.dartagnan.mpc.araki.replicated.AndRounds} evaluates circuits side by side: {@link
 * io.dartagnan.mpc.araki.replicated.Conjunction}, {@link
 * io.dartagnan.mpc.araki.replicated.FirstDifference} and {@link
 * io.dartagnan.mpc.araki.replicated.CarrySave}.
 */
package io.dartagnan.mpc.araki.replicated;
