package io.dartagnan.client.scan;

import io.dartagnan.client.fixture.Schemas;
import io.dartagnan.mpc.Party;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Region locations of one cluster, made up. */
final class Regions {
  private Regions() {}

  /** Regions cut at these rows, each on a server of its own. */
  static List<HRegionLocation> cutAt(Party party, Collection<byte[]> boundaries) {
    TreeSet<byte[]> starts = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    starts.add(new byte[0]);
    starts.addAll(boundaries);
    List<HRegionLocation> regions = new ArrayList<>();
    for (byte[] start : starts) {
      byte[] next = starts.higher(start);
      RegionInfo region = region(start, next == null ? new byte[0] : next, 0);
      regions.add(new HRegionLocation(region, server(party, regions.size())));
    }
    Collections.reverse(regions);
    return regions;
  }

  static List<HRegionLocation> cutAt(Party party, String... boundaries) {
    return cutAt(party, List.of(boundaries).stream().map(Bytes::toBytes).toList());
  }

  /** The region that holds a row; null if none does. */
  static HRegionLocation holding(byte[] row, List<HRegionLocation> regions) {
    return regions.stream()
        .filter(location -> location.getRegion().containsRow(row))
        .findFirst()
        .orElse(null);
  }

  static RegionInfo region(byte[] start, byte[] stop, int replica) {
    return RegionInfoBuilder.newBuilder(Schemas.TABLE)
        .setStartKey(start)
        .setEndKey(stop)
        .setReplicaId(replica)
        .build();
  }

  static ServerName server(Party party, int number) {
    return ServerName.valueOf("cloud" + party.index() + "-" + number, 16020, 1);
  }

  /** Short rows over few bytes, so that many coincide or continue each other. */
  static byte[] randomRow(Random random) {
    byte[] row = new byte[1 + random.nextInt(3)];
    for (int i = 0; i < row.length; i++) {
      row[i] = (byte) (random.nextInt(4) * 0x55);
    }
    return row;
  }

  static List<byte[]> randomRows(Random random, int most) {
    List<byte[]> rows = new ArrayList<>();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      rows.add(randomRow(random));
    }
    return rows;
  }
}
