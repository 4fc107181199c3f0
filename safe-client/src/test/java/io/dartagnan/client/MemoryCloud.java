package io.dartagnan.client;

import io.dartagnan.schema.InnerVersions;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One cloud that holds {@link Tables#DECLARED} in memory: puts, deletions of a version, gets and
 * scans, with HBase's way of counting versions within the time range.
 */
final class MemoryCloud {

  /** What goes wrong. */
  interface Fault {
    /** Called before an operation. */
    default void before(String operation) throws IOException {}

    /** Called after it took effect. */
    default void after(String operation) throws IOException {}
  }

  private final TableDescriptor descriptor = InnerVersions.toInner(Tables.DECLARED);
  private final NavigableMap<byte[], NavigableSet<Cell>> rows =
      new TreeMap<>(Bytes.BYTES_COMPARATOR);
  private final NavigableSet<Cell> deleted = new TreeSet<>(CellComparator.getInstance());
  final Configuration configuration = new Configuration(false);

  /** Settings of the tables that scans were opened on. */
  final List<List<String>> scannedWith = Collections.synchronizedList(new ArrayList<>());

  volatile Fault fault = new Fault() {};
  volatile boolean closed;

  Connection connection() {
    return proxy(
        Connection.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "getTableBuilder" -> builder();
              case "getTable" -> table(List.of());
              case "getRegionLocator" -> regionLocator();
              case "getConfiguration" -> configuration;
              case "getAdmin" -> admin();
              case "isClosed" -> closed;
              case "equals" -> self == arguments[0];
              case "hashCode" -> System.identityHashCode(self);
              case "close" -> {
                fault.before("close");
                closed = true;
                yield null;
              }
              default -> throw new AssertionError(method.getName());
            });
  }

  /** Cells of all rows that a reader without limits would see. */
  synchronized List<Cell> visible() {
    List<Cell> cells = new ArrayList<>();
    rows.values().forEach(row -> row.stream().filter(this::isVisible).forEach(cells::add));
    return cells;
  }

  private Admin admin() {
    return proxy(
        Admin.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "getDescriptor" -> descriptor;
              case "close" -> null;
              default -> throw new AssertionError(method.getName());
            });
  }

  /** One region. */
  private RegionLocator regionLocator() {
    RegionInfo all = RegionInfoBuilder.newBuilder(descriptor.getTableName()).build();
    return proxy(
        RegionLocator.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "getAllRegionLocations" ->
                  List.of(new HRegionLocation(all, ServerName.valueOf("server", 1, 1)));
              case "close" -> null;
              default -> throw new AssertionError(method.getName());
            });
  }

  private TableBuilder builder() {
    List<String> settings = new ArrayList<>();
    return proxy(
        TableBuilder.class,
        (self, method, arguments) -> {
          if (method.getName().equals("build")) {
            return table(settings);
          }
          settings.add(method.getName() + " " + arguments[0]);
          return self;
        });
  }

  private Table table(List<String> settings) {
    return proxy(
        Table.class,
        (self, method, arguments) -> {
          String name = method.getName();
          switch (name) {
            case "close":
              return null;
            case "getOperationTimeout":
              return 30_000L;
            default:
          }
          fault.before(name);
          if (name.equals("getScanner")) {
            scannedWith.add(settings);
          }
          Object answer = answer(name, arguments);
          fault.after(name);
          if (name.equals("batch")) {
            System.arraycopy(answer, 0, arguments[1], 0, ((Object[]) answer).length);
            return null;
          }
          return answer;
        });
  }

  private Object answer(String name, Object[] arguments) {
    switch (name) {
      case "put", "delete":
        apply((Mutation) arguments[0]);
        return null;
      case "get":
        if (arguments[0] instanceof Get get) {
          return read(get);
        }
        return ((List<?>) arguments[0]).stream().map(get -> read((Get) get)).toArray(Result[]::new);
      case "batch":
        List<?> actions = (List<?>) arguments[0];
        Object[] results = new Object[actions.size()];
        for (int i = 0; i < results.length; i++) {
          Row action = (Row) actions.get(i);
          if (action instanceof Mutation mutation) {
            apply(mutation);
          }
          results[i] = action instanceof Get get ? read(get) : Result.EMPTY_RESULT;
        }
        return results;
      case "getScanner":
        return scanner((Scan) arguments[0]);
      default:
        throw new AssertionError(name);
    }
  }

  private synchronized void apply(Mutation mutation) {
    for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (mutation instanceof Put) {
          NavigableSet<Cell> row =
              rows.computeIfAbsent(
                  mutation.getRow(), key -> new TreeSet<>(CellComparator.getInstance()));
          row.remove(cell);
          row.add(cell);
        } else {
          assert mutation instanceof Delete && cell.getType() == Cell.Type.Delete;
          deleted.add(cell);
        }
      }
    }
  }

  private boolean isVisible(Cell cell) {
    return deleted.stream()
        .noneMatch(
            marker ->
                CellUtil.matchingRows(marker, cell)
                    && CellUtil.matchingColumn(marker, cell)
                    && marker.getTimestamp() == cell.getTimestamp());
  }

  private Result read(Get get) {
    return read(get.getRow(), get.getFamilyMap(), get.getMaxVersions(), get.getTimeRange());
  }

  private synchronized Result read(
      byte[] key, Map<byte[], NavigableSet<byte[]>> columns, int versions, TimeRange time) {
    List<Cell> found = new ArrayList<>();
    Cell previous = null;
    int ofColumn = 0;
    for (Cell cell : rows.getOrDefault(key, new TreeSet<>(CellComparator.getInstance()))) {
      NavigableSet<byte[]> qualifiers = columns.get(CellUtil.cloneFamily(cell));
      boolean asked =
          columns.isEmpty()
              || qualifiers != null && qualifiers.contains(CellUtil.cloneQualifier(cell));
      if (asked && time.withinTimeRange(cell.getTimestamp()) && isVisible(cell)) {
        ofColumn = previous != null && CellUtil.matchingColumn(previous, cell) ? ofColumn + 1 : 1;
        previous = cell;
        int kept = descriptor.getColumnFamily(CellUtil.cloneFamily(cell)).getMaxVersions();
        if (ofColumn <= Math.min(versions, kept)) {
          found.add(cell);
        }
      }
    }
    return Result.create(found);
  }

  private ResultScanner scanner(Scan scan) {
    List<Result> results = new ArrayList<>();
    synchronized (this) {
      for (byte[] key : rows.keySet()) {
        Result row = read(key, scan.getFamilyMap(), scan.getMaxVersions(), scan.getTimeRange());
        if (!row.isEmpty()) {
          results.add(row);
        }
      }
    }
    Iterator<Result> left = results.iterator();
    return proxy(
        ResultScanner.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "next" -> left.hasNext() ? left.next() : null;
              case "close" -> null;
              default -> throw new AssertionError(method.getName());
            });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
