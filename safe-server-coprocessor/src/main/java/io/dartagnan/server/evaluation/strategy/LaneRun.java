package io.dartagnan.server.evaluation.strategy;

import io.dartagnan.server.evaluation.block.ColumnBlock;

/**
 * Consecutive rows of one block.
 *
 * @param block held by the run
 * @param from its first row
 * @param to the row behind its last
 */
record LaneRun(ColumnBlock block, int from, int to) {

  int rows() {
    return to - from;
  }
}
