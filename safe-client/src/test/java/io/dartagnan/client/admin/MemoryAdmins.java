package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerDescriptor;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.snapshot.SnapshotDoesNotExistException;
import org.apache.hadoop.hbase.snapshot.SnapshotExistsException;

/** Masters of three clouds in memory, each of which may refuse some methods. */
@SuppressWarnings("deprecation") // Programs of HBase 1 ask for HTableDescriptor.
final class MemoryAdmins implements Closeable {

  /** What one cloud has. */
  static final class Cloud {
    final Map<TableName, TableDescriptor> tables = new TreeMap<>();
    final Set<TableName> enabled = new TreeSet<>();
    final Map<String, TableName> snapshots = new TreeMap<>();

    /** When its tables were last compacted; 0 is never. */
    long compacted;

    /** Done once a descriptor has been read, each once. */
    final Deque<Runnable> afterReading = new ArrayDeque<>();

    /** Methods that fail there. */
    final Set<String> failing = new TreeSet<>();

    /** Methods that changed it, in order. */
    final List<String> changes = new ArrayList<>();
  }

  final List<Cloud> clouds = List.of(new Cloud(), new Cloud(), new Cloud());
  final FanOut fanOut = new FanOut(CloudThreads.create(3));

  /** The three. */
  List<Admin> byCloud() {
    return Party.ALL.stream().map(party -> admin(clouds.get(party.index()))).toList();
  }

  CloudAdmins admins() {
    return admins(new Configuration(false));
  }

  CloudAdmins admins(Configuration conf) {
    return new CloudAdmins(conf, byCloud(), fanOut);
  }

  /** Puts a table on all three clouds, as the Safe Client makes it. */
  MemoryAdmins with(TableDescriptor declared) {
    for (Cloud cloud : clouds) {
      cloud.tables.put(declared.getTableName(), InnerDescriptor.of(declared));
      cloud.enabled.add(declared.getTableName());
    }
    return this;
  }

  @Override
  public void close() {
    fanOut.close();
  }

  private static Admin admin(Cloud cloud) {
    return (Admin)
        Proxy.newProxyInstance(
            MemoryAdmins.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (self, method, arguments) -> {
              List<Object> given = arguments == null ? List.of() : Arrays.asList(arguments);
              synchronized (cloud) {
                if (cloud.failing.contains(method.getName())) {
                  throw new IOException("the master is away");
                }
                return answer(cloud, method.getName(), given);
              }
            });
  }

  private static Object answer(Cloud cloud, String method, List<Object> given) throws IOException {
    switch (method) {
      case "getOperationTimeout", "getSyncWaitTimeout":
        return 30_000;
      case "getDescriptor":
        TableDescriptor read = table(cloud, (TableName) given.get(0));
        if (!cloud.afterReading.isEmpty()) {
          cloud.afterReading.remove().run();
        }
        return read;
      case "listTableNames":
        return cloud.tables.keySet().toArray(TableName[]::new);
      case "getLastMajorCompactionTimestamp":
        return cloud.compacted;
      case "listTableDescriptors":
        return List.copyOf(cloud.tables.values());
      case "getTableDescriptor":
        return new HTableDescriptor(table(cloud, (TableName) given.get(0)));
      case "isTableEnabled":
        return cloud.enabled.contains(given.get(0));
      case "listSnapshots":
        return cloud.snapshots.entrySet().stream()
            .map(each -> new SnapshotDescription(each.getKey(), each.getValue()))
            .toList();
      default:
        change(cloud, method, given);
        cloud.changes.add(method);
        return null;
    }
  }

  private static void change(Cloud cloud, String method, List<Object> given) throws IOException {
    switch (method) {
      case "createTable":
        TableDescriptor made = (TableDescriptor) given.get(0);
        if (cloud.tables.putIfAbsent(made.getTableName(), made) != null) {
          throw new TableExistsException(made.getTableName());
        }
        cloud.enabled.add(made.getTableName());
        break;
      case "modifyTable":
        TableDescriptor next = (TableDescriptor) given.get(0);
        table(cloud, next.getTableName());
        cloud.tables.put(next.getTableName(), next);
        break;
      case "modifyTableStoreFileTracker", "modifyColumnFamilyStoreFileTracker":
        table(cloud, (TableName) given.get(0));
        break;
      case "disableTable":
        table(cloud, (TableName) given.get(0));
        cloud.enabled.remove(given.get(0));
        break;
      case "deleteTable":
        table(cloud, (TableName) given.get(0));
        cloud.tables.remove(given.get(0));
        break;
      case "snapshot":
        if (cloud.snapshots.putIfAbsent((String) given.get(0), (TableName) given.get(1)) != null) {
          throw new SnapshotExistsException("it exists");
        }
        break;
      case "deleteSnapshot":
        if (cloud.snapshots.remove(given.get(0)) == null) {
          throw new SnapshotDoesNotExistException("there is none");
        }
        break;
      default:
        throw new AssertionError(method);
    }
  }

  private static TableDescriptor table(Cloud cloud, TableName name) throws IOException {
    TableDescriptor table = cloud.tables.get(name);
    if (table == null) {
      throw new TableNotFoundException(name);
    }
    return table;
  }
}
