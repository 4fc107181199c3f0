package io.dartagnan.client;

import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests of a table over three clouds in memory. */
public abstract class OverMemoryClouds {
  protected final List<MemoryCloud> clouds =
      List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());
  protected SafeConnection connection;
  protected Table table;

  @BeforeEach
  void connect() throws IOException {
    connection = MemoryConnection.open(clouds);
    table = connection.getTable(Tables.DECLARED.getTableName());
  }

  @AfterEach
  void close() throws IOException {
    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});
    connection.close();
  }
}
