/**
 * The ways from stored rows to batches that the three parties have agreed on: row by row, or by
 * blocks and row by row only where the parties differ. Rows and blocks come through the ports
 * {@link io.dartagnan.server.query.agreement.RowSource} and {@link
 * io.dartagnan.server.query.agreement.BlockSource}.
 */
package io.dartagnan.server.query.agreement;
