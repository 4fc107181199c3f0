package io.dartagnan.server.evaluation.strategy;

import io.dartagnan.server.evaluation.block.ColumnBlock;
import java.util.ArrayList;
import java.util.List;

/** The rows of some blocks, to be taken from the front. */
final class LaneRuns {
  private final List<ColumnBlock> blocks;
  private int block;
  private int row;

  LaneRuns(List<ColumnBlock> blocks) {
    this.blocks = blocks;
  }

  /** The next rows, {@code most} of them if there are as many; each run retains its block. */
  List<LaneRun> take(int most) {
    List<LaneRun> runs = new ArrayList<>();
    int left = most;
    while (left > 0 && block < blocks.size()) {
      ColumnBlock of = blocks.get(block);
      int to = Math.min(of.rows(), row + left);
      runs.add(new LaneRun(of.retain(), row, to));
      left -= to - row;
      row = to;
      if (row == of.rows()) {
        block++;
        row = 0;
      }
    }
    return runs;
  }
}
