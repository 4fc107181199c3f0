package io.dartagnan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ConnectionSettings;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.CloudThreads;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SafeConnectionTest {
  private static final Configuration CONFIGURATION = new Configuration(false);

  private final List<MemoryCloud> clouds =
      List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());

  @Test
  void everyCloudIsClosedAlthoughNoThreadGetsFree() throws IOException {
    ExecutorService impatient = CloudThreads.create(3, Duration.ofSeconds(1));
    SafeConnection connection =
        new SafeConnection(
            CONFIGURATION, ConnectionSettings.of(CONFIGURATION), this::connect, impatient);
    CountDownLatch never = new CountDownLatch(1);
    for (int i = 0; i < 3; i++) {
      connection.parts().fanOut().pool().execute(() -> awaitOrEnd(never));
    }

    assertThatThrownBy(connection::close)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(ClientKeys.THREADS);

    assertThat(connection.parts().fanOut().timesFull()).isEqualTo(1);
    assertThat(clouds).allMatch(cloud -> cloud.closed);
    assertThat(connection.parts().fanOut().pool().isShutdown()).isTrue();
    assertThat(connection.parts().scanTurns().isShutdown()).isTrue();
  }

  @Test
  void everyCloudIsClosedAlthoughOneFails() throws IOException {
    SafeConnection connection = MemoryConnection.over(CONFIGURATION, this::connect);
    AtomicBoolean failed = new AtomicBoolean();
    clouds.get(1).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(String operation) throws IOException {
            failed.set(operation.equals("close"));
            throw new IOException("stuck");
          }
        };

    assertThatThrownBy(connection::close).hasMessage("cloud 1 failed: stuck");

    assertThat(failed).isTrue();
    assertThat(List.of(clouds.get(0), clouds.get(2))).allMatch(cloud -> cloud.closed);
  }

  @Test
  void noThreadOfOursIsAliveOnceItIsClosed() throws Exception {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    SafeConnection connection = MemoryConnection.over(CONFIGURATION, this::connect);
    try (Table table = connection.getTable(Tables.DECLARED.getTableName())) {
      table.put(new Put(Tables.ROW).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(7L)));
      table.get(new Get(Tables.ROW));
      try (ResultScanner rows = table.getScanner(Tables.FAMILY)) {
        assertThat(rows).hasSize(1);
      }
    }
    Set<Thread> ours = new HashSet<>(Thread.getAllStackTraces().keySet());
    ours.removeAll(before);

    connection.close();

    assertThat(ours).extracting(Thread::getName).anyMatch(name -> name.contains("deadlines"));
    for (Thread thread : ours) {
      thread.join(TimeUnit.SECONDS.toMillis(30));
      assertThat(thread.isAlive()).as("%s is alive", thread.getName()).isFalse();
    }
  }

  private Connection connect(Party cloud) {
    return clouds.get(cloud.index()).connection();
  }

  private static void awaitOrEnd(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
