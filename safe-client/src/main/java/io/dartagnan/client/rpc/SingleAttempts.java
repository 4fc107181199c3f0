package io.dartagnan.client.rpc;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableBuilder;

/**
 * Tables of one cluster whose calls HBase's client does not repeat by itself. A change that depends
 * on what it changes would be done twice where the first answer is lost. The connection is opened
 * when it is first needed.
 */
public final class SingleAttempts implements Closeable {
  private final IOSupplier<Connection> connect;
  private Connection open;
  private boolean closed;

  /**
   * Creates one.
   *
   * @param connect opens a connection that asks once
   */
  public SingleAttempts(IOSupplier<Connection> connect) {
    this.connect = connect;
  }

  /** Returns the same table as another, with its timeouts and attributes; to be closed. */
  public Table like(Table other) throws IOException {
    TableBuilder same =
        connection()
            .getTableBuilder(other.getName(), null)
            .setOperationTimeout((int) other.getOperationTimeout(TimeUnit.MILLISECONDS))
            .setRpcTimeout((int) other.getRpcTimeout(TimeUnit.MILLISECONDS))
            .setWriteRpcTimeout((int) other.getWriteRpcTimeout(TimeUnit.MILLISECONDS));
    other.getRequestAttributes().forEach(same::setRequestAttribute);
    return same.build();
  }

  private synchronized Connection connection() throws IOException {
    if (closed) {
      throw new IOException("the connection to the cluster is closed");
    }
    if (open == null) {
      open = connect.get();
    }
    return open;
  }

  /** Aborts the connection, if it is open. */
  public synchronized void abort(String why, Throwable cause) {
    closed = true;
    if (open != null) {
      open.abort(why, cause);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    if (open != null) {
      open.close();
    }
  }
}
