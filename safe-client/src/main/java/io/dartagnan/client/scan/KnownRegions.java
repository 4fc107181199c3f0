package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Directory of one table's regions that remembers what it was told, so that a look-up of a known
 * region takes no thread. HBase's connections remember regions too, but may ask the cloud where
 * they do not, and cannot say whether they would.
 *
 * <p>Whatever is remembered may be wrong: a session over it fails, and the region is asked for
 * anew. For many threads.
 */
public final class KnownRegions implements RegionDirectory {
  private final RegionDirectory clouds;
  private final List<NavigableMap<byte[], HRegionLocation>> byStart =
      Stream.generate(KnownRegions::none).limit(Party.ALL.size()).toList();

  /** Nothing is known yet of the regions of a directory. */
  public KnownRegions(RegionDirectory clouds) {
    this.clouds = clouds;
  }

  private static NavigableMap<byte[], HRegionLocation> none() {
    return new ConcurrentSkipListMap<>(Bytes.BYTES_COMPARATOR);
  }

  @Override
  public Optional<HRegionLocation> known(Party party, byte[] row) {
    Map.Entry<byte[], HRegionLocation> before = byStart.get(party.index()).floorEntry(row);
    return before != null && before.getValue().getRegion().containsRow(row)
        ? Optional.of(before.getValue())
        : Optional.empty();
  }

  @Override
  public HRegionLocation region(Party party, byte[] row, boolean anew) throws IOException {
    Optional<HRegionLocation> known = anew ? Optional.empty() : known(party, row);
    if (known.isPresent()) {
      return known.get();
    }
    HRegionLocation location = clouds.region(party, row, anew);
    if (location != null && location.getServerName() != null) {
      remember(byStart.get(party.index()), location);
    }
    return location;
  }

  /** Forgets the regions that this one was merged from. */
  private static void remember(
      NavigableMap<byte[], HRegionLocation> regions, HRegionLocation location) {
    byte[] start = location.getRegion().getStartKey();
    byte[] end = location.getRegion().getEndKey();
    (end.length == 0 ? regions.tailMap(start, false) : regions.subMap(start, false, end, false))
        .clear();
    regions.put(start, location);
  }
}
