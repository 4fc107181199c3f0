package io.dartagnan.client;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionLocations;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.ConnectionRegistry;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.ReflectionUtils;

/**
 * HBase's own registry of one cloud, with the memory of this process: a connection that is opened
 * less than a minute after another one was told the cluster's id, and where its meta region is, is
 * told the same without a question. Three connections to ZooKeeper, each with a session that is
 * written to a log, are most of what the opening of a connection to three clouds takes.
 *
 * <p>A connection is told so once. If the meta region has moved since, HBase's client asks again,
 * and is answered by the cloud.
 */
public final class RememberingRegistry implements ConnectionRegistry {
  private static final long GOOD_FOR_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final String HBASES_OWN = "org.apache.hadoop.hbase.client.ZKConnectionRegistry";

  private static final Map<String, Told<String>> IDS = new ConcurrentHashMap<>();
  private static final Map<String, Told<RegionLocations>> META = new ConcurrentHashMap<>();

  /** Answer of a cloud, and when it came. */
  private record Told<T>(T what, long at) {

    boolean isGood() {
      return System.nanoTime() - at < GOOD_FOR_NANOS;
    }
  }

  private final ConnectionRegistry cloud;
  private final String place;
  private final AtomicBoolean mayRemember = new AtomicBoolean(true);

  /** The constructor that HBase 2.6 calls. */
  public RememberingRegistry(Configuration conf, User user) {
    this(newRegistry(conf, user));
  }

  /** The constructor that HBase 2.5 calls. */
  public RememberingRegistry(Configuration conf) {
    this(newRegistry(conf));
  }

  RememberingRegistry(ConnectionRegistry cloud) {
    this.cloud = cloud;
    this.place = cloud.getConnectionString();
  }

  private static ConnectionRegistry newRegistry(Configuration conf, Object... more) {
    Object[] arguments = new Object[more.length + 1];
    arguments[0] = conf;
    System.arraycopy(more, 0, arguments, 1, more.length);
    try {
      return ReflectionUtils.newInstance(
          Class.forName(HBASES_OWN).asSubclass(ConnectionRegistry.class), arguments);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this is no release of HBase that the Safe Client knows", e);
    }
  }

  @Override
  public CompletableFuture<String> getClusterId() {
    return remembered(IDS)
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> asked(IDS, cloud::getClusterId));
  }

  @Override
  public CompletableFuture<RegionLocations> getMetaRegionLocations() {
    return (mayRemember.getAndSet(false) ? remembered(META) : Optional.<RegionLocations>empty())
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> asked(META, cloud::getMetaRegionLocations));
  }

  private <T> Optional<T> remembered(Map<String, Told<T>> by) {
    return Optional.ofNullable(by.get(place)).filter(Told::isGood).map(Told::what);
  }

  private <T> CompletableFuture<T> asked(
      Map<String, Told<T>> by, Supplier<CompletableFuture<T>> question) {
    return question
        .get()
        .whenComplete(
            (told, failure) -> {
              if (failure == null && told != null) {
                by.put(place, new Told<>(told, System.nanoTime()));
              } else {
                by.remove(place);
              }
            });
  }

  @Override
  public CompletableFuture<ServerName> getActiveMaster() {
    return cloud.getActiveMaster();
  }

  @Override
  public String getConnectionString() {
    return place;
  }

  @Override
  public void close() {
    cloud.close();
  }
}
