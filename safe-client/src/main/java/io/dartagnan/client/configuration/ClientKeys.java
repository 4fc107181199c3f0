package io.dartagnan.client.configuration;

/**
 * Configuration keys of the Safe Client, all of them.
 *
 * <table>
 * <caption>Keys in the application's hbase-site.xml</caption>
 * <tr><th>key</th><th>meaning</th></tr>
 * <tr><td>{@value #CONNECTION_IMPL}</td>
 *     <td>HBase's own; {@code io.dartagnan.client.SafeConnection} makes the application use the
 *     three clouds</td></tr>
 * <tr><td>{@value #REGISTRY_IMPL},<br>{@value #ASYNC_CONNECTION_IMPL}</td>
 *     <td>HBase's own; {@code io.dartagnan.client.SafeRegistry} and {@code
 *     io.dartagnan.client.SafeAsyncConnection} make {@code createAsyncConnection} use the three
 *     clouds; HBase's own would send plaintext to one cluster</td></tr>
 * <tr><td>{@code dartagnan.party.N.<any hbase key>}</td>
 *     <td>that key for cloud N (0, 1 or 2) alone; each cloud's {@code hbase.zookeeper.quorum} is
 *     needed</td></tr>
 * <tr><td>{@value #THREADS}</td>
 *     <td>most threads that one connection keeps for talking to the three clouds at once, at least
 *     3, by default {@value #DEFAULT_THREADS}; a call that finds none free waits for one; filtered
 *     scans take turns on as many again</td></tr>
 * <tr><td>{@value #ASYNC_THREADS}</td>
 *     <td>most threads on which an asynchronous connection makes its calls, 1 or more, by default a
 *     third of {@value #THREADS}, since a call asks three clouds</td></tr>
 * <tr><td>{@value #ASYNC_CALLS}</td>
 *     <td>most calls of an asynchronous connection that may run or wait for one of these threads, 1
 *     or more, by default {@value #DEFAULT_ASYNC_CALLS}; one more fails at once</td></tr>
 * <tr><td>{@value #QUERY_TIMEOUT_MS}</td>
 *     <td>longest wait for the next page of a filtered scan, in milliseconds, however many
 *     heartbeats arrive meanwhile, 1 or more, by default {@value #DEFAULT_QUERY_TIMEOUT_MS}; for so
 *     long, and at most for HBase's own operation timeout, a scan that fails is tried again without
 *     progress, and a cloud's answer of any kind is waited for</td></tr>
 * <tr><td>{@value #QUERY_RANGES}</td>
 *     <td>most ranges of a filtered scan, each of one region, that are evaluated at a time, 1 or
 *     more, by default {@value #DEFAULT_QUERY_RANGES}; one where the scan has a limit</td></tr>
 * <tr><td>{@value #QUERY_SUITE}</td>
 *     <td>name of the protocol suite that the clouds run, whatever the tables ask for; the tables'
 *     own unless set</td></tr>
 * <tr><td>{@value #FILTER_LOCAL}</td>
 *     <td>{@code allow}, the default, or {@code refuse}: whether the client may judge rows by those
 *     parts of a filter that the clouds cannot judge</td></tr>
 * <tr><td>{@value #ONE_CLOUD_DOWN}</td>
 *     <td>{@code allow}, the default, or {@code refuse}: whether reads of {@code replicated} and
 *     {@code plain} columns go on with two clouds when the third does not answer</td></tr>
 * <tr><td>{@value #ONE_CLOUD_DOWN_AFTER_MS}</td>
 *     <td>milliseconds for which such a read waits for the third cloud once two have answered, 1 or
 *     more, by default {@value #DEFAULT_ONE_CLOUD_DOWN_AFTER_MS}</td></tr>
 * <tr><td>{@value #UNENCRYPTED}</td>
 *     <td>{@code allow}, {@code warn}, the default, or {@code refuse}: what is done with a cloud to
 *     which HBase's own TLS is off</td></tr>
 * <tr><td>{@value #LEFTOVERS_WAIT_MS}</td>
 *     <td>milliseconds after which what a reader met of a failed write, on some clouds only, is
 *     looked at again and taken back, by default {@value #DEFAULT_LEFTOVERS_WAIT_MS}; 0 leaves it
 *     where it is</td></tr>
 * <tr><td>{@code dartagnan.schema.PATTERN.default},<br>{@code
 *     dartagnan.schema.PATTERN.column.FAMILY:QUALIFIER},<br>{@code dartagnan.schema.PATTERN.suite}</td>
 *     <td>what a table declares that is made without declarations, by the pattern of its name, see
 *     {@link ConfiguredSchemas}; the values are those of the descriptor's {@code dartagnan.default},
 *     {@code dartagnan.column.*} and {@code dartagnan.suite}</td></tr>
 * <tr><td>{@code dartagnan.schema.PATTERN.passed}</td>
 *     <td>number of the one cloud that has tables of such names without protection</td></tr>
 * </table>
 *
 * <p>HBase's own timeouts and retries apply to each cloud as they would to one cluster. The clouds
 * are asked in parallel, and a call as a whole ends at the latest {@value #GRACE_MS} ms after the
 * operation timeout, even when a cloud's client does not come back by itself.
 */
public final class ClientKeys {

  /** The class that {@code ConnectionFactory.createConnection} makes. */
  public static final String CONNECTION_IMPL = "hbase.client.connection.impl";

  /** The class that says where a cluster is; {@code createAsyncConnection} asks it first. */
  public static final String REGISTRY_IMPL = "hbase.client.registry.impl";

  /** The class that {@code ConnectionFactory.createAsyncConnection} makes. */
  public static final String ASYNC_CONNECTION_IMPL = "hbase.client.async.connection.impl";

  /** Most threads that one connection keeps for talking to the clouds. */
  public static final String THREADS = "dartagnan.client.threads.max";

  /** Default of {@link #THREADS}. */
  public static final int DEFAULT_THREADS = 768;

  /** Most threads on which an asynchronous connection makes its calls. */
  public static final String ASYNC_THREADS = "dartagnan.client.async.threads.max";

  /** Most calls of an asynchronous connection that may run or wait. */
  public static final String ASYNC_CALLS = "dartagnan.client.async.calls.max";

  /** Default of {@link #ASYNC_CALLS}. */
  public static final int DEFAULT_ASYNC_CALLS = 65_536;

  /** Longest wait for the next page of a filtered scan, in milliseconds. */
  public static final String QUERY_TIMEOUT_MS = "dartagnan.client.query.timeout.ms";

  /** Default of {@link #QUERY_TIMEOUT_MS}. */
  public static final long DEFAULT_QUERY_TIMEOUT_MS = 120_000;

  /** Most ranges of a filtered scan that are evaluated at a time. */
  public static final String QUERY_RANGES = "dartagnan.client.query.ranges";

  /** Default of {@link #QUERY_RANGES}. */
  public static final int DEFAULT_QUERY_RANGES = 4;

  /** Name of the protocol suite for all tables. */
  public static final String QUERY_SUITE = "dartagnan.client.query.suite";

  /** Whether the client may judge rows by parts of a filter, see {@link LocalFilters}. */
  public static final String FILTER_LOCAL = "dartagnan.client.filter.local";

  /** Whether two clouds may answer reads for which two are enough, see {@link OneCloudDown}. */
  public static final String ONE_CLOUD_DOWN = "dartagnan.client.read.one.cloud.down";

  /** Default of {@link #ONE_CLOUD_DOWN}. */
  public static final String DEFAULT_ONE_CLOUD_DOWN = "allow";

  /** Wait of such a read for the third cloud once two have answered, in milliseconds. */
  public static final String ONE_CLOUD_DOWN_AFTER_MS =
      "dartagnan.client.read.one.cloud.down.after.ms";

  /** Default of {@link #ONE_CLOUD_DOWN_AFTER_MS}. */
  public static final long DEFAULT_ONE_CLOUD_DOWN_AFTER_MS = 3_000;

  /** Choice for a cloud to which HBase's TLS is off, see {@link Unencrypted}. */
  public static final String UNENCRYPTED = "dartagnan.client.unencrypted";

  /** Wait before what a failed write left is taken back, in milliseconds. */
  public static final String LEFTOVERS_WAIT_MS = "dartagnan.client.leftovers.wait.ms";

  /** Default of {@link #LEFTOVERS_WAIT_MS}. */
  public static final long DEFAULT_LEFTOVERS_WAIT_MS = 60_000;

  /** Begins the keys of schemas by the pattern of a table's name. */
  public static final String SCHEMA_PREFIX = "dartagnan.schema.";

  /** Milliseconds beyond HBase's own timeout after which a cloud's answer is no longer awaited. */
  static final long GRACE_MS = 5_000;

  private ClientKeys() {}

  /** The beginning of the keys that are for one cloud alone. */
  static String prefixOf(int cloud) {
    return "dartagnan.party." + cloud + ".";
  }
}
