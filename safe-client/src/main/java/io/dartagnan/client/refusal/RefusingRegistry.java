package io.dartagnan.client.refusal;

import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.security.User;

/** A registry of no cluster, which fails every question: see {@link AsyncRefusal}. */
public final class RefusingRegistry implements ConnectionRegistry {

  /** The constructor that {@code ConnectionFactory} calls. */
  public RefusingRegistry(Configuration conf, User user) {}

  @Override
  public CompletableFuture<RegionLocations> getMetaRegionLocations() {
    return CompletableFuture.failedFuture(AsyncRefusal.refused());
  }

  @Override
  public CompletableFuture<String> getClusterId() {
    return CompletableFuture.failedFuture(AsyncRefusal.refused());
  }

  @Override
  public CompletableFuture<ServerName> getActiveMaster() {
    return CompletableFuture.failedFuture(AsyncRefusal.refused());
  }

  @Override
  public String getConnectionString() {
    return "";
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
