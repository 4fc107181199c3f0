package io.dartagnan.client.rowkeys;

import io.dartagnan.client.rpc.RowKeys;
import io.dartagnan.client.rpc.TableCatalogue;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * Locator of a table's regions by the application's row keys. Where regions begin and end is shown
 * as the clouds have it.
 */
public final class SealedRegionLocator implements RegionLocator {
  private final RegionLocator stored;
  private final TableCatalogue catalogue;

  /** A locator over that of a cloud, which is closed with it. */
  public SealedRegionLocator(RegionLocator stored, TableCatalogue catalogue) {
    this.stored = stored;
    this.catalogue = catalogue;
  }

  private byte[] stored(byte[] row) throws IOException {
    if (getName().isSystemTable()) {
      return row;
    }
    RowKeys keys;
    try {
      keys = catalogue.forReading(getName()).rowKeys();
    } catch (IllegalArgumentException e) {
      // It declares no protection, so that nobody reads or writes it.
      return row;
    }
    return StoredRanges.bound(row, keys);
  }

  @Override
  public HRegionLocation getRegionLocation(byte[] row, int replicaId, boolean reload)
      throws IOException {
    return stored.getRegionLocation(stored(row), replicaId, reload);
  }

  @Override
  public List<HRegionLocation> getRegionLocations(byte[] row, boolean reload) throws IOException {
    return stored.getRegionLocations(stored(row), reload);
  }

  @Override
  public List<HRegionLocation> getAllRegionLocations() throws IOException {
    return stored.getAllRegionLocations();
  }

  @Override
  public TableName getName() {
    return stored.getName();
  }

  @Override
  public void clearRegionLocationCache() {
    stored.clearRegionLocationCache();
  }

  @Override
  public void close() throws IOException {
    stored.close();
  }
}
