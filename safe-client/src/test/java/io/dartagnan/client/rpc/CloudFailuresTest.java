package io.dartagnan.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.junit.jupiter.api.Test;

class CloudFailuresTest {

  @Test
  void whatCannotBeReachedHasNotAnswered() {
    List.of(
            new ConnectException("refused"),
            CloudFailures.silent(Party.P0, 5),
            new RetriesExhaustedException("tried", new IOException("reset")),
            // As HBase's ReadOnlyZKClient says it.
            new DoNotRetryIOException("Zookeeper LIST could not be completed in 10000 ms"),
            batch(new ConnectException("refused")))
        .forEach(
            failure -> {
              assertThat(CloudFailures.isAnswer(failure)).as("%s", failure).isFalse();
              assertThat(CloudFailures.isAnswer(CloudFailures.naming(Party.P1, failure)))
                  .as("with a name: %s", failure)
                  .isFalse();
            });
  }

  @Test
  void aRefusalAndADefectAreAnswers() {
    List.of(
            new TableNotFoundException("t"),
            new IOException("all threads are busy", new IllegalStateException()),
            batch(new DoNotRetryIOException("not allowed")))
        .forEach(
            failure -> {
              assertThat(CloudFailures.isAnswer(failure)).as("%s", failure).isTrue();
              assertThat(CloudFailures.isAnswer(CloudFailures.naming(Party.P1, failure)))
                  .as("with a name: %s", failure)
                  .isTrue();
            });
  }

  private static IOException batch(Throwable cause) {
    return new RetriesExhaustedWithDetailsException(
        List.of(cause), List.of(new Get(new byte[] {1})), List.of("server:1"));
  }
}
