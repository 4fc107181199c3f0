package io.dartagnan.ycsb.report.page;

import java.util.List;

/** A section of a report, with a heading. */
record Section(String title, List<Block> blocks) {
  Section {
    blocks = List.copyOf(blocks);
  }
}
