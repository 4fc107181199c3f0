package io.dartagnan.client.admin;

import io.dartagnan.client.catalogue.TableCatalogue;
import io.dartagnan.client.cloud.CloudConsensus;
import io.dartagnan.client.cloud.CloudFailures;
import io.dartagnan.client.cloud.CloudOutcome;
import io.dartagnan.client.cloud.FanOut;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.InnerVersions;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The {@link Admin} of three clouds, which serves each method as {@link AdminOperation} says. A
 * proxy, since releases of HBase differ in what the interface holds.
 */
public final class SafeAdmin implements InvocationHandler {
  private final Connection connection;
  private final List<Admin> inner;
  private final FanOut fanOut;
  private final TableCatalogue catalogue;

  private SafeAdmin(
      Connection connection, List<Admin> inner, FanOut fanOut, TableCatalogue catalogue) {
    this.connection = connection;
    this.inner = inner;
    this.fanOut = fanOut;
    this.catalogue = catalogue;
  }

  /**
   * An {@code Admin} over three; it is to be closed, as HBase's own, and closes them.
   *
   * @param connection whose it is
   * @param inner the ones of cloud 0, 1 and 2
   * @param catalogue told of tables that change
   */
  public static Admin over(
      Connection connection, List<Admin> inner, FanOut fanOut, TableCatalogue catalogue) {
    return (Admin)
        Proxy.newProxyInstance(
            SafeAdmin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            new SafeAdmin(connection, List.copyOf(inner), fanOut, catalogue));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    return switch (AdminOperation.of(method)) {
      case CREATE_TABLE -> createTable(method, arguments);
      case ON_ALL -> onAll(method, arguments);
      case ASK_ALL ->
          CloudConsensus.on(
              question(method, arguments), ask(method, arguments), SafeAdmin::comparable);
      case TRUE_ON_ALL -> ask(method, arguments).stream().allMatch(Boolean.TRUE::equals);
      case DESCRIBE -> describe(method, arguments);
      case LOCAL -> local(proxy, method, arguments);
    };
  }

  private Object createTable(Method method, Object[] arguments) throws Throwable {
    new TableCreation(fanOut, this::admin, longDeadlineMs())
        .create(
            (TableDescriptor) arguments[0],
            (cloud, descriptor) -> {
              Object[] own = arguments.clone();
              own[0] = descriptor;
              call(cloud, method, own);
            });
    catalogue.forget(((TableDescriptor) arguments[0]).getTableName());
    return null;
  }

  private Object onAll(Method method, Object[] arguments) throws IOException {
    try {
      List<CloudOutcome<Object>> outcomes =
          fanOut.outcomes(longDeadlineMs(), cloud -> call(cloud, method, arguments));
      boolean done =
          outcomes.stream().anyMatch(outcome -> !outcome.failed())
              || AdminOperation.isHalfDone(
                  method, outcomes.stream().map(CloudOutcome::failure).toList());
      List<CloudOutcome<Object>> judged = new ArrayList<>(outcomes.size());
      for (CloudOutcome<Object> outcome : outcomes) {
        judged.add(
            done && outcome.failed() && AdminOperation.isDoneBefore(method, outcome.failure())
                ? new CloudOutcome<>(outcome.cloud(), null, null)
                : outcome);
      }
      CloudFailures.values(judged);
      return null;
    } finally {
      for (Object argument : arguments) {
        if (argument instanceof TableName table) {
          catalogue.forget(table);
        }
      }
    }
  }

  private List<Object> ask(Method method, Object[] arguments) throws IOException {
    return fanOut.call(
        ClientSettings.operationDeadlineMs(connection.getConfiguration()),
        cloud -> call(cloud, method, arguments));
  }

  private Object describe(Method method, Object[] arguments) throws IOException {
    List<Object> answers = ask(method, arguments);
    if (answers.get(0) instanceof TableDescriptor) {
      return declared(answers.stream().map(TableDescriptor.class::cast).toList());
    }
    List<List<TableDescriptor>> lists = answers.stream().map(SafeAdmin::descriptors).toList();
    CloudConsensus.on(question(method, arguments), lists, SafeAdmin::names);
    List<TableDescriptor> declared = new ArrayList<>();
    for (TableDescriptor first : lists.get(0)) {
      List<TableDescriptor> ofOne = new ArrayList<>(lists.size());
      for (List<TableDescriptor> list : lists) {
        for (TableDescriptor descriptor : list) {
          if (descriptor.getTableName().equals(first.getTableName())) {
            ofOne.add(descriptor);
          }
        }
      }
      declared.add(declared(ofOne));
    }
    return declared;
  }

  private static TableDescriptor declared(List<TableDescriptor> byCloud) throws IOException {
    return InnerVersions.toDeclared(CloudConsensus.onDeclarations(byCloud));
  }

  private static List<TableDescriptor> descriptors(Object list) {
    List<TableDescriptor> descriptors = new ArrayList<>();
    ((Collection<?>) list).forEach(each -> descriptors.add((TableDescriptor) each));
    return descriptors;
  }

  private static Collection<String> names(List<TableDescriptor> descriptors) {
    return new TreeSet<>(
        descriptors.stream().map(each -> each.getTableName().getNameAsString()).toList());
  }

  private Object local(Object proxy, Method method, Object[] arguments) throws IOException {
    return switch (method.getName()) {
      case "close" -> close();
      case "abort" -> abort((String) arguments[0], (Throwable) arguments[1]);
      case "isAborted" -> connection.isAborted();
      case "getConfiguration" -> connection.getConfiguration();
      case "getConnection" -> connection;
      case "getOperationTimeout" -> inner.get(0).getOperationTimeout();
      case "getSyncWaitTimeout" -> inner.get(0).getSyncWaitTimeout();
      case "hashCode" -> System.identityHashCode(proxy);
      case "equals" -> proxy == arguments[0];
      default -> "admin of three clouds";
    };
  }

  private Object close() throws IOException {
    for (Admin admin : inner) {
      admin.close();
    }
    return null;
  }

  private Object abort(String why, Throwable cause) {
    connection.abort(why, cause);
    return null;
  }

  private Admin admin(Party cloud) {
    return inner.get(cloud.index());
  }

  private Object call(Party cloud, Method method, Object[] arguments) throws Exception {
    try {
      return method.invoke(admin(cloud), arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
  }

  private long longDeadlineMs() {
    return ClientSettings.withGrace(
        Math.max(inner.get(0).getOperationTimeout(), inner.get(0).getSyncWaitTimeout()));
  }

  private static String question(Method method, Object[] arguments) {
    return method.getName() + (arguments == null ? "()" : Arrays.asList(arguments).toString());
  }

  /** Lists and arrays are compared as sets: clusters may order them differently. */
  private static Object comparable(Object answer) {
    if (answer instanceof Object[] array) {
      return comparable(Arrays.asList(array));
    }
    if (answer instanceof Collection<?> list) {
      return new TreeSet<>(list.stream().map(Object::toString).toList());
    }
    return String.valueOf(answer);
  }
}
