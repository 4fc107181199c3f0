package io.dartagnan.client.catalogue;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Look-up of a table's first region on each cloud, while its schema is asked for: of most tables
 * that is what the first read needs next, and HBase's connections remember it.
 */
public final class FirstRegions {
  /** Look-ups at a time: a cloud that does not answer holds a thread for each. */
  private static final int MOST = 12;

  private static final Logger LOG = LoggerFactory.getLogger(FirstRegions.class);

  private final Function<Party, Connection> clouds;
  private final Executor threads;
  private final Semaphore room = new Semaphore(MOST);
  private final Set<TableName> begun = ConcurrentHashMap.newKeySet();

  /**
   * A look-up.
   *
   * @param clouds the connections
   * @param threads take each task without blocking
   */
  public FirstRegions(Function<Party, Connection> clouds, Executor threads) {
    this.clouds = clouds;
    this.threads = threads;
  }

  /**
   * Begins to look, the first time that it is told of a table, unless too many look-ups are under
   * way. Who needs a region that was not found asks for it, and hears why.
   */
  public void lookUp(TableName table) {
    if (begun.add(table)) {
      Party.ALL.forEach(cloud -> begin(cloud, table));
    }
  }

  private void begin(Party cloud, TableName table) {
    if (!room.tryAcquire()) {
      return;
    }
    try {
      threads.execute(() -> lookUp(cloud, table));
    } catch (RejectedExecutionException e) {
      room.release();
      LOG.debug("{}: the connection is closed, no region is looked up", table);
    }
  }

  private void lookUp(Party cloud, TableName table) {
    try (RegionLocator locator = clouds.apply(cloud).getRegionLocator(table)) {
      locator.getRegionLocation(HConstants.EMPTY_START_ROW);
    } catch (IOException | RuntimeException e) {
      LOG.debug("{}: the first region was not found on {}", table, cloud, e);
    } finally {
      room.release();
    }
  }
}
