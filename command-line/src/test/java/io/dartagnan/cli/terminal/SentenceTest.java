package io.dartagnan.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class SentenceTest {

  @Test
  void isTheFirstLineOfTheMessage() {
    assertThat(Sentence.of(new IOException("cloud 1 is gone\n\tat some.Class.method(X.java:1)")))
        .isEqualTo("cloud 1 is gone");
  }

  @Test
  void leavesOutTheNamesOfExceptions() {
    assertThat(
            Sentence.of(
                new IOException(
                    "org.apache.hadoop.hbase.DoNotRetryIOException: java.io.IOException: no peer")))
        .isEqualTo("no peer");
  }

  @Test
  void looksBehindAMessageThatOnlySaysThatRetriesFailed() {
    assertThat(
            Sentence.of(
                new IOException(
                    "Failed after attempts=3, exceptions:\nlots", new IOException("the reason"))))
        .isEqualTo("the reason");
  }

  @Test
  void namesTheFailureWhenThereIsNoMessage() {
    assertThat(Sentence.of(new IOException((String) null))).isEqualTo("IOException");
  }
}
