/**
 * What a filter asks of a table's columns, independent of how it is evaluated: conditions joined by
 * AND, OR and NOT, and how one party's copy of them travels.
 */
package io.dartagnan.mpc.predicate;
