package io.dartagnan.server.evaluation;

import java.util.List;
import org.apache.hadoop.hbase.Cell;

/**
 * What one batch gave.
 *
 * @param last whether nothing is left of the range
 * @param throughRow the last row that the batches so far have covered
 * @param cells the cells of the rows that match, in HBase's order; they outlive the batch
 */
record MatchingRows(boolean last, byte[] throughRow, List<Cell> cells) {}
