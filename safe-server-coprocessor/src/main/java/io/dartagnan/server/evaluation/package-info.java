/**
 * One query over one range, at one party: batches of rows are read through the port {@link
 * io.dartagnan.server.query.agreement.RowSource}, agreed upon with the peers, computed on, and
 * leave through the port {@link io.dartagnan.server.evaluation.RunningEvaluation}. Nothing here
 * knows where rows are stored; {@code io.dartagnan.server.storage} reads them from HBase.
 */
package io.dartagnan.server.evaluation;
