package io.dartagnan.server.write;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerDescriptor;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.server.write.WriteObserver.RowChanges;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.coprocessor.CoprocessorHost;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.io.Reference;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.MemStoreLAB;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.throttle.CompactionThroughputControllerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.apache.hadoop.hbase.wal.WALSplitter;

/**
 * HBase's own region of a protected table with the hooks under test, its log and its files in a
 * local folder, on a server that is only a name.
 */
final class GuardedRegion implements AutoCloseable {
  static final byte[] FAMILY = {'f'};
  static final byte[] COLUMN = {'c'};

  private static final Map<ServerName, ServerWrites> SERVERS = new ConcurrentHashMap<>();
  private static final AtomicInteger PORT = new AtomicInteger(1);

  private final ServerName name = ServerName.valueOf("rs", PORT.getAndIncrement(), 1);
  private RegionInfo info;
  private TableDescriptor descriptor;
  private final Configuration conf = HBaseConfiguration.create();
  private final Path root;
  private final AtomicInteger syncs = new AtomicInteger();
  private WALFactory log;
  private HRegion region;

  /** Makes the hooks of a region. */
  public static final class Hooks implements RegionCoprocessor {
    private WriteObserver observer;

    /** HBase makes it. */
    public Hooks() {}

    @Override
    @SuppressWarnings("rawtypes") // as HBase declares it
    public void start(CoprocessorEnvironment environment) {
      RegionCoprocessorEnvironment env = (RegionCoprocessorEnvironment) environment;
      observer =
          new WriteObserver(
              env.getRegion(),
              env.getConfiguration(),
              RegionSchema.of(env.getRegion().getTableDescriptor()),
              () -> SERVERS.get(env.getServerName()),
              RowChanges.UNHEARD);
    }

    @Override
    public Optional<RegionObserver> getRegionObserver() {
      return Optional.of(observer);
    }
  }

  /** A new region of a table with one family, of as many declared versions. */
  GuardedRegion(java.nio.file.Path folder, int versions) throws IOException {
    TableName table = TableName.valueOf("guarded");
    info = RegionInfoBuilder.newBuilder(table).build();
    descriptor =
        InnerDescriptor.of(
            TableSchema.declareRest(
                    TableDescriptorBuilder.newBuilder(table)
                        .setColumnFamily(
                            ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                                .setMaxVersions(versions)
                                .build()),
                    Protection.PLAIN)
                .build());
    root = new Path(folder.resolve("region-" + name.getPort()).toUri());
    conf.set(HConstants.HBASE_DIR, root.toString());
    conf.set(WALFactory.WAL_PROVIDER, "filesystem");
    conf.setBoolean("hbase.unsafe.stream.capability.enforce", false);
    // Its chunks are handed out by the RegionServer, which is not here.
    conf.setBoolean(MemStoreLAB.USEMSLAB_KEY, false);
    // Its own needs timers of the server.
    conf.set(
        CompactionThroughputControllerFactory.HBASE_THROUGHPUT_CONTROLLER_KEY,
        NoLimitThroughputController.class.getName());
    conf.set(CoprocessorHost.USER_REGION_COPROCESSOR_CONF_KEY, Hooks.class.getName());
    startServer(true);
    log = new WALFactory(conf, name.toString());
    region = HRegion.createHRegion(info, root, conf, descriptor, wal(), true, services());
    region.close();
    open();
  }

  private void open() throws IOException {
    region = HRegion.openHRegion(root, info, descriptor, wal(), conf, services(), null);
  }

  /** The log, which counts how often a writer waited until what it appended was there. */
  private WAL wal() throws IOException {
    WAL wal = log.getWAL(info);
    return (WAL)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {WAL.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("sync")) {
                syncs.incrementAndGet();
              }
              try {
                return method.invoke(wal, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** A server of which nothing but its name and file system is asked. */
  private RegionServerServices services() {
    return (RegionServerServices)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {RegionServerServices.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getServerName" -> name;
                  case "getFileSystem" -> FileSystem.get(root.toUri(), conf);
                  case "getConfiguration" -> conf;
                  case "getBlockCache", "getMobFileCache" -> Optional.empty();
                  case "isAborted", "isStopped", "isStopping", "reportFileArchivalForQuotas" ->
                      false;
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  default -> null;
                });
  }

  /** Starts the server anew: it knows nothing. */
  private void startServer(boolean removesLeftovers) {
    SERVERS.put(
        name,
        new ServerWrites(
            Party.P0,
            ServerWrites.DEFAULT_LEFTOVER_AGE_MS,
            removesLeftovers,
            ServerWrites.DEFAULT_MARKERS_KEPT_MS));
  }

  /** Has the server let nothing be removed that failed writes left. */
  void keepLeftovers() {
    startServer(false);
  }

  HRegion region() {
    return region;
  }

  ServerWrites server() {
    return SERVERS.get(name);
  }

  /** How often a writer waited for the log. */
  int syncs() {
    return syncs.get();
  }

  TableDescriptor descriptor() {
    return descriptor;
  }

  TableSchema tableSchema() {
    return TableSchema.of(descriptor);
  }

  long schema() {
    return tableSchema().digest();
  }

  /** Changes the table's descriptor for when the region opens the next time. */
  void alter(UnaryOperator<TableDescriptorBuilder> change) {
    descriptor = change.apply(TableDescriptorBuilder.newBuilder(descriptor)).build();
  }

  /** Closes the region as a server does that gives it to another one, and opens it there. */
  void move() throws IOException {
    region.close();
    openAnew();
  }

  /** The same, without the file that was made last. */
  void moveWithoutNewestFile() throws IOException {
    Path newest =
        region.getStore(FAMILY).getStorefiles().stream()
            .max(Comparator.comparingLong(file -> file.getMaxSequenceId()))
            .orElseThrow()
            .getPath();
    region.close();
    files().delete(newest, false);
    openAnew();
  }

  /** The same, with the end of the file cut off that says of what times it lacks something. */
  void cutGapsShort() throws IOException {
    region.close();
    Path gaps = new Path(region.getRegionFileSystem().getRegionDir(), RegionGaps.FILE);
    byte[] text;
    try (var in = files().open(gaps)) {
      text = in.readAllBytes();
    }
    try (var out = files().create(gaps, true)) {
      out.write(text, 0, text.length - 5);
    }
    openAnew();
  }

  /** Closes the region, and opens the upper half of what it was with references to its files. */
  void split(String at) throws IOException {
    List<Path> halves =
        region.getStore(FAMILY).getStorefiles().stream().map(StoreFile::getPath).toList();
    region.close();
    RegionInfo parent = info;
    info =
        RegionInfoBuilder.newBuilder(parent.getTable())
            .setStartKey(Bytes.toBytes(at))
            .setRegionId(parent.getRegionId() + 1)
            .build();
    HRegionFileSystem.createRegionOnFileSystem(
        conf, files(), region.getRegionFileSystem().getTableDir(), info);
    for (Path file : halves) {
      Reference.createTopReference(Bytes.toBytes(at))
          .write(
              files(),
              new Path(
                  new Path(
                      region.getRegionFileSystem().getTableDir(),
                      info.getEncodedName() + "/" + Bytes.toString(FAMILY)),
                  file.getName() + "." + parent.getEncodedName()));
    }
    openAnew();
  }

  private FileSystem files() throws IOException {
    return FileSystem.get(root.toUri(), conf);
  }

  private void openAnew() throws IOException {
    startServer(true);
    open();
  }

  /** Has the server die, and another one open the region from the log. */
  void crash() throws IOException {
    crash(false);
  }

  /** Has the server die and its log vanish, and another one open the region. */
  void crashWithoutLog() throws IOException {
    crash(true);
  }

  private void crash(boolean withoutLog) throws IOException {
    region.close(true);
    log.shutdown();
    Path logs = new Path(root, "WALs/" + name);
    if (withoutLog) {
      for (FileStatus file : logs.getFileSystem(conf).listStatus(logs)) {
        logs.getFileSystem(conf).delete(file.getPath(), true);
      }
    }
    startServer(true);
    log = new WALFactory(conf, name + "-again");
    WALSplitter.split(root, logs, new Path(root, "oldWALs"), files(), conf, log);
    open();
  }

  void flush() throws IOException {
    region.flush(true);
  }

  void flushAndCompact() throws IOException {
    flush();
    region.compact(true);
  }

  /** Values of all versions of the column that a raw scan returns, newest first, and no markers. */
  List<String> versions(String row) throws IOException {
    return raw(row).stream()
        .filter(CellUtil::isPut)
        .map(cell -> Bytes.toString(CellUtil.cloneValue(cell)))
        .toList();
  }

  /** All cells of a row, markers too. */
  List<Cell> raw(String row) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes(row))
            .withStopRow(Bytes.toBytes(row), true)
            .setRaw(true)
            .readAllVersions();
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      boolean more = true;
      while (more) {
        List<Cell> some = new ArrayList<>();
        more = scanner.next(some);
        cells.addAll(some);
      }
    }
    return cells;
  }

  /** What a get of the column returns; null for nothing. */
  String get(String row) throws IOException {
    return Bytes.toString(region.get(new Get(Bytes.toBytes(row))).getValue(FAMILY, COLUMN));
  }

  @Override
  public void close() throws IOException {
    region.close();
    log.close();
    SERVERS.remove(name);
  }
}
