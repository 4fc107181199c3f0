package io.dartagnan.clusters.checker;

/**
 * Time in which a cloud lost something.
 *
 * @param begun before it did, in nanoseconds of the machine's clock
 * @param ended when it was up again
 * @param loss what it may have lost
 */
record Crash(long begun, long ended, Fault.Loss loss) {}
