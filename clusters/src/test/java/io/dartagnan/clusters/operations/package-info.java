/**
 * Random histories of HBase operations, run step by step on two connections whose answers are
 * compared.
 *
 * <p>A {@link io.dartagnan.clusters.operations.History} is a table's shape and {@link
 * io.dartagnan.clusters.operations.Step}s, all made from a seed. A {@link
 * io.dartagnan.clusters.operations.HistoryRun} does each step on both and keeps a {@link
 * io.dartagnan.clusters.operations.Ledger} of what was written, by which it leaves out steps whose
 * outcome HBase leaves open ({@link io.dartagnan.clusters.operations.LeftOut}).
 */
package io.dartagnan.clusters.operations;
