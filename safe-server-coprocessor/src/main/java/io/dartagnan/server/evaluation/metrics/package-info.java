/**
 * Counts and durations of a server's evaluations: ports that those who do the work report to, and
 * the sums that the RegionServer shows. Nothing here is an operand, a key or a value.
 */
package io.dartagnan.server.evaluation.metrics;
