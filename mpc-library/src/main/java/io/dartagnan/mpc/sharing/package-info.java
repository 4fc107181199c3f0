/**
 * Splitting a value into three shares and putting it together again.
 *
 * <p>Values are elements of a {@link io.dartagnan.mpc.sharing.Ring}; a batch of n of them is one
 * {@code long[]} of n x limbs words.
 */
package io.dartagnan.mpc.sharing;
