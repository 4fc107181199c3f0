/**
 * HBase's own filters, run at the client over whole rows as a region of HBase 2.6 runs them.
 *
 * <p>{@link io.dartagnan.client.residual.ResidualFilter} is the entry: one for each scan and
 * region, or for each get. Nothing in this package reads or sends anything.
 */
package io.dartagnan.client.residual;
