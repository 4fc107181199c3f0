package io.dartagnan.client.filter;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;

/** Where a table's regions are on each cloud. */
interface RegionDirectory {

  /** A cloud's regions as they are now, never from a cache, in any order. */
  List<HRegionLocation> regions(Party party) throws IOException;
}
