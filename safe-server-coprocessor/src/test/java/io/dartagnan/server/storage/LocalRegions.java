package io.dartagnan.server.storage;

import io.dartagnan.mpc.Party;
import io.dartagnan.server.query.DealtTable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MemStoreLAB;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALFactory;

/** HBase's own regions, one for each party, with their logs and files in a local folder. */
final class LocalRegions implements AutoCloseable {
  private static final int BATCH_ROWS = 5000;

  private final Map<Party, HRegion> regions = new EnumMap<>(Party.class);
  private final Map<Party, WALFactory> logs = new EnumMap<>(Party.class);

  /** Regions with the rows of a table, flushed to files. */
  static LocalRegions load(DealtCells table, java.nio.file.Path folder) throws IOException {
    return load(table, folder, conf -> {});
  }

  /** The same with settings of HBase's. */
  static LocalRegions load(
      DealtCells table, java.nio.file.Path folder, Consumer<Configuration> settings)
      throws IOException {
    LocalRegions three = new LocalRegions();
    try {
      for (Party party : Party.ALL) {
        three.open(party, new Path(folder.resolve("cloud-" + party.index()).toUri()), settings);
        load(three.region(party), table, party);
      }
      return three;
    } catch (IOException | RuntimeException e) {
      three.close();
      throw e;
    }
  }

  private void open(Party party, Path root, Consumer<Configuration> settings) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    settings.accept(conf);
    conf.set(HConstants.HBASE_DIR, root.toString());
    conf.set(WALFactory.WAL_PROVIDER, "filesystem");
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    // Its chunks are handed out by the RegionServer, which is not here.
    conf.setBoolean(MemStoreLAB.USEMSLAB_KEY, false);
    TableName name = TableName.valueOf("dealt");
    RegionInfo info = RegionInfoBuilder.newBuilder(name).build();
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(DealtTable.FAMILY)
                    .setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1)
                    .build())
            .build();
    WALFactory log = new WALFactory(conf, "cloud-" + party.index());
    logs.put(party, log);
    regions.put(party, HRegion.createHRegion(info, root, conf, descriptor, log.getWAL(info)));
  }

  private static void load(HRegion region, DealtCells table, Party party) throws IOException {
    for (int from = 0; from < table.rows(); from += BATCH_ROWS) {
      Mutation[] batch = new Mutation[Math.min(BATCH_ROWS, table.rows() - from)];
      for (int i = 0; i < batch.length; i++) {
        Put put = new Put(Bytes.toBytes(DealtTable.key(from + i)));
        for (Cell cell : table.of(party, from + i)) {
          put.add(cell);
        }
        batch[i] = put;
      }
      region.batchMutate(batch);
    }
    region.flush(true);
  }

  HRegion region(Party party) {
    return regions.get(party);
  }

  @Override
  public void close() throws IOException {
    for (HRegion region : regions.values()) {
      region.close();
    }
    for (WALFactory log : logs.values()) {
      log.close();
    }
  }
}
