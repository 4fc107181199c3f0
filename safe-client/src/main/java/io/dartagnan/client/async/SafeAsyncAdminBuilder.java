package io.dartagnan.client.async;

import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncAdminBuilder;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;

/**
 * A builder of asynchronous administrators. The three clouds' own have the settings of their
 * connection and no others, so that each setting is refused.
 */
final class SafeAsyncAdminBuilder implements AsyncAdminBuilder {
  private final AsyncParts parts;

  SafeAsyncAdminBuilder(AsyncParts parts) {
    this.parts = parts;
  }

  @Override
  public AsyncAdminBuilder setOperationTimeout(long timeout, TimeUnit unit) {
    throw RetryRefusal.of("setOperationTimeout", HConstants.HBASE_CLIENT_OPERATION_TIMEOUT);
  }

  @Override
  public AsyncAdminBuilder setRpcTimeout(long timeout, TimeUnit unit) {
    throw RetryRefusal.of("setRpcTimeout", HConstants.HBASE_RPC_TIMEOUT_KEY);
  }

  @Override
  public AsyncAdminBuilder setRetryPause(long pause, TimeUnit unit) {
    throw RetryRefusal.of("setRetryPause", HConstants.HBASE_CLIENT_PAUSE);
  }

  @Override
  public AsyncAdminBuilder setRetryPauseForServerOverloaded(long pause, TimeUnit unit) {
    throw RetryRefusal.of(
        "setRetryPauseForServerOverloaded",
        ConnectionConfiguration.HBASE_CLIENT_PAUSE_FOR_SERVER_OVERLOADED);
  }

  @Override
  public AsyncAdminBuilder setMaxAttempts(int maxAttempts) {
    throw RetryRefusal.of("setMaxAttempts", HConstants.HBASE_CLIENT_RETRIES_NUMBER);
  }

  @Override
  public AsyncAdminBuilder setStartLogErrorsCnt(int startLogErrorsCnt) {
    throw RetryRefusal.of("setStartLogErrorsCnt", "hbase.client.start.log.errors.counter");
  }

  @Override
  public AsyncAdmin build() {
    return SafeAsyncAdmin.of(parts);
  }
}
