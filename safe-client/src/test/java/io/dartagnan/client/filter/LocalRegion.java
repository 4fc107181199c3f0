package io.dartagnan.client.filter;

import io.dartagnan.client.filter.random.RandomTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.MemStoreLAB;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.ScannerContext;
import org.apache.hadoop.hbase.regionserver.ScannerContext.LimitScope;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WALFactory;

/** HBase's own region with the contents of a random table, in a local folder. */
final class LocalRegion implements AutoCloseable {

  /** Place of the contents between memory and files. */
  enum Layout {
    MEMORY(0, 1 << 16, BloomType.ROW, DataBlockEncoding.NONE),
    ONE_FILE(1, 1 << 16, BloomType.ROW, DataBlockEncoding.NONE),
    FILES_AND_MEMORY(3, 1 << 16, BloomType.ROW, DataBlockEncoding.NONE),
    MANY_BLOCKS(2, 64, BloomType.ROWCOL, DataBlockEncoding.NONE),
    ENCODED(2, 256, BloomType.NONE, DataBlockEncoding.FAST_DIFF);

    private final int files;
    private final int blockSize;
    private final BloomType bloom;
    private final DataBlockEncoding encoding;

    Layout(int files, int blockSize, BloomType bloom, DataBlockEncoding encoding) {
      this.files = files;
      this.blockSize = blockSize;
      this.bloom = bloom;
      this.encoding = encoding;
    }

    private boolean hasMemory() {
      return this == MEMORY || this == FILES_AND_MEMORY;
    }
  }

  private final Layout layout;
  private final WALFactory log;
  private final HRegion region;

  private LocalRegion(Layout layout, WALFactory log, HRegion region) {
    this.layout = layout;
    this.log = log;
    this.region = region;
  }

  static LocalRegion load(RandomTable table, Layout layout, java.nio.file.Path folder)
      throws IOException {
    Configuration conf = HBaseConfiguration.create();
    Path root = new Path(folder.toUri());
    conf.set(HConstants.HBASE_DIR, root.toString());
    conf.set(WALFactory.WAL_PROVIDER, "filesystem");
    conf.setClass("fs.file.impl", PlainLocalFiles.class, FileSystem.class);
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    // Its chunks are handed out by the RegionServer, which is not here.
    conf.setBoolean(MemStoreLAB.USEMSLAB_KEY, false);
    TableName name = TableName.valueOf("random");
    RegionInfo info = RegionInfoBuilder.newBuilder(name).build();
    WALFactory log = new WALFactory(conf, "local");
    TableDescriptor descriptor = descriptor(name, table, layout);
    HRegion region = HRegion.createHRegion(info, root, conf, descriptor, log.getWAL(info));
    LocalRegion local = new LocalRegion(layout, log, region);
    try {
      local.write(table);
      return local;
    } catch (IOException | RuntimeException e) {
      local.close();
      throw e;
    }
  }

  private static TableDescriptor descriptor(TableName name, RandomTable table, Layout layout) {
    TableDescriptorBuilder builder =
        TableDescriptorBuilder.newBuilder(name).setDurability(Durability.SKIP_WAL);
    table
        .versions()
        .forEach(
            (family, versions) ->
                builder.setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(family))
                        .setMaxVersions(versions)
                        .setBlocksize(layout.blockSize)
                        .setBloomFilterType(layout.bloom)
                        .setDataBlockEncoding(layout.encoding)
                        .build()));
    return builder.build();
  }

  private void write(RandomTable table) throws IOException {
    List<List<Put>> portions = table.portions(layout.files + (layout.hasMemory() ? 1 : 0));
    for (int i = 0; i < portions.size(); i++) {
      region.batchMutate(portions.get(i).toArray(new Mutation[0]));
      if (i < layout.files) {
        region.flush(true);
      }
    }
  }

  HRegion region() {
    return region;
  }

  Layout layout() {
    return layout;
  }

  /**
   * The answers to a scan in chunks of its limits, up to its limit of rows, as a RegionServer
   * collects them; up to a failure, if there is one.
   */
  Answers scan(Scan scan, int limit) {
    List<Result> results = new ArrayList<>();
    if (scan.getLoadColumnFamiliesOnDemandValue() == null) {
      // As RSRpcServices does.
      scan.setLoadColumnFamiliesOnDemand(region.isLoadingCfsOnDemandDefault());
    }
    int rows = 0;
    try (RegionScanner scanner = region.getScanner(scan)) {
      boolean more = true;
      while (more && (rows != limit || isCut(scan))) {
        List<Cell> cells = new ArrayList<>();
        more = scanner.nextRaw(cells, limits(scan));
        if (cells.isEmpty()) {
          continue;
        }
        if (startsRow(cells, results) && rows++ == limit) {
          break;
        }
        results.add(Result.create(cells, null, false, isCut(scan)));
      }
      return new Answers(results, null);
    } catch (IOException | RuntimeException e) {
      // Whether all batches of the last row are there is seen when a row behind the limit is read.
      return new Answers(results, rows == limit ? null : e);
    }
  }

  private static boolean isCut(Scan scan) {
    return scan.getBatch() > 0 || scan.getAllowPartialResults();
  }

  /** Limits as of an RPC, but for each chunk, and of a size in bytes that are sent alone. */
  private static ScannerContext limits(Scan scan) {
    long bytes = scan.getAllowPartialResults() ? scan.getMaxResultSize() : Long.MAX_VALUE;
    return ScannerContext.newBuilder()
        .setBatchLimit(scan.getBatch())
        .setSizeLimit(LimitScope.BETWEEN_CELLS, bytes, Long.MAX_VALUE, Long.MAX_VALUE)
        .build();
  }

  private static boolean startsRow(List<Cell> cells, List<Result> results) {
    return results.isEmpty()
        || !CellUtil.matchingRows(results.get(results.size() - 1).rawCells()[0], cells.get(0));
  }

  @Override
  public void close() throws IOException {
    region.close();
    log.close();
  }
}
