package io.dartagnan.client.rpc;

import com.google.protobuf.Descriptors;
import com.google.protobuf.Message;
import com.google.protobuf.Service;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.Batch;
import org.apache.hadoop.hbase.ipc.CoprocessorRpcChannel;

/**
 * The methods of {@link Table} that three clouds do not serve yet, each with the reason. HBase's
 * default methods end in one of these, so no call reaches one cloud alone.
 */
@SuppressWarnings("deprecation") // What is deprecated must be refused as well.
public abstract class RefusingTable implements Table {
  /** The reason why endpoints of coprocessors are refused. */
  public static final String ENDPOINT =
      "what an endpoint answers on one cloud cannot be put together with the other two";

  @Override
  public <R> void batchCallback(
      List<? extends Row> actions, Object[] results, Batch.Callback<R> callback) {
    throw Unsupported.operation(
        "batchCallback", "a callback gets a region, and three clusters have different ones");
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
