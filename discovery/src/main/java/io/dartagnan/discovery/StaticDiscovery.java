package io.dartagnan.discovery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Discovery from a fixed list of servers, which stands in the configuration:
 *
 * <pre>
 *   &lt;party&gt;/&lt;host&gt;,&lt;port&gt;=&lt;mesh host&gt;:&lt;mesh port&gt;, ...
 *
 *   0/rs0.example,16020=mesh0.example:18600, 1/rs1.example,16020=mesh1.example:18600
 * </pre>
 *
 * <p>The name before the sign of equality is HBase's name of a RegionServer without its start code,
 * so that a restart changes nothing. A record that nobody has registered here is listed with start
 * code 0.
 *
 * <p><b>Security guarantees.</b> The list is as trustworthy as the configuration it stands in;
 * there is nobody else to believe. It does not say who lives: a connection to a dead server fails.
 */
public final class StaticDiscovery implements Discovery {
  private static final Logger LOG = LoggerFactory.getLogger(StaticDiscovery.class);
  private static final Pattern ENTRY =
      Pattern.compile(
          "\\s*([0-2])/([A-Za-z0-9._:-]+),(\\d{1,5})=([A-Za-z0-9._:-]+):(\\d{1,5})\\s*(,|$)");
  private static final String EXAMPLE = "0/rs0.example,16020=mesh0.example:18600";
  private static final String ANY_START = ",0";

  private final Map<String, ServerRecord> servers;
  private final Map<String, ServerRecord> registered = new ConcurrentHashMap<>();
  private final DiscoveryMetrics metrics = new DiscoveryMetrics();
  private volatile boolean closed;

  /**
   * Reads the list.
   *
   * @throws IllegalArgumentException naming the place that is malformed, or the server that is
   *     listed twice
   */
  public StaticDiscovery(String list) {
    Map<String, ServerRecord> read = new TreeMap<>();
    Matcher entry = ENTRY.matcher(list);
    int at = 0;
    while (at < list.length()) {
      if (!entry.find(at) || entry.start() != at) {
        throw new IllegalArgumentException(
            "the list of servers has \""
                + DiscoveryException.printable(list.substring(at).strip())
                + "\" where a server such as "
                + EXAMPLE
                + " is needed");
      }
      ServerRecord record =
          new ServerRecord(
              Integer.parseInt(entry.group(1)),
              entry.group(2) + ',' + entry.group(3) + ANY_START,
              entry.group(4),
              Integer.parseInt(entry.group(5)));
      if (read.putIfAbsent(name(record.party(), record.server()), record) != null) {
        throw new IllegalArgumentException(
            "the list of servers has "
                + name(record.party(), record.server())
                + " twice; keep one");
      }
      at = entry.end();
    }
    if (read.isEmpty()) {
      throw new IllegalArgumentException(
          "the list of servers is empty, servers such as " + EXAMPLE + " are needed");
    }
    this.servers = Map.copyOf(read);
  }

  /** Party and server as they stand in the list. */
  private static String name(int party, String server) {
    return party + "/" + server.substring(0, server.lastIndexOf(','));
  }

  /**
   * Checks that the list says the same of this server as it says of itself.
   *
   * @throws DiscoveryException if the list says something else or nothing
   */
  @Override
  public Discovery.Registration register(ServerRecord own) throws DiscoveryException {
    checkOpen();
    String name = name(own.party(), own.server());
    ServerRecord listed = servers.get(name);
    String self = name + "=" + own.host() + ":" + own.port();
    if (listed == null) {
      throw new DiscoveryException(
          "this server is " + self + ", the list of servers does not have it; add it to the list");
    }
    if (!listed.host().equals(own.host()) || listed.port() != own.port()) {
      throw new DiscoveryException(
          "this server is "
              + self
              + ", the list of servers says "
              + listed.host()
              + ":"
              + listed.port()
              + "; correct the list, or the host and port of this server's mesh");
    }
    if (registered.putIfAbsent(name, own) != null) {
      throw new IllegalStateException(
          "party " + own.party() + " server " + own.server() + " is registered here already");
    }
    LOG.info(
        "registered party {} server {} as {}:{}, as the list of servers has it",
        own.party(),
        own.server(),
        own.host(),
        own.port());
    return new Discovery.Registration() {
      @Override
      public ServerRecord record() {
        return own;
      }

      @Override
      public void close() {
        registered.remove(name, own);
      }
    };
  }

  @Override
  public ServerRecord lookup(int party, String server) throws DiscoveryException {
    ServerRecord.checkName(party, server);
    checkOpen();
    metrics.lookups.increment();
    ServerRecord listed = servers.get(name(party, server));
    if (listed == null) {
      throw new DiscoveryException(
          "party " + party + " server " + server + " has no entry in the list of servers");
    }
    metrics.cacheHits.increment();
    return new ServerRecord(party, server, listed.host(), listed.port());
  }

  @Override
  public Discovery.Inspection inspect() throws DiscoveryException {
    checkOpen();
    List<ServerRecord> all = new ArrayList<>();
    for (String name : Set.copyOf(servers.keySet())) {
      all.add(registered.getOrDefault(name, servers.get(name)));
    }
    all.sort(Comparator.comparingInt(ServerRecord::party).thenComparing(ServerRecord::server));
    return new Discovery.Inspection(
        all.stream().map(Discovery.FoundRecord::timeless).toList(), List.of());
  }

  @Override
  public String keeper() {
    return "the list of servers in the configuration";
  }

  @Override
  public DiscoveryMetrics metrics() {
    return metrics;
  }

  @Override
  public void close() {
    closed = true;
    registered.clear();
  }

  private void checkOpen() throws DiscoveryException {
    if (closed) {
      throw new DiscoveryException("discovery is closed");
    }
  }
}
