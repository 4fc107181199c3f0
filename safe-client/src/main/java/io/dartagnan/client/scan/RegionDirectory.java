package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.util.Bytes;

/** A directory of a table's regions on each cloud. */
public interface RegionDirectory {

  /**
   * Returns the region that holds a row on a party's cloud, and the server that has it.
   *
   * @param anew whether to ask the cloud, since what is remembered has turned out to be wrong
   */
  HRegionLocation region(Party party, byte[] row, boolean anew) throws IOException;

  /** Returns the same as far as it is known without asking; it may be wrong. Does not wait. */
  default Optional<HRegionLocation> known(Party party, byte[] row) {
    return Optional.empty();
  }

  /**
   * Returns the directory that the clouds' catalogues are. HBase's connections remember the regions
   * that were asked for.
   *
   * @param clouds connections to cloud 0, 1 and 2
   */
  static RegionDirectory of(List<Connection> clouds, TableName table) {
    return (party, row, anew) -> {
      try (RegionLocator locator = clouds.get(party.index()).getRegionLocator(table)) {
        // Asked anew, it refreshes the memory that scans look in.
        return locator.getRegionLocation(row, anew);
      }
    };
  }

  /** Directories of the regions of each table that one connection's filters ask about. */
  final class ByTable {
    private final List<Connection> clouds;
    private final Map<TableName, RegionDirectory> known = new ConcurrentHashMap<>();

    /**
     * Creates directories that know nothing yet.
     *
     * @param clouds connections to cloud 0, 1 and 2
     */
    public ByTable(List<Connection> clouds) {
      this.clouds = clouds;
    }

    /** Returns the directory of one table. */
    public RegionDirectory of(TableName table) {
      return known.computeIfAbsent(table, name -> new Remembered(RegionDirectory.of(clouds, name)));
    }

    /** Forgets all that was known. */
    public void clear() {
      known.clear();
    }
  }

  /**
   * A directory that remembers what it was told, so that a look-up of a known region takes no
   * thread. HBase's connections remember regions too, but may ask the cloud where they do not, and
   * cannot say whether they would.
   *
   * <p>Whatever is remembered may be wrong: a session over it fails, and the region is asked for
   * anew. For many threads.
   */
  final class Remembered implements RegionDirectory {
    private final RegionDirectory clouds;
    private final List<NavigableMap<byte[], HRegionLocation>> byStart =
        Stream.generate(Remembered::none).limit(Party.ALL.size()).toList();

    /** Creates one that knows nothing yet of the regions of a directory. */
    Remembered(RegionDirectory clouds) {
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
}
