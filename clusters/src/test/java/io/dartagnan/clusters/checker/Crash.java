package io.dartagnan.clusters.checker;

/**
 * Time in which a cloud lost what it had in memory and not in its log.
 *
 * @param begun before it did, in nanoseconds of the machine's clock
 * @param ended when it was up again
 */
record Crash(long begun, long ended) {}
