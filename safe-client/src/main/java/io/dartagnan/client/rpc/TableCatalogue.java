package io.dartagnan.client.rpc;

import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.schema.FamilySettings;
import io.dartagnan.schema.Placement;
import io.dartagnan.schema.TableSchema;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/** The tables that one connection has used, as all three clouds describe them. */
public final class TableCatalogue {

  /**
   * The descriptor of a table that clouds agree on.
   *
   * @param byAll whether all three do; else two, and the third does not answer
   */
  public record Agreed(TableDescriptor descriptor, boolean byAll) {}

  /** A table that only two clouds were asked for: its schema is good for this long. */
  private static final long BY_TWO_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long PAUSE_MS = 50;
  private static final long LONGEST_PAUSE_MS = 500;

  /**
   * The keys of a table on one cluster, and the regions that it was seen to have with these.
   *
   * @param regions their ids
   */
  private record Confirmed(String keys, Set<Long> regions) {}

  private record ByTwo(ProtectedTable table, long since) {}

  private final IOFunction<TableName, Agreed> agreedByAll;
  private final IOFunction<TableName, Agreed> agreed;
  private final IOFunction<TableName, TableDescriptor> current;
  private final Placement placement;
  private final Optional<KeyFile> keyFile;
  private final long changesWithinNanos;
  // Tables whose descriptors were not alike when they were last read, and since when.
  private final Map<TableName, Long> differing = new ConcurrentHashMap<>();
  private final Map<TableName, ByTwo> knownToTwo = new ConcurrentHashMap<>();
  private final Map<TableName, ProtectedTable> known = new ConcurrentHashMap<>();
  // How often each table was forgotten: what was read before the last time is not kept.
  private final Map<TableName, Integer> forgotten = new ConcurrentHashMap<>();
  private final Map<TableName, Confirmed> confirmed = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Creates a catalogue that needs all three clouds, and does not wait for them to agree. */
  public TableCatalogue(IOFunction<TableName, List<TableDescriptor>> descriptors) {
    this(
        descriptors,
        table -> byAll(descriptors.apply(table)),
        table -> byAll(descriptors.apply(table)).descriptor(),
        Placement.THREE_CLOUDS,
        Optional.empty(),
        0);
  }

  /**
   * Creates a catalogue.
   *
   * @param descriptors for all that needs three clouds
   * @param agreed for reads for which two are enough
   * @param current as the clouds' masters have it
   * @param placement where tables are
   * @param keyFile the key of the keys of tables with tags, where this client has one
   * @param changesWithinMs how long clouds may take, one after the other, for a change that is made
   *     on all three: until then it is waited for, and afterwards they differ
   */
  public TableCatalogue(
      IOFunction<TableName, List<TableDescriptor>> descriptors,
      IOFunction<TableName, Agreed> agreed,
      IOFunction<TableName, TableDescriptor> current,
      Placement placement,
      Optional<KeyFile> keyFile,
      long changesWithinMs) {
    this.agreedByAll = table -> byAll(descriptors.apply(table));
    this.agreed = agreed;
    this.current = current;
    this.placement = placement;
    this.keyFile = keyFile;
    this.changesWithinNanos = TimeUnit.MILLISECONDS.toNanos(changesWithinMs);
  }

  /**
   * Returns a table's schema, asked of the clouds the first time.
   *
   * @throws org.apache.hadoop.hbase.TableNotFoundException if there is no such table
   * @throws IllegalArgumentException if the table does not declare how it is protected
   * @throws IOException if the clouds cannot be asked, or differ, or the connection is closed
   */
  public ProtectedTable get(TableName name) throws IOException {
    requireOpen();
    ProtectedTable table = known.get(name);
    return table != null ? table : ask(name, agreedByAll);
  }

  /**
   * Returns as {@link #get}, for a read: if one cloud does not answer, the two others are enough.
   */
  public ProtectedTable forReading(TableName name) throws IOException {
    requireOpen();
    ProtectedTable table = known.get(name);
    if (table != null) {
      return table;
    }
    ByTwo byTwo = knownToTwo.get(name);
    if (byTwo != null && System.nanoTime() - byTwo.since() < BY_TWO_NANOS) {
      return byTwo.table();
    }
    return ask(name, agreed);
  }

  private ProtectedTable ask(TableName name, IOFunction<TableName, Agreed> question)
      throws IOException {
    int before = forgotten.getOrDefault(name, 0);
    Agreed on = alike(name, () -> question.apply(name));
    ProtectedTable read =
        new ProtectedTable(on.descriptor(), placement, keyFile, () -> renewed(name));
    if (on.byAll()) {
      known.compute(name, (key, other) -> forgotten.getOrDefault(name, 0) == before ? read : other);
    } else {
      knownToTwo.put(name, new ByTwo(read, System.nanoTime()));
    }
    return read;
  }

  private TableDescriptor renewed(TableName name) throws IOException {
    try {
      return descriptor(name);
    } catch (AccessDeniedException e) {
      // A master tells it only to who may alter the table; regions tell it to all who read.
      return alike(name, () -> agreed.apply(name)).descriptor();
    }
  }

  private static Agreed byAll(List<TableDescriptor> descriptors) throws IOException {
    return new Agreed(CloudConsensus.onDeclarations(descriptors), true);
  }

  /** Returns what clouds have alike, now or as soon as a change has come to all of them. */
  private <T> T alike(TableName name, IOSupplier<T> question) throws IOException {
    RetryPolicy pauses = new RetryPolicy(PAUSE_MS, LONGEST_PAUSE_MS);
    while (true) {
      try {
        T answer = question.get();
        differing.remove(name);
        return answer;
      } catch (CloudConsensus.Disagreement e) {
        long now = System.nanoTime();
        if (now - differing.computeIfAbsent(name, table -> now) >= changesWithinNanos) {
          throw e;
        }
      } catch (TableNotFoundException e) {
        differing.remove(name);
        throw e;
      }
      pause(pauses);
      // Many threads may wait for the same table.
      requireOpen();
    }
  }

  private static void pause(RetryPolicy pauses) throws InterruptedIOException {
    RetryPolicy.sleep(pauses.pauseMs(), "interrupted while a table's descriptors were compared");
  }

  /**
   * Carries out a call by a table's schema, and again by the one that it has now if it is refused
   * since the settings of its families are others, or the table is another. A call that is refused
   * so has done nothing.
   *
   * @param withinMs for how long
   * @throws CloudConsensus.Disagreement if the clouds' settings differ, naming the cloud
   */
  public <T> T read(TableName name, long withinMs, IOFunction<ProtectedTable, T> read)
      throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
    RetryPolicy pauses = new RetryPolicy(PAUSE_MS, LONGEST_PAUSE_MS);
    while (true) {
      ProtectedTable table = forReading(name);
      try {
        return read.apply(table);
      } catch (IOException e) {
        if (!FamilySettings.isRefusal(e) || System.nanoTime() - deadline >= 0) {
          throw e;
        }
      }
      forget(name);
      pause(pauses);
    }
  }

  /**
   * Returns whether a table on one cluster still has the keys that a client knows, and is not
   * another of its name, which nothing there would tell. Its regions are others then: the cluster
   * is asked where one has not been seen with these keys.
   *
   * @param keys as {@link ProtectedTable#keys} says
   * @param region the id of one that the client has used since it took them
   */
  public boolean isStill(TableName name, Optional<String> keys, long region) throws IOException {
    if (keys.isEmpty()) {
      return true;
    }
    Confirmed known = confirmed.get(name);
    if (known != null && known.keys().equals(keys.get()) && known.regions().contains(region)) {
      return true;
    }
    if (!TableSchema.of(descriptor(name)).keys().map(TableSchema::idOfKeys).equals(keys)) {
      forget(name);
      return false;
    }
    confirmed
        .compute(
            name,
            (table, old) ->
                old != null && old.keys().equals(keys.get())
                    ? old
                    : new Confirmed(keys.get(), ConcurrentHashMap.newKeySet()))
        .regions()
        .add(region);
    return true;
  }

  /** Returns the number of tables whose descriptors were not alike when they were last read. */
  public int differing() {
    return differing.size();
  }

  /**
   * Returns the descriptor that the clouds have now, or two of them if the third does not answer.
   */
  public TableDescriptor descriptor(TableName name) throws IOException {
    requireOpen();
    return alike(name, () -> current.apply(name));
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the connection to the three clouds is closed");
    }
  }

  /** Asks the clouds again the next time; the table is about to change, or has. */
  public void forget(TableName name) {
    knownToTwo.remove(name);
    known.compute(
        name,
        (key, table) -> {
          forgotten.merge(name, 1, Integer::sum);
          return null;
        });
  }

  /** Answers no more: the connection is closed. */
  public void close() {
    closed = true;
  }
}
