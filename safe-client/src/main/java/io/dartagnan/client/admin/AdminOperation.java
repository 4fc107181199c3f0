package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.Unsupported;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.client.Admin;

/**
 * Ways in which methods of {@code Admin} are served. This is the table of what is supported: a
 * method that is not in it is refused, as {@link AdminRefusal} says.
 */
enum AdminOperation {
  CREATE_TABLE("checked against the schema, done on all three clouds or on none", "createTable"),
  COPY_TABLE("done on all three clouds or on none", "cloneSnapshot", "cloneTableSchema"),
  MODIFY_TABLE(
      "on all three clouds; the protection of a column stays as it is; repeating it finishes it",
      "modifyTable"),
  ADD_FAMILY("on all three clouds; repeating it finishes it", "addColumnFamily", "addColumn"),
  MODIFY_FAMILY(
      "on all three clouds; repeating it finishes it", "modifyColumnFamily", "modifyColumn"),
  DELETE_FAMILY(
      "on all three clouds; repeating it finishes it", "deleteColumnFamily", "deleteColumn"),
  SNAPSHOT(
      "on all three clouds or on none; nobody should write to the table meanwhile", "snapshot"),
  RESTORE_SNAPSHOT("on all three clouds; repeating it finishes it", "restoreSnapshot"),
  ON_ALL(
      "on all three clouds; repeating it finishes it",
      "deleteTable",
      "enableTable",
      "disableTable",
      "truncateTable",
      "modifyTableStoreFileTracker",
      "modifyColumnFamilyStoreFileTracker",
      "flush",
      "compact",
      "majorCompact",
      "split",
      "createNamespace",
      "modifyNamespace",
      "deleteNamespace",
      "deleteSnapshot",
      "deleteSnapshots",
      "deleteTableSnapshots"),
  SWITCH(
      "on all three clouds; true when each cloud says so",
      "balancerSwitch",
      "setBalancerRunning",
      "balance",
      "balancer",
      "normalize",
      "normalizerSwitch",
      "setNormalizerRunning",
      "splitSwitch",
      "mergeSwitch",
      "catalogJanitorSwitch",
      "enableCatalogJanitor",
      "cleanerChoreSwitch",
      "setCleanerChoreRunning",
      "runCleanerChore",
      "snapshotCleanupSwitch"),
  ASK_ALL(
      "asked of all three clouds, which must say the same",
      "tableExists",
      "isTableEnabled",
      "isTableDisabled",
      "listTableNames",
      "listTableNamesByState",
      "listTableNamesByNamespace",
      "listNamespaces",
      "listNamespaceDescriptors",
      "getNamespaceDescriptor",
      "listSnapshots",
      "listTableSnapshots",
      "getSecurityCapabilities"),
  TRUE_ON_ALL(
      "true when it is true on each cloud",
      "isTableAvailable",
      "isSnapshotFinished",
      "isBalancerEnabled",
      "isNormalizerEnabled",
      "isSplitEnabled",
      "isMergeEnabled",
      "isCatalogJanitorEnabled",
      "isCleanerChoreEnabled",
      "isSnapshotCleanupEnabled",
      "isMasterInMaintenanceMode"),
  FURTHEST_BEHIND(
      "of the cloud that is furthest behind",
      "getCompactionState",
      "getLastMajorCompactionTimestamp"),
  DESCRIBE(
      "asked of all three clouds, and returned as the application declared it",
      "getDescriptor",
      "listTableDescriptors",
      "listTableDescriptorsByState",
      "listTableDescriptorsByNamespace",
      "getTableDescriptor",
      "listTables",
      "getTableDescriptors",
      "getTableDescriptorsByTableName"),
  CLOUD_0(
      "of cloud 0",
      "getClusterMetrics",
      "getClusterStatus",
      "getMaster",
      "getBackupMasters",
      "getMasterInfoPort",
      "getMasterCoprocessorNames",
      "getMasterCoprocessors",
      "getRegionServers",
      "getRegionMetrics",
      "getRegions",
      "getTableRegions",
      "getOnlineRegions",
      "listDeadServers",
      "listUnknownServers",
      "listDecommissionedRegionServers"),
  LOCAL(
      "answered by the client",
      "close",
      "abort",
      "isAborted",
      "getConfiguration",
      "getConnection",
      "getOperationTimeout",
      "getSyncWaitTimeout",
      "toString",
      "hashCode",
      "equals");

  private static final String ASYNC = "Async";

  private final String served;
  private final List<String> methods;

  AdminOperation(String served, String... methods) {
    this.served = served;
    this.methods = List.of(methods);
  }

  /** The way in which it is served, for the documents. */
  String served() {
    return served;
  }

  /**
   * The way in which a method is served.
   *
   * @throws UnsupportedOperationException if it is not
   */
  static AdminOperation of(Method method) {
    return find(method)
        .orElseThrow(
            () ->
                Unsupported.operation(
                    "Admin." + method.getName(), AdminRefusal.of(method).reason()));
  }

  /** The way in which a method is served; empty if it is not. */
  static Optional<AdminOperation> find(Method method) {
    for (AdminOperation operation : values()) {
      if (operation.methods.contains(method.getName()) && operation.answers(method)) {
        return Optional.of(operation);
      }
    }
    return Optional.empty();
  }

  private boolean answers(Method method) {
    return this != SWITCH || method.getReturnType() == boolean.class;
  }

  /** The method that does the same and returns when it is done, of one that returns a future. */
  static Optional<Method> waiting(Method method) {
    if (!method.getName().endsWith(ASYNC)
        || !Future.class.isAssignableFrom(method.getReturnType())) {
      return Optional.empty();
    }
    String name = method.getName().substring(0, method.getName().length() - ASYNC.length());
    try {
      return Optional.of(Admin.class.getMethod(name, method.getParameterTypes()))
          .filter(each -> find(each).isPresent());
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
  }
}
