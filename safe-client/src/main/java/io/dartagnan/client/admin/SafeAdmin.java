package io.dartagnan.client.admin;

import io.dartagnan.client.configuration.ConfiguredSchemas;
import io.dartagnan.client.keys.KeyFile;
import io.dartagnan.client.rpc.FanOut;
import io.dartagnan.client.rpc.PassedTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.RowKeys;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.rpc.Unsupported;
import io.dartagnan.client.scan.CoprocessorProbe;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The {@link Admin} of three clouds, which hands each method to the class that serves its kind, as
 * {@link AdminOperation} says. A proxy, since releases of HBase differ in what the interface holds.
 */
public final class SafeAdmin implements InvocationHandler {
  /** Calls on which the clouds write files, and drop what nobody needs. */
  private static final Set<String> REWRITING =
      Set.of("flush", "compact", "majorCompact", "disableTable");

  private final Connection connection;
  private final CloudAdmins admins;
  private final TableCatalogue catalogue;
  private final ConfiguredSchemas configured;
  private final PassedCalls passed;
  private final TableCreation creation;
  private final RepeatableChange changes;
  private final SchemaChange schemas;
  private final Snapshots snapshots;
  private final Descriptions descriptions;
  private final CombinedAnswer answers;
  private final Consumer<TableName> beforeRewriting;

  private SafeAdmin(
      Connection connection,
      CloudAdmins admins,
      TableCatalogue catalogue,
      PassedTables tables,
      TableCreation creation,
      Consumer<TableName> beforeRewriting) {
    this.connection = connection;
    this.beforeRewriting = beforeRewriting;
    this.admins = admins;
    this.catalogue = catalogue;
    this.creation = creation;
    this.changes = new RepeatableChange(admins);
    this.configured = tables.configured();
    this.passed = new PassedCalls(admins, tables);
    this.schemas = new SchemaChange(admins, catalogue, configured);
    this.snapshots = new Snapshots(admins, changes, catalogue, passed);
    this.descriptions = new Descriptions(admins, passed);
    this.answers = new CombinedAnswer(admins, passed);
  }

  /**
   * An {@code Admin} over three; it is to be closed, as HBase's own, and closes them.
   *
   * @param connection whose it is
   * @param inner the ones of cloud 0, 1 and 2
   * @param catalogue told of tables that change
   * @param tables the tables that one cloud has alone
   * @param beforeRewriting called before the clouds write files of a table
   */
  public static Admin over(
      Connection connection,
      List<Admin> inner,
      FanOut fanOut,
      TableCatalogue catalogue,
      PassedTables tables,
      Consumer<TableName> beforeRewriting) {
    CloudAdmins admins = new CloudAdmins(connection.getConfiguration(), inner, fanOut);
    TableCreation.Check check =
        (cloud, table) -> {
          if (!fanOut.placement().isOneCluster()) {
            CoprocessorProbe.require(cloud, inner.get(cloud.index()).getConnection(), table);
          }
        };
    return (Admin)
        Proxy.newProxyInstance(
            SafeAdmin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            new SafeAdmin(
                connection,
                admins,
                catalogue,
                tables,
                new TableCreation(admins, check),
                beforeRewriting));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    AdminCall asked = AdminCall.of(method, arguments);
    Optional<Party> alone = passed.cloudOf(asked);
    if (alone.isPresent()) {
      return passed.on(alone.get(), asked);
    }
    Optional<Method> waiting = AdminOperation.waiting(method);
    return waiting.isPresent()
        ? ended(AdminCall.of(waiting.get(), arguments))
        : serve(proxy, asked);
  }

  /** A future that has come to its end: the three clouds are waited for here. */
  private CompletableFuture<Object> ended(AdminCall call) {
    try {
      return CompletableFuture.completedFuture(serve(null, call));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Object serve(Object proxy, AdminCall call) throws IOException {
    AdminRefusal.requireRegionName(call);
    switch (AdminOperation.of(call.method())) {
      case CREATE_TABLE -> createTable(call);
      case COPY_TABLE -> copyTable(call);
      case MODIFY_TABLE -> modifyTable(call);
      case ADD_FAMILY ->
          schemas.addFamily(
              call.argument(TableName.class), call.argument(ColumnFamilyDescriptor.class));
      case MODIFY_FAMILY ->
          schemas.modifyFamily(
              call.argument(TableName.class), call.argument(ColumnFamilyDescriptor.class));
      case DELETE_FAMILY ->
          schemas.deleteFamily(call.argument(TableName.class), call.argument(byte[].class));
      case SNAPSHOT -> snapshots.take(call);
      case RESTORE_SNAPSHOT -> snapshots.restore(call);
      case ON_ALL -> onAll(call);
      case SWITCH -> {
        return onAll(call).stream().allMatch(Boolean.TRUE::equals);
      }
      case ASK_ALL -> {
        return answers.same(call);
      }
      case TRUE_ON_ALL -> {
        return answers.trueOnAll(call);
      }
      case FURTHEST_BEHIND -> {
        return answers.furthestBehind(call);
      }
      case DESCRIBE -> {
        return descriptions.of(call);
      }
      case CLOUD_0 -> {
        return admins.call(Party.P0, call);
      }
      case LOCAL -> {
        return local(proxy, call);
      }
    }
    return null;
  }

  private void createTable(AdminCall call) throws IOException {
    TableDescriptor declared = configured.complete(call.argument(TableDescriptor.class));
    try {
      creation.create(
          declared,
          (cloud, inner) -> StoredSplits.of(call, rowKeys(inner)).with(inner).on(admins.on(cloud)));
    } finally {
      catalogue.forget(declared.getTableName());
    }
  }

  private RowKeys rowKeys(TableDescriptor ofNewTable) throws IOException {
    return new ProtectedTable(
            ofNewTable, admins.placement(), KeyFile.of(admins.configuration()), () -> ofNewTable)
        .rowKeys();
  }

  private void copyTable(AdminCall call) throws IOException {
    TableName copy =
        call.name().equals("cloneSnapshot") ? call.argument(TableName.class) : call.tables().get(1);
    try {
      creation.copy(copy, cloud -> call.on(admins.on(cloud)));
    } finally {
      catalogue.forget(copy);
    }
  }

  private void modifyTable(AdminCall call) throws IOException {
    TableDescriptor declared = call.argument(TableDescriptor.class);
    if (call.arguments().contains(false)) {
      throw Unsupported.operation(
          "modifyTable without reopening the regions",
          "the clouds read a table's schema when its regions open; leave the argument out");
    }
    if (call.tables().stream().distinct().count() > 1) {
      throw new IllegalArgumentException(
          "modifyTable was given table %s and the descriptor of table %s; they must be one"
              .formatted(call.tables().get(0), declared.getTableName()));
    }
    schemas.modifyTable(declared);
  }

  private List<Object> onAll(AdminCall call) throws IOException {
    if (REWRITING.contains(call.name())) {
      call.tables().forEach(beforeRewriting);
    }
    boolean isAtRow = call.name().equals("split") && call.arguments().size() > 1;
    try {
      return changes.make(
          isAtRow ? StoredSplits.of(call, catalogue.get(call.tables().get(0)).rowKeys()) : call);
    } finally {
      call.tables().forEach(catalogue::forget);
    }
  }

  private Object local(Object proxy, AdminCall call) throws IOException {
    switch (call.name()) {
      case "close":
        admins.close();
        return null;
      case "abort":
        connection.abort((String) call.arguments().get(0), (Throwable) call.arguments().get(1));
        return null;
      case "isAborted":
        return connection.isAborted();
      case "getConfiguration":
        return connection.getConfiguration();
      case "getConnection":
        return connection;
      case "getOperationTimeout":
        return admins.on(Party.P0).getOperationTimeout();
      case "getSyncWaitTimeout":
        return admins.on(Party.P0).getSyncWaitTimeout();
      case "hashCode":
        return System.identityHashCode(proxy);
      case "equals":
        return proxy == call.arguments().get(0);
      default:
        return "admin of three clouds";
    }
  }
}
