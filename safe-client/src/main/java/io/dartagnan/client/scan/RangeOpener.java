package io.dartagnan.client.scan;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;

/** A source of new sessions over ranges. */
interface RangeOpener {

  /** Three sources, of party 0, 1 and 2. Each call begins a session that never was before. */
  List<PageSource> open(ScanRange range) throws IOException;

  /** The table of whose rows the clouds open verdicts in such a session; empty if they do not. */
  default Optional<TableName> opensVerdicts() {
    return Optional.empty();
  }
}
