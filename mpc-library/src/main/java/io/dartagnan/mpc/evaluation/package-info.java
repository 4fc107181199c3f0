/**
 * Predicates over several columns of a batch, evaluated on shared bits and opened at the root
 * alone.
 */
package io.dartagnan.mpc.evaluation;
