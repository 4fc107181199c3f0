package io.dartagnan.client.refusal;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import com.google.protobuf.Service;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;

/**
 * The methods of {@link Table} that three clouds do not serve yet, each with the reason. HBase's
 * default methods end in one of these, so no call reaches one cloud alone.
 */
@SuppressWarnings("deprecation") // What is deprecated must be refused as well.
public abstract class RefusingTable implements Table {
  private static final String ARBITER =
      "it is atomic on one cluster, and three clusters need an arbiter for it";
  private static final String ENDPOINT =
      "what an endpoint answers on one cloud cannot be put together with the other two";

  @Override
  public CheckAndMutateBuilder checkAndMutate(byte[] row, byte[] family) {
    throw Unsupported.operation("checkAndMutate", ARBITER);
  }

  @Override
  public CheckAndMutateWithFilterBuilder checkAndMutate(byte[] row, Filter filter) {
    throw Unsupported.operation("checkAndMutate", ARBITER);
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate checkAndMutate) {
    throw Unsupported.operation("checkAndMutate", ARBITER);
  }

  @Override
  public List<CheckAndMutateResult> checkAndMutate(List<CheckAndMutate> checkAndMutates) {
    throw Unsupported.operation("checkAndMutate", ARBITER);
  }

  @Override
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareFilter.CompareOp compareOp,
      byte[] value,
      RowMutations mutation) {
    throw Unsupported.operation("checkAndMutate", ARBITER);
  }

  @Override
  public boolean checkAndMutate(
      byte[] row,
      byte[] family,
      byte[] qualifier,
      CompareOperator op,
      byte[] value,
      RowMutations mutation) {
    throw Unsupported.operation("checkAndMutate", ARBITER);
  }

  @Override
  public Result mutateRow(RowMutations mutations) {
    throw Unsupported.operation("mutateRow", ARBITER);
  }

  @Override
  public Result append(Append append) {
    throw Unsupported.operation("append", ARBITER);
  }

  @Override
  public Result increment(Increment increment) {
    throw Unsupported.operation("increment", ARBITER);
  }

  @Override
  public <R> void batchCallback(
      List<? extends Row> actions, Object[] results, Batch.Callback<R> callback) {
    throw Unsupported.operation(
        "batchCallback", "a callback gets a region, and three clusters have different ones");
  }

  @Override
  public RegionLocator getRegionLocator() {
    throw Unsupported.operation(
        "getRegionLocator", "the three clusters cut a table into different regions");
  }

  @Override
  public CoprocessorRpcChannel coprocessorService(byte[] row) {
    throw Unsupported.operation("coprocessorService", ENDPOINT);
  }

  @Override
  public <T extends Service, R> Map<byte[], R> coprocessorService(
      Class<T> service, byte[] startKey, byte[] endKey, Batch.Call<T, R> callable) {
    throw Unsupported.operation("coprocessorService", ENDPOINT);
  }

  @Override
  public <T extends Service, R> void coprocessorService(
      Class<T> service,
      byte[] startKey,
      byte[] endKey,
      Batch.Call<T, R> callable,
      Batch.Callback<R> callback) {
    throw Unsupported.operation("coprocessorService", ENDPOINT);
  }

  @Override
  public <R extends Message> Map<byte[], R> batchCoprocessorService(
      Descriptors.MethodDescriptor method,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype) {
    throw Unsupported.operation("batchCoprocessorService", ENDPOINT);
  }

  @Override
  public <R extends Message> void batchCoprocessorService(
      Descriptors.MethodDescriptor method,
      Message request,
      byte[] startKey,
      byte[] endKey,
      R responsePrototype,
      Batch.Callback<R> callback) {
    throw Unsupported.operation("batchCoprocessorService", ENDPOINT);
  }
}
