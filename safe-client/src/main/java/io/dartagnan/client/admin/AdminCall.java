package io.dartagnan.client.admin;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.SnapshotDescription;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** A call of a method of {@code Admin}, to be made on any of them. */
record AdminCall(Method method, List<Object> arguments) {

  static AdminCall of(Method method, Object[] arguments) {
    return new AdminCall(method, arguments == null ? List.of() : Arrays.asList(arguments));
  }

  String name() {
    return method.getName();
  }

  /** Makes it. */
  Object on(Admin admin) throws Exception {
    try {
      return method.invoke(admin, arguments.toArray());
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (Exception) e.getCause();
    }
  }

  /** The same with another table descriptor. */
  AdminCall with(TableDescriptor descriptor) {
    return new AdminCall(
        method,
        arguments.stream()
            .map(argument -> argument instanceof TableDescriptor ? descriptor : argument)
            .toList());
  }

  /**
   * The first argument of a type.
   *
   * @throws IllegalArgumentException if there is none, or it is null
   */
  <T> T argument(Class<T> type) {
    return ofType(type)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s was given no %s".formatted(name(), type.getSimpleName())));
  }

  /** The tables that are named. */
  List<TableName> tables() {
    return Stream.of(
            ofType(TableName.class),
            ofType(TableDescriptor.class).map(TableDescriptor::getTableName),
            ofType(SnapshotDescription.class).map(SnapshotDescription::getTableName))
        .flatMap(Function.identity())
        .filter(Objects::nonNull)
        .toList();
  }

  /** The name of the snapshot that the first argument is, or describes. */
  String snapshot() {
    Object first = arguments.get(0);
    if (first instanceof SnapshotDescription description) {
      return description.getName();
    }
    return first instanceof byte[] name ? Bytes.toString(name) : (String) first;
  }

  private <T> Stream<T> ofType(Class<T> type) {
    return arguments.stream().filter(type::isInstance).map(type::cast);
  }

  /** As messages name it. */
  @Override
  public String toString() {
    return name()
        + arguments.stream()
            .map(
                argument -> argument instanceof byte[] name ? Bytes.toStringBinary(name) : argument)
            .toList()
            .toString()
            .replaceAll("^\\[|]$", "")
            .transform(list -> "(" + list + ")");
  }
}
