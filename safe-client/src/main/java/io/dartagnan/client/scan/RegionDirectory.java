package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.HRegionLocation;

/** A directory of a table's regions on each cloud. */
public interface RegionDirectory {

  /**
   * The region that holds a row on a party's cloud, and the server that has it.
   *
   * @param anew whether to ask the cloud, since what is remembered has turned out to be wrong
   */
  HRegionLocation region(Party party, byte[] row, boolean anew) throws IOException;

  /** The same as far as it is known without asking; it may be wrong. Does not wait. */
  default Optional<HRegionLocation> known(Party party, byte[] row) {
    return Optional.empty();
  }
}
