package io.dartagnan.client.support;

import io.dartagnan.client.fixture.Tables;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.IsolationLevel;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.ScanResultConsumerBase;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.visibility.Authorizations;
import org.apache.hadoop.hbase.security.visibility.CellVisibility;
import org.apache.hadoop.hbase.util.Bytes;

/** Arguments with which a method of HBase's API is tried: those that ask for the most. */
@SuppressWarnings("deprecation") // What is deprecated is tried as well.
final class Samples {
  private static final byte[] ROW = Tables.ROW;
  private static final byte[] REGION = Bytes.toBytes("0123456789abcdef0123456789abcdef");
  private static final Permission PERMISSION = new Permission(Permission.Action.READ);

  private static final Map<Class<?>, Supplier<Object>> BY_TYPE =
      Map.ofEntries(
          Map.entry(boolean.class, () -> true),
          Map.entry(int.class, () -> 1),
          Map.entry(long.class, () -> 1L),
          Map.entry(byte[].class, () -> Tables.FAMILY),
          Map.entry(String.class, () -> "x"),
          Map.entry(ByteBuffer.class, () -> ByteBuffer.wrap(Tables.PLAIN)),
          Map.entry(Object[].class, () -> new Object[0]),
          Map.entry(List.class, List::of),
          Map.entry(Map.class, () -> Map.of("user", PERMISSION)),
          Map.entry(NavigableMap.class, TreeMap::new),
          Map.entry(TimeUnit.class, () -> TimeUnit.SECONDS),
          Map.entry(TableName.class, Tables.DECLARED::getTableName),
          Map.entry(ServerName.class, () -> ServerName.valueOf("server", 1, 1)),
          Map.entry(
              BufferedMutatorParams.class,
              () -> new BufferedMutatorParams(Tables.DECLARED.getTableName())),
          Map.entry(Get.class, () -> new Get(ROW)),
          Map.entry(Scan.class, Scan::new),
          Map.entry(Put.class, Samples::put),
          Map.entry(Mutation.class, Samples::put),
          Map.entry(Delete.class, () -> new Delete(ROW).addColumns(Tables.FAMILY, Tables.PLAIN)),
          Map.entry(Append.class, () -> new Append(ROW)),
          Map.entry(Increment.class, () -> new Increment(ROW)),
          Map.entry(RowMutations.class, () -> new RowMutations(ROW)),
          Map.entry(
              CheckAndMutate.class,
              () ->
                  CheckAndMutate.newBuilder(ROW)
                      .ifNotExists(Tables.FAMILY, Tables.PLAIN)
                      .build(put())),
          Map.entry(Filter.class, () -> new PrefixFilter(ROW)),
          Map.entry(CompareOperator.class, () -> CompareOperator.EQUAL),
          Map.entry(CompareFilter.CompareOp.class, () -> CompareFilter.CompareOp.EQUAL),
          Map.entry(Durability.class, () -> Durability.SKIP_WAL),
          Map.entry(Consistency.class, () -> Consistency.TIMELINE),
          Map.entry(IsolationLevel.class, () -> IsolationLevel.READ_UNCOMMITTED),
          Map.entry(Authorizations.class, () -> new Authorizations("label")),
          Map.entry(CellVisibility.class, () -> new CellVisibility("label")),
          Map.entry(Permission.class, () -> PERMISSION),
          Map.entry(ScanResultConsumerBase.class, Samples::consumer),
          Map.entry(Scan.ReadType.class, () -> Scan.ReadType.PREAD));

  private Samples() {}

  /** Arguments for a method; null where no sample of a type is known. */
  static Object[] of(Method method) {
    return Arrays.stream(method.getParameterTypes()).map(type -> of(type, method)).toArray();
  }

  private static Object of(Class<?> type, Method method) {
    if (type == Cell.class) {
      boolean put = method.getDeclaringClass() == Put.class;
      return new KeyValue(
          ROW, Tables.FAMILY, Tables.PLAIN, 1, put ? KeyValue.Type.Put : KeyValue.Type.Delete);
    }
    if (type == byte[].class && method.getDeclaringClass() == AsyncAdmin.class) {
      return REGION;
    }
    return BY_TYPE.getOrDefault(type, () -> null).get();
  }

  private static AdvancedScanResultConsumer consumer() {
    return new AdvancedScanResultConsumer() {
      @Override
      public void onNext(Result[] results, ScanController controller) {}

      @Override
      public void onError(Throwable error) {}

      @Override
      public void onComplete() {}
    };
  }

  private static Put put() {
    return new Put(ROW).addColumn(Tables.FAMILY, Tables.PLAIN, ROW);
  }
}
