package io.dartagnan.client.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.client.MemoryConnection;
import io.dartagnan.client.SafeConnection;
import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SafeBufferedMutatorTest {
  private final List<MemoryCloud> clouds =
      List.of(new MemoryCloud(), new MemoryCloud(), new MemoryCloud());
  private final BlockingQueue<RetriesExhaustedWithDetailsException> heard =
      new LinkedBlockingQueue<>();
  private final List<Put> puts = new ArrayList<>();
  private SafeConnection connection;

  @BeforeEach
  void connect() throws IOException {
    connection = MemoryConnection.open(clouds);
    for (long i = 0; i < 3; i++) {
      puts.add(new Put(Bytes.toBytes(i)).addColumn(Tables.FAMILY, Tables.NUMBER, Bytes.toBytes(i)));
    }
    // The one answer of all three clouds is thrown as it is, and tells of no write.
    for (MemoryCloud cloud : clouds) {
      cloud.fault =
          new MemoryCloud.Fault() {
            @Override
            public void before(String operation) throws IOException {
              throw new TableNotFoundException("t");
            }
          };
    }
  }

  @AfterEach
  void close() throws IOException {
    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});
    connection.close();
  }

  @Test
  void theListenerHearsOfEveryWriteWhateverTheFailure() throws IOException {
    BufferedMutator mutator = mutator(true);
    mutator.mutate(puts);
    mutator.flush();

    assertTellsOfAllPuts(heard.poll());
    mutator.close();
  }

  @Test
  void theListenerHearsOfWhatAPeriodicFlushCouldNotSend() throws Exception {
    BufferedMutator mutator = mutator(true);
    mutator.setWriteBufferPeriodicFlush(1, 1);
    mutator.mutate(puts);

    assertTellsOfAllPuts(heard.poll(30, TimeUnit.SECONDS));
    mutator.close();
  }

  @Test
  void theListenerHearsOfWhatAClosedConnectionCouldNotSend() throws IOException {
    BufferedMutator mutator = mutator(true);
    mutator.mutate(puts);
    clouds.forEach(cloud -> cloud.fault = new MemoryCloud.Fault() {});
    connection.close();
    mutator.close();

    assertTellsOfAllPuts(heard.poll());
  }

  @Test
  void withoutAListenerTheCallerHearsOfEveryWrite() throws IOException {
    BufferedMutator mutator = mutator(false);
    mutator.mutate(puts);

    assertTellsOfAllPuts(
        catchThrowableOfType(RetriesExhaustedWithDetailsException.class, mutator::flush));
    mutator.close();
  }

  private void assertTellsOfAllPuts(RetriesExhaustedWithDetailsException failure) {
    assertThat(failure).isNotNull();
    assertThat(failure.getNumExceptions()).isEqualTo(puts.size());
    for (int i = 0; i < puts.size(); i++) {
      assertThat(failure.getRow(i)).isSameAs(puts.get(i));
      assertThat(failure.getCause(i)).isInstanceOf(IOException.class);
    }
  }

  private BufferedMutator mutator(boolean listening) throws IOException {
    BufferedMutatorParams params = new BufferedMutatorParams(Tables.DECLARED.getTableName());
    if (listening) {
      params.listener((failure, mutator) -> heard.add(failure));
    }
    return connection.getBufferedMutator(params);
  }
}
