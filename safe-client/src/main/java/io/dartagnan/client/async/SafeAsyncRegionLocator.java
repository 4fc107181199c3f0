package io.dartagnan.client.async;

import io.dartagnan.client.rpc.IOFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.RegionLocator;

/**
 * The regions of a table as the connection's {@link RegionLocator} has them: those of cloud 0, and
 * so are their servers.
 */
final class SafeAsyncRegionLocator implements AsyncTableRegionLocator {

  private final AsyncParts parts;
  private final TableName name;

  SafeAsyncRegionLocator(AsyncParts parts, TableName name) {
    this.parts = parts;
    this.name = name;
  }

  private <T> CompletableFuture<T> ask(IOFunction<RegionLocator, T> question) {
    return parts.call(
        connection -> {
          try (RegionLocator locator = connection.getRegionLocator(name)) {
            return question.apply(locator);
          }
        });
  }

  @Override
  public TableName getName() {
    return name;
  }

  @Override
  public CompletableFuture<HRegionLocation> getRegionLocation(
      byte[] row, int replicaId, boolean reload) {
    return ask(locator -> locator.getRegionLocation(row, replicaId, reload));
  }

  @Override
  public CompletableFuture<List<HRegionLocation>> getRegionLocations(byte[] row, boolean reload) {
    return ask(locator -> locator.getRegionLocations(row, reload));
  }

  @Override
  public CompletableFuture<List<HRegionLocation>> getAllRegionLocations() {
    return ask(RegionLocator::getAllRegionLocations);
  }

  /** {@inheritDoc} Forgets what this client keeps; no cloud is asked. */
  @Override
  public void clearRegionLocationCache() {
    try (RegionLocator locator = parts.connection().getRegionLocator(name)) {
      locator.clearRegionLocationCache();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
