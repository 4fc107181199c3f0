package io.dartagnan.clusters.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Judgement on outcomes of the Safe Client beside plain HBase's. */
class OutcomeTest {
  private static final Outcome LINES = new Outcome(List.of("a"), null);

  private static Outcome failed(Throwable failure) {
    return new Outcome(List.of(), failure);
  }

  private static Throwable ofBatch(Throwable cause) {
    return new RetriesExhaustedWithDetailsException(
        List.of(cause), List.of(new Put(Bytes.toBytes("r"))), List.of("server"));
  }

  @Test
  void linesMustBeTheSame() {
    assertThat(new Outcome(List.of("a"), null).isAsGoodAs(LINES, false)).isTrue();
    assertThat(new Outcome(List.of("b"), null).isAsGoodAs(LINES, false)).isFalse();
    assertThat(failed(new IOException()).isAsGoodAs(LINES, true)).isFalse();
  }

  @Test
  void failuresMustHaveOneCauseWhoeverHandsItOver() {
    Outcome hbase = failed(ofBatch(new NoSuchColumnFamilyException("x")));

    assertThat(failed(new NoSuchColumnFamilyException("y")).isAsGoodAs(hbase, false)).isTrue();
    assertThat(failed(new IOException("x")).isAsGoodAs(hbase, false)).isFalse();
    assertThat(LINES.isAsGoodAs(hbase, false)).isFalse();
  }

  @Test
  void whereAFilterFailsInHBaseRowsAndRefusalsAreAsGood() {
    Outcome hbase = failed(new IOException("x"));

    assertThat(LINES.isAsGoodAs(hbase, true)).isTrue();
    assertThat(failed(new UnsupportedOperationException("x")).isAsGoodAs(hbase, true)).isTrue();
    assertThat(failed(new NullPointerException("x")).isAsGoodAs(hbase, true)).isFalse();
  }

  @Test
  void aRefusalIsASentence() {
    String sentence = "append is not supported yet: it is atomic on one cluster";

    assertThat(failed(new UnsupportedOperationException(sentence)).isRefusal()).isTrue();
    assertThat(failed(new UnsupportedOperationException("append")).isRefusal()).isFalse();
    assertThat(failed(new IOException(sentence)).isRefusal()).isFalse();
    assertThat(LINES.isRefusal()).isFalse();
  }
}
