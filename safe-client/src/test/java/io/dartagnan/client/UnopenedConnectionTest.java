package io.dartagnan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A program whose configuration does not say where a cloud is, or has a value that is not allowed.
 */
@Timeout(120)
class UnopenedConnectionTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final String SENTENCE =
      "the configuration does not say where cloud 0 is; set dartagnan.party.0.hbase.zookeeper.quorum";

  @Test
  void theFirstCallFailsWithTheSentenceAndClosingDoesNot() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set(ClientKeys.CONNECTION_IMPL, SafeConnection.class.getName());

    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      fails(() -> connection.getTable(TABLE));
      fails(connection::getAdmin);
      fails(() -> connection.getRegionLocator(TABLE));
      assertThatThrownBy(() -> connection.getTableBuilder(TABLE, null))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessage(SENTENCE);
      assertThatThrownBy(() -> connection.getBufferedMutator(new BufferedMutatorParams(TABLE)))
          .hasMessage(SENTENCE);
    }
  }

  @Test
  void valuesThatAreNotAllowedAreToldByTheFirstCallAllAtOnce() throws Exception {
    Configuration conf = HBaseConfiguration.create();
    conf.set(ClientKeys.CONNECTION_IMPL, SafeConnection.class.getName());
    conf.set(ClientKeys.THREADS, "many");
    conf.set(ClientKeys.ONE_CLOUD_DOWN, "perhaps");
    conf.set(ClientKeys.LEFTOVERS_WAIT_MS, "-1");
    String sentences =
        "dartagnan.client.threads.max is 'many'; a whole number is needed;"
            + " dartagnan.client.leftovers.wait.ms is -1, it must be 0, for never, or more;"
            + " dartagnan.client.read.one.cloud.down is 'perhaps', allow and refuse are possible";

    try (Connection connection = ConnectionFactory.createConnection(conf)) {
      assertThatThrownBy(() -> connection.getTable(TABLE))
          .isInstanceOf(IOException.class)
          .hasMessage(sentences);
      assertThatThrownBy(connection::getAdmin)
          .isInstanceOf(IOException.class)
          .hasMessage(sentences);
      assertThat(connection.getConfiguration()).isSameAs(conf);
    }
    assertThatThrownBy(() -> ConnectionFactory.createAsyncConnection(conf).get())
        .hasRootCauseMessage(sentences);
  }

  private static void fails(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IOException.class).hasMessage(SENTENCE);
  }
}
