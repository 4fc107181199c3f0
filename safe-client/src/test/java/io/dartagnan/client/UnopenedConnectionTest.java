package io.dartagnan.client;

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

/** What a program sees whose configuration does not say where a cloud is. */
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

  private static void fails(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IOException.class).hasMessage(SENTENCE);
  }
}
