/**
 * The operations of the papers' workloads on a benchmark's table, what is measured of them, and how
 * their answers are verified.
 */
package io.dartagnan.ycsb.workload;
