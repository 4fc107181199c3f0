package io.dartagnan.client.settlement;

import io.dartagnan.client.rpc.CloudCall;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.mpc.Party;
import io.dartagnan.write.Settlement;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the clouds which writes of this connection are settled when no write does: each write's
 * mark tells it of those before in the same book of the {@linkplain WriteLedger ledger}, and
 * nothing of the last ones nor of closed books.
 *
 * <p>A second after the last write to a table, before the application has it flushed or compacted,
 * and while it is written for each book that was closed, gets go to each server that has a region
 * of the rows written; after more than {@value #MOST_ROWS} rows, to each server that has a region
 * of the table. Each cloud is told again until it has acknowledged that all the writes of the book
 * to the table are settled, and when fewer are torn than it heard. Of {@value #MOST_BOOKS} books of
 * a table that have ended, and that some cloud does not acknowledge, the oldest is given up: that
 * cloud keeps versions for longer.
 */
public final class SettlementNotifier implements Closeable {
  static final int MOST_BOOKS = 1_024;

  private static final Logger LOG = LoggerFactory.getLogger(SettlementNotifier.class);
  private static final int MOST_ROWS = 256;
  private static final long EVERY_MS = 1_000;
  private static final long WITHIN_MS = 3_000;

  /** Turns after which a cloud that did not acknowledge is told again. */
  private static final int PAUSE_TURNS = 5;

  private static final byte[] LEAST_ROW = {0};
  private static final long NEVER = Long.MIN_VALUE;

  /** A book's writes to one table. */
  private static final class BookWrites {
    private final WriteLedger.Book book;

    /** The greatest stamp. */
    private long newest = NEVER;

    /** The newest of which there is anything to be heard yet, as far as is known now. */
    private long telling;

    /** What each cloud has acknowledged to have heard. */
    private final Map<Party, Settlement> heard = new EnumMap<>(Party.class);

    BookWrites(WriteLedger.Book book) {
      this.book = book;
    }

    Settlement settlement() {
      boolean isLast = book.hasEnded();
      Settlement settlement = book.settlement();
      telling = isLast ? Math.min(newest, settlement.through()) : newest;
      return settlement;
    }

    /** Whether a cloud has heard all that is to be heard, and names none as torn that is not. */
    boolean isHeardBy(Party cloud, Settlement now) {
      Settlement last = heard.get(cloud);
      return last != null
          && last.through() >= telling
          && Arrays.stream(last.torn()).noneMatch(now::isSettled);
    }
  }

  /** The writes to a table of which not all clouds have heard everything. */
  private static final class TableWrites {
    private final Map<WriteLedger.Book, BookWrites> books = new LinkedHashMap<>();
    private final NavigableSet<byte[]> rows = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    private boolean isAnywhere;
    private boolean isQuiet;

    /** For each cloud the turn before which it is not told again if it does not acknowledge. */
    private final Map<Party, Long> notBefore = new EnumMap<>(Party.class);

    void add(List<? extends Mutation> batch, WriteLedger.Entry entry) {
      isQuiet = false;
      BookWrites writes = books.computeIfAbsent(entry.book(), BookWrites::new);
      writes.newest = Math.max(writes.newest, entry.newest());
      if (books.size() > MOST_BOOKS) {
        removeOldest();
      }
      Iterator<? extends Mutation> each = batch.iterator();
      while (!isAnywhere && each.hasNext()) {
        rows.add(each.next().getRow());
        if (rows.size() > MOST_ROWS) {
          isAnywhere = true;
          rows.clear();
        }
      }
    }

    private void removeOldest() {
      Iterator<WriteLedger.Book> oldest = books.keySet().iterator();
      while (oldest.hasNext()) {
        if (oldest.next().hasEnded()) {
          oldest.remove();
          return;
        }
      }
    }
  }

  /** What is to be told to one cloud of one table. */
  private record Telling(
      TableName name,
      TableWrites table,
      Party cloud,
      Map<BookWrites, Settlement> news,
      List<byte[]> rows,
      boolean isAnywhere) {}

  private final CloudCall<Connection> clouds;
  private final FanOut fanOut;
  private final Map<TableName, TableWrites> tables = new HashMap<>();
  private final ScheduledThreadPoolExecutor timer;
  private long turn;

  /** A teller over the connections to the three clouds, which stay the caller's to close. */
  public SettlementNotifier(CloudCall<Connection> clouds, FanOut fanOut) {
    this.clouds = clouds;
    this.fanOut = fanOut;
    this.timer = new ScheduledThreadPoolExecutor(1, CloudThreads.daemon("dartagnan-settlements"));
    timer.scheduleWithFixedDelay(this::tellInTurn, EVERY_MS, EVERY_MS, TimeUnit.MILLISECONDS);
  }

  /** Notes that rows of a table are about to be written by a group of writes. */
  public void written(TableName table, List<? extends Mutation> batch, WriteLedger.Entry entry) {
    if (!batch.isEmpty()) {
      synchronized (tables) {
        tables.computeIfAbsent(table, any -> new TableWrites()).add(batch, entry);
      }
    }
  }

  /** Tells of the writes to a table so far, before the clouds are asked to drop what they may. */
  public void tell(TableName name) {
    List<Telling> due = new ArrayList<>();
    synchronized (tables) {
      TableWrites table = tables.get(name);
      if (table != null) {
        addAll(due, name, table);
      }
    }
    tell(due);
  }

  private void tellInTurn() {
    List<Telling> due = new ArrayList<>();
    synchronized (tables) {
      turn++;
      tables.values().forEach(this::forget);
      tables.values().removeIf(table -> table.books.isEmpty());
      tables.forEach(
          (name, table) -> {
            addDue(due, name, table);
            table.isQuiet = true;
          });
      due.forEach(each -> each.table.notBefore.put(each.cloud, turn + PAUSE_TURNS));
    }
    // None is always behind one that takes all the time.
    Collections.shuffle(due);
    tell(due);
  }

  /** Whatever a cloud has not heard yet. */
  private void addAll(List<Telling> due, TableName name, TableWrites table) {
    add(due, name, table, (of, settlement, cloud) -> !settlement.equals(of.heard.get(cloud)));
  }

  /** What no write tells, at first and when it says that all the writes are settled. */
  private void addDue(List<Telling> due, TableName name, TableWrites table) {
    add(
        due,
        name,
        table,
        (of, settlement, cloud) ->
            (table.isQuiet || of.book.isClosed())
                && table.notBefore.getOrDefault(cloud, 0L) <= turn
                && (!of.heard.containsKey(cloud) || settlement.through() >= of.telling));
  }

  @FunctionalInterface
  private interface Choice {
    boolean isToBeTold(BookWrites of, Settlement settlement, Party cloud);
  }

  private void add(List<Telling> due, TableName name, TableWrites table, Choice choice) {
    // Before the rows are copied: those of whatever has ended by now are among them.
    Map<BookWrites, Settlement> settlements = new LinkedHashMap<>();
    table.books.values().forEach(of -> settlements.put(of, of.settlement()));
    for (Party cloud : fanOut.placement().clouds()) {
      Map<BookWrites, Settlement> news = new LinkedHashMap<>();
      settlements.forEach(
          (of, settlement) -> {
            if (!of.isHeardBy(cloud, settlement) && choice.isToBeTold(of, settlement, cloud)) {
              news.put(of, settlement);
            }
          });
      if (!news.isEmpty()) {
        due.add(new Telling(name, table, cloud, news, List.copyOf(table.rows), table.isAnywhere));
      }
    }
  }

  private void tell(List<Telling> due) {
    if (due.isEmpty()) {
      return;
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WITHIN_MS);
    try {
      fanOut.outcomes(
          WITHIN_MS,
          cloud -> {
            for (Telling each : due) {
              if (each.cloud == cloud && System.nanoTime() - deadline < 0) {
                tell(each, clouds.on(cloud));
              }
            }
            return null;
          });
    } catch (IOException | RuntimeException e) {
      LOG.debug("the clouds were not told what is settled", e);
    }
  }

  private void tell(Telling telling, Connection connection) {
    try (RegionLocator locator = connection.getRegionLocator(telling.name);
        Table table = connection.getTable(telling.name)) {
      Map<ServerName, byte[]> rows = rowOfEachServer(telling, locator);
      List<Get> gets = new ArrayList<>();
      for (byte[] row : rows.values()) {
        for (Settlement settlement : telling.news.values()) {
          Get get = new Get(row);
          get.setAttribute(Settlement.ATTRIBUTE, settlement.encode());
          gets.add(get);
        }
      }
      table.get(gets);
      for (Map.Entry<ServerName, byte[]> each : rows.entrySet()) {
        if (!each.getKey().equals(locator.getRegionLocation(each.getValue()).getServerName())) {
          throw new IOException(
              "a region of table %s has left %s meanwhile".formatted(telling.name, each.getKey()));
        }
      }
    } catch (TableNotFoundException e) {
      LOG.debug("{} has no table {} to be told of", telling.cloud, telling.name);
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} was not told what is settled of table {}", telling.cloud, telling.name, e);
      return;
    }
    acknowledge(telling);
  }

  private static Map<ServerName, byte[]> rowOfEachServer(Telling telling, RegionLocator locator)
      throws IOException {
    Map<ServerName, byte[]> rows = new LinkedHashMap<>();
    if (!telling.isAnywhere) {
      for (byte[] row : telling.rows) {
        rows.putIfAbsent(locator.getRegionLocation(row).getServerName(), row);
      }
      return rows;
    }
    for (HRegionLocation location : locator.getAllRegionLocations()) {
      RegionInfo region = location.getRegion();
      if (location.getServerName() == null) {
        throw new IOException("region %s is on no server".formatted(region.getEncodedName()));
      }
      byte[] start = region.getStartKey();
      byte[] row = start.length == 0 ? LEAST_ROW : start;
      if (region.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID && region.containsRow(row)) {
        rows.putIfAbsent(location.getServerName(), row);
      }
    }
    return rows;
  }

  private void acknowledge(Telling telling) {
    synchronized (tables) {
      telling.table.notBefore.remove(telling.cloud);
      telling.news.forEach(
          (of, settlement) -> of.heard.merge(telling.cloud, settlement, Settlement::newer));
    }
  }

  /** Forgets books of which all clouds have heard all that there will be. */
  private void forget(TableWrites table) {
    table
        .books
        .values()
        .removeIf(
            of -> {
              // Before the settlement is made: from then on it is the last.
              boolean isSought = of.book.isSought();
              Settlement now = of.settlement();
              return !isSought
                  && fanOut.placement().clouds().stream()
                      .allMatch(cloud -> of.isHeardBy(cloud, now));
            });
  }

  /** Tells no more. */
  public void stop() {
    timer.shutdownNow();
  }

  /** Tells of all tables, and no more. */
  @Override
  public void close() {
    stop();
    List<Telling> due = new ArrayList<>();
    synchronized (tables) {
      tables.forEach((name, table) -> addAll(due, name, table));
    }
    tell(due);
  }
}
