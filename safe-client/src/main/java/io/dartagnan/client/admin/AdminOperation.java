package io.dartagnan.client.admin;

import io.dartagnan.client.refusal.Unsupported;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;

/**
 * Ways in which methods of {@code Admin} are served. This is the table of what is supported: a
 * method that is not in it is refused.
 */
enum AdminOperation {
  /** Checked against the schema, then done on all three clouds, and undone if one fails. */
  CREATE_TABLE("createTable"),
  /** Done on all three clouds. */
  ON_ALL(
      "deleteTable",
      "enableTable",
      "disableTable",
      "truncateTable",
      "flush",
      "compact",
      "majorCompact",
      "split",
      "createNamespace",
      "modifyNamespace",
      "deleteNamespace"),
  /** Asked of all three clouds, which must say the same. */
  ASK_ALL(
      "tableExists",
      "isTableEnabled",
      "isTableDisabled",
      "listTableNames",
      "listTableNamesByState",
      "listTableNamesByNamespace",
      "listNamespaces",
      "getNamespaceDescriptor"),
  /** Asked of all three clouds: true when it is true on each. */
  TRUE_ON_ALL("isTableAvailable"),
  /** Descriptors, asked of all three clouds and returned as the application declared them. */
  DESCRIBE("getDescriptor", "listTableDescriptors", "listTableDescriptorsByState"),
  /** Answered here. */
  LOCAL(
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

  /** Exceptions by which a cloud says that an operation is already done there. */
  private static final Map<String, Set<Class<? extends Exception>>> DONE_BEFORE =
      Map.of(
          "deleteTable", Set.of(TableNotFoundException.class),
          "disableTable", Set.of(TableNotEnabledException.class, TableNotFoundException.class),
          "enableTable", Set.of(TableNotDisabledException.class),
          "createNamespace", Set.of(NamespaceExistException.class),
          "deleteNamespace", Set.of(NamespaceNotFoundException.class));

  private static final String DEPRECATED_TABLES = "HTableDescriptor";

  private final List<String> methods;

  AdminOperation(String... methods) {
    this.methods = List.of(methods);
  }

  /**
   * The way in which a method is served.
   *
   * @throws UnsupportedOperationException if it is not
   */
  static AdminOperation of(Method method) {
    for (AdminOperation operation : values()) {
      if (operation.methods.contains(method.getName())) {
        return operation;
      }
    }
    throw Unsupported.operation("Admin." + method.getName(), why(method));
  }

  /**
   * True if a failure on one cloud only says that the operation, which another cloud has just done,
   * had been done there before.
   */
  static boolean isDoneBefore(Method method, Throwable failure) {
    return DONE_BEFORE.getOrDefault(method.getName(), Set.of()).contains(failure.getClass());
  }

  /**
   * True if all clouds say that the operation was done there before, and not all alike: an earlier
   * attempt at this operation, or at one after it, ended half-way.
   */
  static boolean isHalfDone(Method method, List<? extends Throwable> failures) {
    return failures.stream().allMatch(failure -> failure != null && isDoneBefore(method, failure))
        && failures.stream().map(Object::getClass).distinct().count() > 1;
  }

  private static String why(Method method) {
    if (method.toString().contains(DEPRECATED_TABLES)) {
      return "it deals in HTableDescriptor; use the method that deals in TableDescriptor";
    }
    if (method.getName().endsWith("Async")) {
      return "three clusters are waited for; use the method without Async";
    }
    return "it means something else on each of the three clusters; use a connection to one cloud";
  }
}
