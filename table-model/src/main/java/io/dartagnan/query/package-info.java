/**
 * Queries: what the client asks of the three clouds beyond reading and writing, and how it travels.
 *
 * <p>A {@link io.dartagnan.query.Query} names the session, the columns that its predicate speaks
 * of, and an {@link io.dartagnan.query.Operation}: return the rows that match, or aggregate over
 * them. A single comparison is a predicate of one condition and takes the same strategy as any
 * other.
 */
package io.dartagnan.query;
