package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;

/** The locations of a table's regions on each cloud. */
public interface RegionDirectory {

  /** A cloud's regions as they are now, never from a cache, in any order. */
  List<HRegionLocation> regions(Party party) throws IOException;
}
