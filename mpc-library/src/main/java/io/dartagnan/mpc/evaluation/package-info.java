/**
 * Predicates over several columns of a batch, evaluated on shared bits and opened at the root
 * alone, and aggregates over the rows that satisfy one, opened to no party.
 */
package io.dartagnan.mpc.evaluation;
