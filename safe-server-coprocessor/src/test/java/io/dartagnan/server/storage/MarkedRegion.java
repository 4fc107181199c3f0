package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.sharing.Shares;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.ShareBytes;
import io.dartagnan.schema.ShareCell;
import io.dartagnan.schema.SharedProtection;
import io.dartagnan.server.write.WriteObserver.RowChanges;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MemStoreLAB;
import org.apache.hadoop.hbase.regionserver.MiniBatchOperationInProgress;
import org.apache.hadoop.hbase.regionserver.RegionCoprocessorHost;
import org.apache.hadoop.hbase.regionserver.throttle.CompactionThroughputControllerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALFactory;

/** HBase's own region of two families, whose writes tell {@link RowChanges} of their rows. */
final class MarkedRegion implements AutoCloseable {
  static final byte[] ONE = {'f'};
  static final byte[] OTHER = {'g'};
  static final byte[] PLAIN = Bytes.toBytes("p");

  private static final SharedProtection PROTECTION =
      (SharedProtection) Protection.parse("additive int64");

  private final WALFactory log;
  private final HRegion region;
  private final Hooks hooks;

  /** Tells of the writes. */
  public static final class Hooks implements RegionCoprocessor, RegionObserver {
    private volatile RowChanges changes = RowChanges.UNHEARD;

    /** HBase makes it. */
    public Hooks() {}

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(this);
    }

    @Override
    public void preBatchMutate(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> batch) {
      changes.begin(batch);
    }

    @Override
    public void postBatchMutateIndispensably(
        ObserverContext<RegionCoprocessorEnvironment> context,
        MiniBatchOperationInProgress<Mutation> batch,
        boolean success) {
      changes.end(success);
    }
  }

  /**
   * An empty region.
   *
   * @param ttlSeconds of the second family
   */
  MarkedRegion(java.nio.file.Path folder, int ttlSeconds) throws IOException {
    TableName table = TableName.valueOf("marked");
    RegionInfo info = RegionInfoBuilder.newBuilder(table).build();
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(ONE)
                    .setMaxVersions(3)
                    .setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1)
                    .build())
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(OTHER).setTimeToLive(ttlSeconds).build())
            .build();
    Configuration conf = HBaseConfiguration.create();
    Path root = new Path(folder.toUri());
    conf.set(HConstants.HBASE_DIR, root.toString());
    conf.set(WALFactory.WAL_PROVIDER, "filesystem");
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    // Its chunks are handed out by the RegionServer, which is not here.
    conf.setBoolean(MemStoreLAB.USEMSLAB_KEY, false);
    // Its own needs timers of the server.
    conf.set(
        CompactionThroughputControllerFactory.HBASE_THROUGHPUT_CONTROLLER_KEY,
        NoLimitThroughputController.class.getName());
    log = new WALFactory(conf, "marked");
    region = HRegion.createHRegion(info, root, conf, descriptor, log.getWAL(info));
    conf.set(CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY, Hooks.class.getName());
    RegionCoprocessorHost host = new RegionCoprocessorHost(region, null, conf);
    region.setCoprocessorHost(host);
    hooks = host.findCoprocessor(Hooks.class);
  }

  MarkedRegion(java.nio.file.Path folder) throws IOException {
    this(folder, HConstants.FOREVER);
  }

  /** Has the region's writes told to somebody. */
  void tell(RowChanges changes) {
    hooks.changes = changes;
  }

  HRegion region() {
    return region;
  }

  /** A protected column. */
  static QueryColumn column(byte[] family, String qualifier) {
    return new QueryColumn(family, Bytes.toBytes(qualifier), PROTECTION);
  }

  /** The key of a row. */
  static byte[] key(int row) {
    return Bytes.toBytes(String.format(Locale.ROOT, "row-%06d", row));
  }

  /** A share of party 0. */
  static byte[] share(long writeId, long share) {
    Shares shares = ShareBytes.zeros(Party.P0, PROTECTION, 1);
    Arrays.fill(shares.own(), share);
    return ShareCell.encode(PROTECTION, writeId, shares, 0);
  }

  @Override
  public void close() throws IOException {
    region.close();
    log.close();
  }
}
