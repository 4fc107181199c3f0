package io.dartagnan.client.support;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.admin.AdminNotes;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncAdminBuilder;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.AsyncTableBuilder;
import org.apache.hadoop.hbase.client.AsyncTableRegionLocator;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/**
 * The classification of every public method of HBase's client API, found by trying it: a method is
 * refused if it throws {@code UnsupportedOperationException}, or if a request on which it was
 * called is refused.
 */
final class ApiSupport {

  /** What becomes of a call. */
  enum State {
    SUPPORTED,
    PASSED,
    REFUSED
  }

  /**
   * One method.
   *
   * @param type whose it is
   * @param note how it is served, or why it is refused; may be empty
   */
  record Entry(Class<?> type, Method method, State state, String note) {}

  /** An object to try a method on, of a connection over clouds in memory. */
  @FunctionalInterface
  private interface Target {
    Object of(SafeConnection connection) throws Exception;
  }

  /** An object to try a method on, of an asynchronous connection. */
  @FunctionalInterface
  private interface AsyncTarget {
    Object of(AsyncConnection connection) throws Exception;
  }

  /** A call of a table with a request. */
  @FunctionalInterface
  private interface Use<T> {
    void on(Table table, T request) throws Exception;
  }

  private static final String CLOUD_0 = "of cloud 0";
  private static final String EACH = "handed to each cloud's own";

  /** Methods that HBase's own client of one cloud, or of each, serves. */
  static final Map<String, String> PASSED =
      Map.ofEntries(
          Map.entry("Connection.getRegionLocator", CLOUD_0),
          Map.entry("Connection.clearRegionLocationCache", EACH),
          Map.entry("Table.getRegionLocator", CLOUD_0),
          Map.entry("Table.getRequestAttributes", CLOUD_0),
          Map.entry("Table.getRpcTimeout", CLOUD_0),
          Map.entry("Table.getReadRpcTimeout", CLOUD_0),
          Map.entry("Table.getWriteRpcTimeout", CLOUD_0),
          Map.entry("Table.setRpcTimeout", EACH),
          Map.entry("Table.setReadRpcTimeout", EACH),
          Map.entry("Table.setWriteRpcTimeout", EACH),
          Map.entry("Table.setOperationTimeout", EACH),
          Map.entry("TableBuilder.setRpcTimeout", EACH),
          Map.entry("TableBuilder.setReadRpcTimeout", EACH),
          Map.entry("TableBuilder.setWriteRpcTimeout", EACH),
          Map.entry("TableBuilder.setOperationTimeout", EACH),
          Map.entry("TableBuilder.setRequestAttribute", EACH),
          Map.entry("AsyncConnection.getRegionLocator", CLOUD_0),
          Map.entry("AsyncConnection.clearRegionLocationCache", EACH),
          Map.entry("AsyncTable.getRegionLocator", CLOUD_0),
          Map.entry("AsyncTable.getScanTimeout", CLOUD_0),
          Map.entry("AsyncTableBuilder.setRpcTimeout", EACH),
          Map.entry("AsyncTableBuilder.setReadRpcTimeout", EACH),
          Map.entry("AsyncTableBuilder.setWriteRpcTimeout", EACH),
          Map.entry("AsyncTableBuilder.setOperationTimeout", EACH),
          Map.entry("AsyncTableBuilder.setRequestAttribute", EACH),
          Map.entry("AsyncBufferedMutatorBuilder.setRpcTimeout", EACH),
          Map.entry("AsyncBufferedMutatorBuilder.setOperationTimeout", EACH),
          Map.entry("AsyncBufferedMutatorBuilder.setRequestAttribute", EACH),
          Map.entry("AsyncBufferedMutatorBuilder.setRequestAttributes", EACH));

  private static final TableName TABLE = Tables.DECLARED.getTableName();

  private ApiSupport() {}

  /** Every method, in the order of the document. */
  static List<Entry> entries() throws Exception {
    List<Entry> entries = new ArrayList<>();
    tried(Connection.class, connection -> connection, entries);
    tried(Table.class, connection -> connection.getTable(TABLE), entries);
    tried(TableBuilder.class, connection -> connection.getTableBuilder(TABLE, null), entries);
    tried(BufferedMutator.class, connection -> connection.getBufferedMutator(TABLE), entries);
    tried(
        ResultScanner.class,
        connection -> connection.getTable(TABLE).getScanner(new Scan()),
        entries);
    methods(RegionLocator.class)
        .forEach(each -> entries.add(new Entry(RegionLocator.class, each, State.PASSED, CLOUD_0)));
    methods(Admin.class).forEach(each -> entries.add(admin(each)));
    asynchronous(entries);
    options(Get.class, () -> new Get(Tables.ROW), Table::get, entries);
    options(Scan.class, Scan::new, Table::getScanner, entries);
    options(Put.class, () -> put(), Table::put, entries);
    options(Delete.class, () -> new Delete(Tables.ROW), Table::delete, entries);
    return entries;
  }

  private static void tried(Class<?> type, Target target, List<Entry> entries) throws Exception {
    for (Method method : methods(type)) {
      try (SafeConnection connection = connection()) {
        entries.add(entry(type, method, refusal(target.of(connection), method)));
      }
    }
  }

  private static Entry entry(Class<?> type, Method method, Optional<String> refusal) {
    if (refusal.isPresent()) {
      return new Entry(type, method, State.REFUSED, refusal.get());
    }
    String passed = PASSED.get(type.getSimpleName() + "." + method.getName());
    return passed == null
        ? new Entry(type, method, State.SUPPORTED, "")
        : new Entry(type, method, State.PASSED, passed);
  }

  /** The reason for which a method is refused; empty when it does, or fails at, something else. */
  private static Optional<String> refusal(Object target, Method method)
      throws IllegalAccessException {
    try {
      Object answer = method.invoke(target, Samples.of(method));
      if (target instanceof AsyncBufferedMutator mutator) {
        mutator.flush();
      }
      return refusal(answer, method.getReturnType());
    } catch (InvocationTargetException e) {
      return refusal(e.getCause());
    }
  }

  /** The reason that an answer brings, if it is a future. */
  private static Optional<String> refusal(Object answer, Class<?> type) {
    if (type != CompletableFuture.class) {
      return Optional.empty();
    }
    try {
      ((CompletableFuture<?>) answer).get(1, TimeUnit.MINUTES);
      return Optional.empty();
    } catch (ExecutionException e) {
      return refusal(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("a future was not completed", e);
    }
  }

  private static Optional<String> refusal(Throwable failure) {
    return failure instanceof UnsupportedOperationException refused
        ? Optional.of(reason(refused))
        : Optional.empty();
  }

  private static String reason(UnsupportedOperationException refused) {
    return refused.getMessage().replaceFirst("^(this )?\\S+ is not supported( yet)?: ", "");
  }

  private static Entry admin(Method method) {
    return AdminNotes.served(method)
        .map(
            note ->
                new Entry(
                    Admin.class,
                    method,
                    AdminNotes.isPassed(method) ? State.PASSED : State.SUPPORTED,
                    note))
        .orElseGet(() -> new Entry(Admin.class, method, State.REFUSED, AdminNotes.refused(method)));
  }

  private static void asynchronous(List<Entry> entries) throws Exception {
    asyncTried(AsyncConnection.class, connection -> connection, entries);
    asyncTried(AsyncTable.class, connection -> connection.getTable(TABLE), entries);
    asyncTried(AsyncTableBuilder.class, connection -> connection.getTableBuilder(TABLE), entries);
    asyncTried(
        AsyncBufferedMutator.class, connection -> connection.getBufferedMutator(TABLE), entries);
    asyncTried(
        AsyncBufferedMutatorBuilder.class,
        connection -> connection.getBufferedMutatorBuilder(TABLE),
        entries);
    methods(AsyncTableRegionLocator.class)
        .forEach(
            each ->
                entries.add(new Entry(AsyncTableRegionLocator.class, each, State.PASSED, CLOUD_0)));
    asyncTried(AsyncAdminBuilder.class, AsyncConnection::getAdminBuilder, entries);
    methods(AsyncAdmin.class).forEach(each -> entries.add(asyncAdmin(each)));
  }

  private static void asyncTried(Class<?> type, AsyncTarget target, List<Entry> entries)
      throws Exception {
    for (Method method : methods(type)) {
      try (AsyncConnection connection = asyncConnection()) {
        entries.add(entry(type, method, refusal(target.of(connection), method)));
      }
    }
  }

  private static Entry asyncAdmin(Method method) {
    return AdminNotes.counterpart(method)
        .map(ApiSupport::admin)
        .map(of -> new Entry(AsyncAdmin.class, method, of.state(), of.note()))
        .orElseGet(
            () -> new Entry(AsyncAdmin.class, method, State.REFUSED, AdminNotes.refused(method)));
  }

  /** The reason for which the methods of {@code AsyncAdmin} are refused, by trying them. */
  static Map<Method, Optional<String>> triedAsyncAdmin() throws Exception {
    Map<Method, Optional<String>> refusals = new LinkedHashMap<>();
    for (Method method : methods(AsyncAdmin.class)) {
      try (AsyncConnection connection = asyncConnection()) {
        refusals.put(method, refusal(connection.getAdmin(), method));
      }
    }
    return refusals;
  }

  private static AsyncConnection asyncConnection() throws IOException {
    return MemoryConnection.async(connection());
  }

  private static <T> void options(
      Class<T> type, Supplier<T> request, Use<T> use, List<Entry> entries) throws Exception {
    for (Method method : methods(type)) {
      if (method.getName().matches("(set|add|read|with)[A-Z].*|add")) {
        T tried = request.get();
        Optional<String> refusal = refusal(tried, method).or(() -> refusal(use, tried));
        entries.add(
            new Entry(
                type,
                method,
                refusal.isPresent() ? State.REFUSED : State.SUPPORTED,
                refusal.orElse("")));
      }
    }
  }

  /** The reason for which a table refuses a request. */
  private static <T> Optional<String> refusal(Use<T> use, T request) {
    try (SafeConnection connection = connection();
        Table table = connection.getTable(TABLE)) {
      use.on(table, request);
      return Optional.empty();
    } catch (UnsupportedOperationException e) {
      return Optional.of(reason(e));
    } catch (Exception | AssertionError e) {
      // Clouds in memory do not know everything, and that is no refusal.
      return Optional.empty();
    }
  }

  private static SafeConnection connection() throws IOException {
    return MemoryConnection.open(List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud()));
  }

  private static Put put() {
    return new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.PLAIN, Tables.ROW);
  }

  /** The public methods of a type, without what every object has, in a stable order. */
  static List<Method> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getDeclaringClass() != Object.class)
        .filter(method -> !method.isBridge() && !Modifier.isStatic(method.getModifiers()))
        .filter(method -> !method.getDeclaringClass().getName().startsWith("java.lang.Iterable"))
        .sorted(Comparator.comparing(ApiSupport::signature))
        .toList();
  }

  /** Name and types of parameters. */
  static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }
}
