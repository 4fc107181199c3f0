package io.dartagnan.client.table;

import io.dartagnan.client.rpc.IOFunction;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.io.TimeRange;

/**
 * The four builders of conditional changes in HBase's older form, of {@code Table} and of {@code
 * AsyncTable}, on a column and with a filter. They name the family first and the rest later; with
 * what is to be done the condition becomes a {@link CheckAndMutate}, which the table carries out.
 *
 * <p>As HBase's own builders do, it throws {@code NullPointerException} for what is left out:
 * programs may expect that one.
 */
public final class LegacyCheck implements InvocationHandler {
  private final CheckAndMutate.Builder builder;
  private final byte[] family;
  private final IOFunction<CheckAndMutate, ?> table;
  private byte[] qualifier;
  private boolean complete;

  private LegacyCheck(
      CheckAndMutate.Builder builder, byte[] family, IOFunction<CheckAndMutate, ?> table) {
    this.builder = builder;
    this.family = family;
    this.complete = family == null;
    this.table = table;
  }

  /** Starts one of that type with a condition on a column of the family. */
  public static <B> B onColumn(
      Class<B> type, byte[] row, byte[] family, IOFunction<CheckAndMutate, ?> table) {
    Objects.requireNonNull(row, "row is null");
    Objects.requireNonNull(family, "family is null");
    return proxy(type, new LegacyCheck(CheckAndMutate.newBuilder(row), family, table));
  }

  /** Starts one of that type with a filter for its condition. */
  public static <B> B onFilter(
      Class<B> type, byte[] row, Filter filter, IOFunction<CheckAndMutate, ?> table) {
    Objects.requireNonNull(row, "row is null");
    Objects.requireNonNull(filter, "filter is null");
    return proxy(
        type, new LegacyCheck(CheckAndMutate.newBuilder(row).ifMatches(filter), null, table));
  }

  private static <B> B proxy(Class<B> type, LegacyCheck check) {
    return type.cast(
        Proxy.newProxyInstance(LegacyCheck.class.getClassLoader(), new Class<?>[] {type}, check));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] given) throws Throwable {
    switch (method.getName()) {
      case "qualifier" ->
          qualifier =
              Objects.requireNonNull(
                  (byte[]) given[0],
                  "null was given in the place of a qualifier; leave the call out for the empty one");
      case "timeRange" -> builder.timeRange((TimeRange) given[0]);
      case "ifNotExists" -> {
        complete = true;
        builder.ifNotExists(family, qualifier);
      }
      case "ifEquals" -> ifMatches(CompareOperator.EQUAL, (byte[]) given[0]);
      case "ifMatches" -> ifMatches((CompareOperator) given[0], (byte[]) given[1]);
      case "thenPut" -> {
        return table.apply(complete().build((Put) given[0]));
      }
      case "thenDelete" -> {
        return table.apply(complete().build((Delete) given[0]));
      }
      case "thenMutate" -> {
        return table.apply(complete().build((RowMutations) given[0]));
      }
      case "hashCode" -> {
        return System.identityHashCode(proxy);
      }
      case "equals" -> {
        return proxy == given[0];
      }
      default -> {
        return "builder of a conditional change";
      }
    }
    return proxy;
  }

  private void ifMatches(CompareOperator operator, byte[] value) {
    Objects.requireNonNull(
        value, "null was given in the place of a value; ifNotExists() asks for absence");
    complete = true;
    builder.ifMatches(family, qualifier, operator, value);
  }

  private CheckAndMutate.Builder complete() {
    if (!complete) {
      throw new NullPointerException(
          "null was given in the place of a condition; call ifNotExists, ifEquals or ifMatches"
              + " first");
    }
    return builder;
  }
}
