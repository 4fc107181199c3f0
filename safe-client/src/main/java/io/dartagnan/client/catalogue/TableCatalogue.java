package io.dartagnan.client.catalogue;

import io.dartagnan.client.cloud.CloudConsensus;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/** The tables that one connection has used, as all three clouds describe them. */
public final class TableCatalogue {

  /** Reads the descriptors that the three clouds have of a table. */
  @FunctionalInterface
  public interface Descriptors {
    List<TableDescriptor> of(TableName table) throws IOException;
  }

  /**
   * The descriptor of a table that clouds agree on.
   *
   * @param byAll whether all three do; else two, and the third does not answer
   */
  public record Agreed(TableDescriptor descriptor, boolean byAll) {}

  /** Reads the descriptor of a table from the clouds that answer, at least two. */
  @FunctionalInterface
  public interface AgreedDescriptors {
    Agreed of(TableName table) throws IOException;
  }

  /** Reads the descriptor that a table has from now on, from the clouds that answer. */
  @FunctionalInterface
  public interface Current {
    TableDescriptor of(TableName table) throws IOException;
  }

  /** A table that only two clouds were asked for: its schema is good for this long. */
  private static final long BY_TWO_NANOS = TimeUnit.SECONDS.toNanos(10);

  private record ByTwo(ProtectedTable table, long since) {}

  private final Descriptors descriptors;
  private final AgreedDescriptors agreed;
  private final Current current;
  private final Map<TableName, ByTwo> knownToTwo = new ConcurrentHashMap<>();
  private final Map<TableName, ProtectedTable> known = new ConcurrentHashMap<>();
  // How often each table was forgotten: what was read before the last time is not kept.
  private final Map<TableName, Integer> forgotten = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** A catalogue that needs all three clouds. */
  public TableCatalogue(Descriptors descriptors) {
    this(
        descriptors,
        table -> new Agreed(CloudConsensus.onDeclarations(descriptors.of(table)), true),
        table -> CloudConsensus.onDeclarations(descriptors.of(table)));
  }

  /**
   * A catalogue.
   *
   * @param descriptors for all that needs three clouds
   * @param agreed for reads for which two are enough
   * @param current as the clouds' masters have it
   */
  public TableCatalogue(Descriptors descriptors, AgreedDescriptors agreed, Current current) {
    this.descriptors = descriptors;
    this.agreed = agreed;
    this.current = current;
  }

  /**
   * A table's schema, asked of the clouds the first time.
   *
   * @throws org.apache.hadoop.hbase.TableNotFoundException if there is no such table
   * @throws IllegalArgumentException if the table does not declare how it is protected
   * @throws IOException if the clouds cannot be asked, or differ, or the connection is closed
   */
  public ProtectedTable get(TableName name) throws IOException {
    requireOpen();
    ProtectedTable table = known.get(name);
    if (table == null) {
      int before = forgotten.getOrDefault(name, 0);
      ProtectedTable read = new ProtectedTable(CloudConsensus.onDeclarations(descriptors.of(name)));
      known.compute(name, (key, other) -> forgotten.getOrDefault(name, 0) == before ? read : other);
      table = read;
    }
    return table;
  }

  /** As {@link #get}, for a read: if one cloud does not answer, the two others are enough. */
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
    int before = forgotten.getOrDefault(name, 0);
    Agreed on = agreed.of(name);
    ProtectedTable read = new ProtectedTable(on.descriptor());
    if (on.byAll()) {
      known.compute(name, (key, other) -> forgotten.getOrDefault(name, 0) == before ? read : other);
    } else {
      knownToTwo.put(name, new ByTwo(read, System.nanoTime()));
    }
    return read;
  }

  /** The descriptor that the clouds have now, or two of them if the third does not answer. */
  public TableDescriptor descriptor(TableName name) throws IOException {
    requireOpen();
    return current.of(name);
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
