/**
 * Predicates over a table's columns, independent of how they are evaluated: conditions joined by
 * AND, OR and NOT, and the wire format of one party's copy of them.
 */
package io.dartagnan.mpc.predicate;
