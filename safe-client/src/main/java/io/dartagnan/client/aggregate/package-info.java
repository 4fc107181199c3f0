/**
 * Aggregates that only the client learns: {@link io.dartagnan.client.aggregate.PrivateAggregation}
 * is the way in.
 */
package io.dartagnan.client.aggregate;
