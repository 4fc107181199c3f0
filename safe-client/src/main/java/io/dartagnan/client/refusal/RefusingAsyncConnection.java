package io.dartagnan.client.refusal;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdminBuilder;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.ScanResultConsumer;
import org.apache.hadoop.hbase.security.User;

/** An asynchronous connection that cannot be made: see {@link AsyncRefusal}. */
public final class RefusingAsyncConnection implements AsyncConnection {

  /** The constructor that {@code ConnectionFactory} calls; it always throws. */
  public RefusingAsyncConnection(
      Configuration conf,
      ConnectionRegistry registry,
      String clusterId,
      User user,
      Map<String, byte[]> attributes) {
    throw AsyncRefusal.refused();
  }

  @Override
  public Configuration getConfiguration() {
    throw AsyncRefusal.refused();
  }

  @Override
  public AsyncTableRegionLocator getRegionLocator(TableName table) {
    throw AsyncRefusal.refused();
  }

  @Override
  public void clearRegionLocationCache() {
    throw AsyncRefusal.refused();
  }

  @Override
  public AsyncTableBuilder<AdvancedScanResultConsumer> getTableBuilder(TableName table) {
    throw AsyncRefusal.refused();
  }

  @Override
  public AsyncTableBuilder<ScanResultConsumer> getTableBuilder(
      TableName table, ExecutorService pool) {
    throw AsyncRefusal.refused();
  }

  @Override
  public AsyncAdminBuilder getAdminBuilder() {
    throw AsyncRefusal.refused();
  }

  @Override
  public AsyncAdminBuilder getAdminBuilder(ExecutorService pool) {
    throw AsyncRefusal.refused();
  }

  @Override
  public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(TableName table) {
    throw AsyncRefusal.refused();
  }

  @Override
  public AsyncBufferedMutatorBuilder getBufferedMutatorBuilder(
      TableName table, ExecutorService pool) {
    throw AsyncRefusal.refused();
  }

  @Override
  public boolean isClosed() {
    throw AsyncRefusal.refused();
  }

  @Override
  public CompletableFuture<Hbck> getHbck() {
    throw AsyncRefusal.refused();
  }

  @Override
  public Hbck getHbck(ServerName master) {
    throw AsyncRefusal.refused();
  }

  @Override
  public void close() {
    throw AsyncRefusal.refused();
  }
}
