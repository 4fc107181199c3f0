package io.dartagnan.client.configuration;

/**
 * Every configuration key of the Safe Client, in the application's hbase-site.xml.
 *
 * <p>{@code dartagnan.party.N.<any hbase key>} sets that key for cloud N (0, 1 or 2) alone.
 *
 * <p>HBase's own timeouts and retries apply to each cloud as they would to one cluster. The clouds
 * are asked in parallel, and a call as a whole ends at the latest {@value #GRACE_MS} ms after the
 * operation timeout, even when a cloud's client does not come back by itself.
 */
public final class ClientKeys {

  /**
   * HBase's own. {@code io.dartagnan.client.SafeConnection} makes {@code
   * ConnectionFactory.createConnection} use the three clouds.
   *
   * <p>Required. Allowed: {@code io.dartagnan.client.SafeConnection}.
   */
  public static final String CONNECTION_IMPL = "hbase.client.connection.impl";

  /**
   * HBase's own, which {@code createAsyncConnection} asks first. Without this and {@link
   * #ASYNC_CONNECTION_IMPL} that goes past the Safe Client and sends plaintext to one cluster; a
   * {@code SafeConnection} that finds them missing adds them to the configuration object that it
   * was given, and warns.
   *
   * <p>Required. Allowed: {@code io.dartagnan.client.SafeRegistry}.
   */
  public static final String REGISTRY_IMPL = "hbase.client.registry.impl";

  /**
   * HBase's own. {@code io.dartagnan.client.SafeAsyncConnection} makes {@code
   * createAsyncConnection} use the three clouds.
   *
   * <p>Required. Allowed: {@code io.dartagnan.client.SafeAsyncConnection}.
   */
  public static final String ASYNC_CONNECTION_IMPL = "hbase.client.async.connection.impl";

  /**
   * How many clusters there are. With 1 that is a plain HBase, which {@code dartagnan.party.0.*}
   * describes and which needs nothing of ours; its tables have sealed and plain columns alone.
   *
   * <p>Default: 3. Allowed: 1, 3.
   */
  public static final String CLOUDS = "dartagnan.clouds";

  /**
   * Threads of one connection for talking to the clouds; filtered scans take turns on as many
   * again. A call that finds none free waits for one.
   *
   * <p>Default: {@value #DEFAULT_THREADS}. Allowed: 3 or more.
   */
  public static final String THREADS = "dartagnan.client.threads.max";

  /** Default of {@link #THREADS}. */
  public static final int DEFAULT_THREADS = 768;

  /**
   * Threads on which an asynchronous connection makes its calls, each of which asks three clouds.
   *
   * <p>Default: a third of {@link #THREADS}. Allowed: 1 or more.
   */
  public static final String ASYNC_THREADS = "dartagnan.client.async.threads.max";

  /**
   * Calls of an asynchronous connection that may run or wait for a thread; one more fails at once.
   *
   * <p>Default: {@value #DEFAULT_ASYNC_CALLS}. Allowed: 1 or more.
   */
  public static final String ASYNC_CALLS = "dartagnan.client.async.calls.max";

  /** Default of {@link #ASYNC_CALLS}. */
  public static final int DEFAULT_ASYNC_CALLS = 65_536;

  /**
   * Longest wait for the next page of a filtered scan. For as long, and at most for {@code
   * hbase.client.operation.timeout}, a scan that fails without progress is tried again, with pauses
   * from 100 ms to 5 s, and a cloud's answer of any kind is waited for.
   *
   * <p>Default: {@value #DEFAULT_QUERY_TIMEOUT_MS} ms. Allowed: 1 or more.
   */
  public static final String QUERY_TIMEOUT_MS = "dartagnan.client.query.timeout.ms";

  /** Default of {@link #QUERY_TIMEOUT_MS}. */
  public static final long DEFAULT_QUERY_TIMEOUT_MS = 120_000;

  /**
   * Ranges of one filtered scan, each of one region, that are evaluated at a time; one where the
   * scan has a limit.
   *
   * <p>Default: {@value #DEFAULT_QUERY_RANGES}. Allowed: 1 or more.
   */
  public static final String QUERY_RANGES = "dartagnan.client.query.ranges";

  /** Default of {@link #QUERY_RANGES}. */
  public static final int DEFAULT_QUERY_RANGES = 4;

  /**
   * Protocol suite for filters on every table, whatever a table's {@code dartagnan.suite} says.
   *
   * <p>Default: the table's own. Allowed: {@code araki}, {@code bogdanov}, or another that is
   * installed.
   */
  public static final String QUERY_SUITE = "dartagnan.client.query.suite";

  /**
   * Most filtered scans, or counts, of a connection over at most 131,072 rows up to one end, that
   * the clouds evaluate as one. One joins those that wait while another is evaluated; 1 has each
   * evaluated by itself.
   *
   * <p>Default: {@value #DEFAULT_QUERY_TOGETHER}. Allowed: 1 or more.
   */
  public static final String QUERY_TOGETHER = "dartagnan.client.query.together";

  /** Default of {@link #QUERY_TOGETHER}. */
  public static final int DEFAULT_QUERY_TOGETHER = 256;

  /**
   * Whether the client judges rows by those parts of a filter that the clouds cannot judge. {@code
   * allow} does, and the log says once which they are; with {@code refuse} such a scan fails before
   * anything is sent, and names them.
   *
   * <p>Default: {@code allow}. Allowed: {@code allow}, {@code refuse}.
   */
  public static final String FILTER_LOCAL = "dartagnan.client.filter.local";

  /**
   * Whether reads of {@code replicated} and {@code plain} columns go on with two clouds when the
   * third does not answer; in tables of suite {@code verified} those of values with tags alone.
   *
   * <p>Default: {@code allow}. Allowed: {@code allow}, {@code refuse}.
   */
  public static final String ONE_CLOUD_DOWN = "dartagnan.client.read.one.cloud.down";

  /** Default of {@link #ONE_CLOUD_DOWN}. */
  public static final String DEFAULT_ONE_CLOUD_DOWN = "allow";

  /**
   * How long a read that two clouds can answer waits for the third once two have answered.
   *
   * <p>Default: {@value #DEFAULT_ONE_CLOUD_DOWN_AFTER_MS} ms. Allowed: 1 or more.
   */
  public static final String ONE_CLOUD_DOWN_AFTER_MS =
      "dartagnan.client.read.one.cloud.down.after.ms";

  /** Default of {@link #ONE_CLOUD_DOWN_AFTER_MS}. */
  public static final long DEFAULT_ONE_CLOUD_DOWN_AFTER_MS = 3_000;

  /**
   * File with the key under which the keys of tables with tags or sealed columns are encrypted, as
   * {@code dartagnan keys create} makes it. All clients of such tables have the same, and no cloud
   * has it.
   *
   * <p>Default: none; then such tables are not written, nor their protected values read. Allowed: a
   * file.
   */
  public static final String KEY_FILE = "dartagnan.client.key.file";

  /**
   * Most memory in bytes for the rows of a scan of a table whose row keys are {@code det}: its
   * clouds keep no order, so that the client holds and sorts them. A scan of more fails.
   *
   * <p>Default: {@value #DEFAULT_SORTED_BYTES}. Allowed: 1 or more.
   */
  public static final String SORTED_BYTES = "dartagnan.client.sort.bytes";

  /** Default of {@link #SORTED_BYTES}. */
  public static final long DEFAULT_SORTED_BYTES = 268_435_456;

  /**
   * What is done with a cloud to which HBase's own TLS is off ({@code
   * hbase.client.netty.tls.enabled}): {@code warn} says so in the log for each connection, {@code
   * allow} does not, {@code refuse} fails every call before anything is sent.
   *
   * <p>Default: {@code warn}. Allowed: {@code allow}, {@code warn}, {@code refuse}.
   */
  public static final String UNENCRYPTED = "dartagnan.client.unencrypted";

  /**
   * How old a version must be that a reader meets on some clouds only, and that is then removed in
   * the background if no cloud can have lost it.
   *
   * <p>Default: {@value #DEFAULT_LEFTOVERS_WAIT_MS} ms. Allowed: 0 or more; 0 removes nothing.
   */
  public static final String LEFTOVERS_WAIT_MS = "dartagnan.client.leftovers.wait.ms";

  /** Default of {@link #LEFTOVERS_WAIT_MS}. */
  public static final long DEFAULT_LEFTOVERS_WAIT_MS = 60_000;

  /**
   * Schemas of tables that are made without declarations, by the pattern of their names. {@code
   * <pattern>.default}, {@code <pattern>.column.<family>:<qualifier>}, {@code <pattern>.suite} and
   * {@code <pattern>.key} have the values that a descriptor has; {@code <pattern>.passed} is the
   * number of the one cloud that has such tables without protection.
   *
   * <p>Default: none.
   */
  public static final String SCHEMA_PREFIX = "dartagnan.schema.";

  /** Milliseconds beyond HBase's own timeout after which a cloud's answer is no longer awaited. */
  static final long GRACE_MS = 5_000;

  private ClientKeys() {}

  /** The beginning of the keys that are for one cloud alone. */
  static String prefixOf(int cloud) {
    return "dartagnan.party." + cloud + ".";
  }
}
