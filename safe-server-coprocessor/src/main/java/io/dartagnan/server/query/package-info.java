/**
 * One query over one range, at one party: batches that the three parties have {@linkplain
 * io.dartagnan.server.query.agreement agreed} on are computed, and leave as pages through the port
 * {@link io.dartagnan.server.query.RunningEvaluation}. Nothing here knows where rows are stored;
 * {@code io.dartagnan.server.storage} reads them from HBase.
 */
package io.dartagnan.server.query;
