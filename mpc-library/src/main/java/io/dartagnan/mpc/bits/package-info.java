/** Bit-slicing: a batch of numbers as planes of bits, 64 lanes to a word. */
package io.dartagnan.mpc.bits;
