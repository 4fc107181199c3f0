package io.dartagnan.server.region;

import java.util.List;
import org.apache.hadoop.hbase.Cell;

/** A row whose cells go into a page. */
public interface CellRow {

  /** All cells that the scan selects, in HBase's order. */
  List<Cell> cells();
}
