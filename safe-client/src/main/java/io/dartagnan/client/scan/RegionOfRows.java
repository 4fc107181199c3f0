package io.dartagnan.client.scan;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A search for the region with which rows begin on one cloud: the one with the first of them, or of
 * a reversed scan the last. It costs as much for a table of ten thousand regions as for one of two.
 *
 * @param directory the regions
 * @param party whose cloud
 * @param anew whether the cloud is asked, whatever is remembered
 */
record RegionOfRows(RegionDirectory directory, Party party, boolean anew) {
  /** Bytes that follow a row and come behind nearly every row that begins with it. */
  private static final byte[] BEHIND = new byte[9];

  static {
    Arrays.fill(BEHIND, (byte) 0xff);
  }

  /**
   * The region.
   *
   * @throws IOException if there is none at present, as while one splits or moves
   */
  HRegionLocation of(RowInterval rows, boolean reversed) throws IOException {
    return reversed ? last(rows.stop()) : holding(rows.start());
  }

  /** The region as far as it is known without asking. That of a reversed scan is asked for. */
  Optional<HRegionLocation> known(RowInterval rows, boolean reversed) {
    return anew || reversed ? Optional.empty() : directory.known(party, rows.start());
  }

  /**
   * The region that ends with {@code stop}, or holds it and rows before it. There is no row just
   * before another one, so a row shortly before it is looked for, and the regions from there on.
   */
  private HRegionLocation last(byte[] stop) throws IOException {
    HRegionLocation region = holding(shortlyBefore(stop));
    while (!reaches(region.getRegion().getEndKey(), stop)) {
      region = holding(region.getRegion().getEndKey());
    }
    return region;
  }

  private HRegionLocation holding(byte[] row) throws IOException {
    HRegionLocation location = directory.region(party, row, anew);
    RegionInfo region = location == null ? null : location.getRegion();
    if (region == null || !region.containsRow(row)) {
      throw new IOException("its table shows a gap between regions, as while one splits");
    }
    if (location.getServerName() == null) {
      throw new IOException("region " + region.getEncodedName() + " is on no region server");
    }
    return location;
  }

  /** A row before another; behind all short ones for the end of the table. */
  static byte[] shortlyBefore(byte[] stop) {
    if (stop.length == 0) {
      return BEHIND.clone();
    }
    byte[] head = Arrays.copyOf(stop, stop.length - 1);
    byte last = stop[stop.length - 1];
    return last == 0 ? head : Bytes.add(head, new byte[] {(byte) (last - 1)}, BEHIND);
  }

  /** Whether rows up to one end reach another; an empty one is the end of the table. */
  static boolean reaches(byte[] end, byte[] stop) {
    return end.length == 0 || (stop.length > 0 && Bytes.compareTo(end, stop) >= 0);
  }
}
