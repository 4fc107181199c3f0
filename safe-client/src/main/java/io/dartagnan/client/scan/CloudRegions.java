package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * Locations of a table's regions, as the clouds' catalogues have them. HBase's connections remember
 * those that were asked for.
 *
 * @param clouds connections to cloud 0, 1 and 2
 * @param table the table's name
 */
public record CloudRegions(List<Connection> clouds, TableName table) implements RegionDirectory {

  @Override
  public HRegionLocation region(Party party, byte[] row, boolean anew) throws IOException {
    try (RegionLocator locator = clouds.get(party.index()).getRegionLocator(table)) {
      // Asked anew, it refreshes the memory that scans look in.
      return locator.getRegionLocation(row, anew);
    }
  }
}
