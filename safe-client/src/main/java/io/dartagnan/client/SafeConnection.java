package io.dartagnan.client;

import io.dartagnan.client.admin.SafeAdmin;
import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ConnectionSettings;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.maintenance.OrphanCleaner;
import io.dartagnan.client.maintenance.OrphanVersions;
import io.dartagnan.client.maintenance.RowRepairs;
import io.dartagnan.client.rpc.CloudCall;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.CloudTables.IncompleteVersions;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.client.rpc.ConnectionBeans;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.client.rpc.IOSupplier;
import io.dartagnan.client.rpc.PassedTables;
import io.dartagnan.client.rpc.QuorumReader;
import io.dartagnan.client.rpc.SingleAttempts;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.rpc.TableDescriptors;
import io.dartagnan.client.rpc.Unsupported;
import io.dartagnan.client.scan.GroupedRows;
import io.dartagnan.client.scan.QuestionGroup;
import io.dartagnan.client.scan.RegionDirectory;
import io.dartagnan.client.settlement.ClientWrites;
import io.dartagnan.client.settlement.SettlementNotifier;
import io.dartagnan.client.settlement.WriteClock;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.client.table.ConnectionParts;
import io.dartagnan.client.table.LocalFilterRule;
import io.dartagnan.client.table.PartsOwner;
import io.dartagnan.client.table.SafeBufferedMutator;
import io.dartagnan.client.table.SafeTable;
import io.dartagnan.client.table.SafeTableBuilder;
import io.dartagnan.client.write.TornWrites;
import io.dartagnan.client.write.WriteSplitter;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.SystemRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Hbck;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.security.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HBase's {@code Connection} as one logical HBase over three clouds, or over one cluster whose
 * values the client encrypts: the drop-in.
 *
 * <p>An application sets {@code hbase.client.connection.impl} to this class's name, says where the
 * three clouds are (see {@link ClientKeys}), and goes on using {@code ConnectionFactory} and
 * HBase's interfaces. What three clouds cannot do throws {@code UnsupportedOperationException}
 * before anything is sent. It is thread-safe and heavy, as HBase's own: make one and close it.
 */
public final class SafeConnection implements Connection, PartsOwner {
  private static final Logger LOG = LoggerFactory.getLogger(SafeConnection.class);

  /** Busy clouds take half a minute to open a hundred regions by another descriptor. */
  private static final long CHANGES_WITHIN_MS = 60_000;

  private final Configuration conf;
  private final long deadlineMs;
  private final List<Connection> clouds;
  private final RegionDirectory.ByTable regions;
  private final FanOut fanOut;
  private final QuestionGroup.Groups<GroupedRows.Answer> filters = new QuestionGroup.Groups<>();
  private final QuestionGroup.Groups<IOSupplier<Long>> counts = new QuestionGroup.Groups<>();
  private final SingleAttempts attempts;
  private final ExecutorService scanTurns;
  private final TableCatalogue catalogue;
  private final SettlementNotifier settlements;
  private final TornWrites torn;
  private final OrphanVersions orphans;
  private final RowRepairs repairs = new RowRepairs(this);
  private final PassedTables passed;
  private final WriteSplitter splitter;
  private final LocalFilterRule localFilters;
  private final QuorumReader quorum;
  private final ConnectionBeans beans = new ConnectionBeans();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean aborted;

  /** The constructor that {@code ConnectionFactory} of HBase 2.6 calls. */
  public SafeConnection(
      Configuration conf, ExecutorService pool, User user, Map<String, byte[]> attributes)
      throws IOException {
    this(conf, new BareConnections(conf, pool, user, attributes));
  }

  /** The constructor that {@code ConnectionFactory} of HBase 2.4 and 2.5 calls. */
  public SafeConnection(Configuration conf, ExecutorService pool, User user) throws IOException {
    this(conf, pool, user, Map.of());
  }

  private SafeConnection(Configuration conf, BareConnections clouds) throws IOException {
    this(
        conf,
        clouds.settings(),
        clouds,
        clouds.askingOnce(),
        CloudThreads.create(clouds.settings().threads()));
  }

  /** Over any three connections and on any threads, which become this one's. */
  SafeConnection(
      Configuration conf,
      ConnectionSettings settings,
      CloudCall<Connection> connect,
      ExecutorService pool)
      throws IOException {
    this(conf, settings, connect, connect, pool);
  }

  private SafeConnection(
      Configuration conf,
      ConnectionSettings settings,
      CloudCall<Connection> connect,
      CloudCall<Connection> connectToAskOnce,
      ExecutorService pool)
      throws IOException {
    this.attempts = new SingleAttempts(() -> attempt(connectToAskOnce));
    this.conf = conf;
    this.deadlineMs = settings.operationDeadlineMs();
    this.fanOut = new FanOut(pool, settings.placement());
    this.scanTurns = CloudThreads.createForTurns(settings.threads());
    this.quorum = new QuorumReader(fanOut, settings.oneCloudDown());
    TableDescriptors descriptors = new TableDescriptors(this::cloud, fanOut, quorum, deadlineMs);
    this.localFilters = new LocalFilterRule(settings.localFilters());
    this.orphans =
        new OrphanVersions(
            new OrphanCleaner(this::cloud, fanOut, this::oneMayLie)::clean,
            WriteClock.PROCESS::now,
            settings.leftoversWaitMs());
    this.passed = new PassedTables(settings.schemas(), descriptors::of);
    Optional<KeyFile> keyFile;
    try {
      keyFile = KeyFile.of(conf);
      this.clouds = BareConnections.open(fanOut, deadlineMs, connect);
    } catch (IOException | RuntimeException e) {
      // ConnectionFactory calls this by reflection, and buries the reason three causes down.
      LOG.error("no connection to the three clouds: {}", e.getMessage());
      fanOut.close();
      scanTurns.shutdown();
      throw e;
    }
    this.regions = new RegionDirectory.ByTable(clouds);
    this.settlements = new SettlementNotifier(this::cloud, fanOut);
    this.torn = new TornWrites(name -> CloudTables.of(fanOut, clouds, name));
    ClientWrites writes = new ClientWrites(WriteLedger.PROCESS, fanOut::timesFull);
    this.splitter =
        new WriteSplitter(
            SystemRandom.get(), writes, settlements::written, torn, settings.maxCellBytes());
    this.catalogue =
        new TableCatalogue(
            descriptors::ofAll,
            descriptors::agreed,
            descriptors::agreedByMasters,
            settings.placement(),
            keyFile,
            Math.min(CHANGES_WITHIN_MS, deadlineMs));
    quorum.show(beans, catalogue::differing);
    beans.show("ClientWrites", writes);
  }

  @Override
  public ConnectionParts parts() {
    return new ConnectionParts(
        conf,
        clouds,
        regions,
        fanOut,
        scanTurns,
        filters,
        counts,
        catalogue,
        splitter,
        localFilters,
        quorum,
        attempts,
        WriteLedger.PROCESS::settlement);
  }

  private static Connection attempt(CloudCall<Connection> connect) throws IOException {
    try {
      return connect.on(Party.P0);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Connection cloud(Party party) {
    return clouds.get(party.index());
  }

  private boolean oneMayLie(TableName table) throws IOException {
    return catalogue.get(table).schema().withstandsLies();
  }

  @Override
  public Configuration getConfiguration() {
    return conf;
  }

  @Override
  public Table getTable(TableName name) throws IOException {
    Optional<Party> alone = passed.cloudOf(name);
    if (alone.isPresent()) {
      return cloud(alone.get()).getTable(name);
    }
    return new SafeTable(parts(), name, CloudTables.of(fanOut, clouds, name, incompleteVersions()));
  }

  @Override
  public Table getTable(TableName name, ExecutorService pool) throws IOException {
    return getTableBuilder(name, pool).build();
  }

  @Override
  public TableBuilder getTableBuilder(TableName name, ExecutorService pool) {
    Optional<Party> alone;
    try {
      alone = passed.cloudOf(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (alone.isPresent()) {
      return cloud(alone.get()).getTableBuilder(name, pool);
    }
    return new SafeTableBuilder(parts(), name, cloudTables(name, pool));
  }

  private IncompleteVersions incompleteVersions() {
    return new IncompleteVersions() {
      @Override
      public void met(TableName table, Result cells) {
        orphans.met(table, cells);
      }

      @Override
      public void lost(TableName table, byte[] row, Party cloud) {
        repairs.take(table, row, cloud);
      }
    };
  }

  private CloudTables.Builder cloudTables(TableName name, ExecutorService pool) {
    return new CloudTables.Builder(fanOut, clouds, name, pool, incompleteVersions());
  }

  @Override
  public Admin getAdmin() throws IOException {
    List<Admin> inner = new ArrayList<>(clouds.size());
    for (Connection cloud : clouds) {
      inner.add(cloud.getAdmin());
    }
    return SafeAdmin.over(this, inner, fanOut, catalogue, passed, settlements::tell);
  }

  @Override
  public BufferedMutator getBufferedMutator(TableName name) throws IOException {
    return getBufferedMutator(new BufferedMutatorParams(name));
  }

  @Override
  public BufferedMutator getBufferedMutator(BufferedMutatorParams params) throws IOException {
    Optional<Party> alone = passed.cloudOf(params.getTableName());
    if (alone.isPresent()) {
      return cloud(alone.get()).getBufferedMutator(params);
    }
    return new SafeBufferedMutator(
        parts(), params, cloudTables(params.getTableName(), params.getPool()));
  }

  /**
   * {@inheritDoc} They are those of cloud 0, and so are the servers: the three clusters cut a table
   * into different regions, and a scan between any two rows reads from all three whatever it is cut
   * by. Ids of regions mean nothing on the two others.
   */
  @Override
  public RegionLocator getRegionLocator(TableName name) throws IOException {
    Optional<Party> alone = passed.configured().passedTo(name);
    return alone.isPresent() ? cloud(alone.get()).getRegionLocator(name) : parts().locator(name);
  }

  @Override
  public void clearRegionLocationCache() {
    clouds.forEach(Connection::clearRegionLocationCache);
    regions.clear();
  }

  @Override
  public Hbck getHbck() {
    throw Unsupported.operation("getHbck", "repair each cloud through a connection of its own");
  }

  @Override
  public Hbck getHbck(ServerName master) {
    return getHbck();
  }

  /** The three clusters' ids, in order of party. */
  @Override
  public String getClusterId() {
    return String.join(",", clouds.stream().map(Connection::getClusterId).toList());
  }

  @Override
  public boolean isClosed() {
    return closed.get();
  }

  @Override
  public void close() throws IOException {
    if (closed.compareAndSet(false, true)) {
      catalogue.close();
      orphans.close();
      repairs.close();
      torn.close();
      settlements.close();
      try (attempts) {
        BareConnections.close(fanOut, deadlineMs, clouds);
      } finally {
        endThreads();
      }
    }
  }

  private void endThreads() {
    beans.close();
    // Not at once: a turn that is queued runs, fails, and so ends the scan that waits for it.
    scanTurns.shutdown();
    fanOut.close();
  }

  /** {@inheritDoc} The connection is closed after it, as HBase's own is. */
  @Override
  public void abort(String why, Throwable cause) {
    aborted = true;
    clouds.forEach(cloud -> cloud.abort(why, cause));
    attempts.abort(why, cause);
    if (closed.compareAndSet(false, true)) {
      catalogue.close();
      orphans.close();
      repairs.close();
      torn.stop();
      settlements.stop();
      endThreads();
    }
  }

  @Override
  public boolean isAborted() {
    return aborted || clouds.stream().anyMatch(Connection::isAborted);
  }
}
