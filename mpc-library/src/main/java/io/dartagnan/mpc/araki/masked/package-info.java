/**
 * Comparison of masked values with their masks, digit by digit.
 *
 * <p>{@link io.dartagnan.mpc.araki.masked.MaskedVerdicts} is the protocol and the way in: it takes
 * {@link io.dartagnan.mpc.araki.masked.MaskedDigits} and leaves replicated bits.
 */
package io.dartagnan.mpc.araki.masked;
