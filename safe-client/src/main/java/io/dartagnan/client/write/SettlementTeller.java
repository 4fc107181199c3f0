package io.dartagnan.client.write;

import io.dartagnan.client.cloud.CloudCall;
import io.dartagnan.client.cloud.CloudOutcome;
import io.dartagnan.client.cloud.FanOut;
import io.dartagnan.mpc.Party;
import io.dartagnan.write.Settlement;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the clouds which writes of this process are settled when no write does: each write's mark
 * tells it of those before, and nothing of the last.
 *
 * <p>A second after the last write to a table, and before the application has it flushed or
 * compacted, gets go to each server that has a region of the rows written last. They go again when
 * the writes that were under way have ended, and also to a table that is written all the time when
 * there is news of books that the {@linkplain WriteLedger ledger} has closed. If a cloud does not
 * hear it, it keeps versions for longer.
 */
public final class SettlementTeller implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(SettlementTeller.class);
  private static final long EVERY_MS = 1_000;
  private static final long WITHIN_MS = 3_000;

  /** Rows remembered of a table: servers with a region of none of them hear later. */
  private static final int ROWS = 32;

  /** The rows of a table that were written last, one for each hash. */
  private static final class Written {
    private final byte[][] rows = new byte[ROWS][];
    private boolean quiet;

    /** Whether it was told since it is quiet. */
    private boolean toldQuiet;

    /** The number of the last group of writes that may have written to it. */
    private long last;

    /** What it was told of closed books. */
    private List<Settlement> told = List.of();
  }

  private final CloudCall<Connection> clouds;
  private final FanOut fanOut;
  private final WriteLedger ledger;
  private final Map<TableName, Written> tables = new HashMap<>();
  private final ScheduledThreadPoolExecutor timer;

  /** A teller over the connections to the three clouds, which stay the caller's to close. */
  public SettlementTeller(CloudCall<Connection> clouds, FanOut fanOut, WriteLedger ledger) {
    this.clouds = clouds;
    this.fanOut = fanOut;
    this.ledger = ledger;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "dartagnan-settlements");
              thread.setDaemon(true);
              return thread;
            });
    timer.scheduleWithFixedDelay(this::tellInTurn, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
  }

  /** Notes that rows of a table were written. */
  public void written(TableName table, List<? extends Mutation> batch) {
    synchronized (tables) {
      Written written = tables.computeIfAbsent(table, any -> new Written());
      written.quiet = false;
      written.toldQuiet = false;
      written.last = ledger.begun();
      for (Mutation mutation : batch) {
        byte[] row = mutation.getRow();
        written.rows[Math.floorMod(Arrays.hashCode(row), ROWS)] = row;
      }
    }
  }

  /** Tells of the writes to a table so far, before the clouds are asked to drop what they may. */
  public void tell(TableName table) {
    Written written;
    synchronized (tables) {
      written = tables.remove(table);
    }
    if (written != null) {
      tell(table, written);
    }
  }

  private void tellInTurn() {
    List<Settlement> closed = ledger.closedSettlements();
    Map<TableName, Written> due = new LinkedHashMap<>();
    synchronized (tables) {
      tables
          .entrySet()
          .removeIf(
              each -> {
                Written written = each.getValue();
                boolean hasEnded = written.quiet && ledger.haveEnded(written.last);
                if (hasEnded
                    || (written.quiet && !written.toldQuiet)
                    || !written.told.containsAll(closed)) {
                  due.put(each.getKey(), written);
                }
                written.toldQuiet = written.quiet;
                written.told = closed;
                written.quiet = true;
                return hasEnded;
              });
    }
    due.forEach(this::tell);
  }

  private void tell(TableName table, Written written) {
    List<byte[]> settlements = ledger.settlements().stream().map(Settlement::encode).toList();
    List<byte[]> rows = Arrays.stream(written.rows).filter(row -> row != null).toList();
    try {
      for (CloudOutcome<Object> outcome :
          fanOut.outcomes(
              WITHIN_MS,
              cloud -> {
                tell(cloud, table, rows, settlements);
                return null;
              })) {
        if (outcome.failed()) {
          LOG.debug("{} was not told what is settled", outcome.cloud(), outcome.failure());
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("the clouds were not told what is settled", e);
    }
  }

  private void tell(Party cloud, TableName name, List<byte[]> rows, List<byte[]> settlements)
      throws Exception {
    Connection connection = clouds.on(cloud);
    Map<ServerName, byte[]> byServer = new LinkedHashMap<>();
    try (RegionLocator locator = connection.getRegionLocator(name);
        Table table = connection.getTable(name)) {
      for (byte[] row : rows) {
        byServer.putIfAbsent(locator.getRegionLocation(row).getServerName(), row);
      }
      List<Get> gets = new ArrayList<>();
      for (byte[] row : byServer.values()) {
        for (byte[] settlement : settlements) {
          Get get = new Get(row);
          get.setAttribute(Settlement.ATTRIBUTE, settlement);
          gets.add(get);
        }
      }
      table.get(gets);
    }
  }

  /** Tells no more. */
  public void stop() {
    timer.shutdownNow();
  }

  /** Tells of all tables, and no more. */
  @Override
  public void close() {
    stop();
    Map<TableName, Written> left;
    synchronized (tables) {
      left = Map.copyOf(tables);
      tables.clear();
    }
    left.forEach(this::tell);
  }
}
