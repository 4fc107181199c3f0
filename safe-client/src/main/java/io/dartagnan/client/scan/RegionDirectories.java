package io.dartagnan.client.scan;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/** Directories of the regions of each table that one connection's filters ask about. */
public final class RegionDirectories {
  private final List<Connection> clouds;
  private final Map<TableName, RegionDirectory> known = new ConcurrentHashMap<>();

  /**
   * Directories that know nothing yet.
   *
   * @param clouds connections to cloud 0, 1 and 2
   */
  public RegionDirectories(List<Connection> clouds) {
    this.clouds = clouds;
  }

  /** The directory of one table. */
  public RegionDirectory of(TableName table) {
    return known.computeIfAbsent(table, name -> new KnownRegions(new CloudRegions(clouds, name)));
  }

  /** Forgets all that was known. */
  public void clear() {
    known.clear();
  }
}
