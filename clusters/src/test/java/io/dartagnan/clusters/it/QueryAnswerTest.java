package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Judgement on answers of the Safe Client beside plain HBase's: which are as good. */
class QueryAnswerTest {
  private static final QueryAnswer ROWS = new QueryAnswer(List.of("a", "b"), null);
  private static final QueryAnswer FEWER = new QueryAnswer(List.of("a"), null);

  private static QueryAnswer failed(Throwable failure) {
    return new QueryAnswer(List.of(), failure);
  }

  @Test
  void whereHBaseAnswersOnlyTheSameRowsAre() {
    assertThat(new QueryAnswer(List.of("a", "b"), null).isAsGoodAs(ROWS)).isTrue();
    assertThat(FEWER.isAsGoodAs(ROWS)).isFalse();
    assertThat(failed(new IOException("x")).isAsGoodAs(new QueryAnswer(List.of(), null))).isFalse();
    assertThat(failed(new UnsupportedOperationException("x")).isAsGoodAs(ROWS)).isFalse();
  }

  @Test
  void whereHBaseFailsRowsAndRefusalsAreAndErrorsOfTheClientAreNot() {
    QueryAnswer hbase = failed(new IOException("x"));

    assertThat(FEWER.isAsGoodAs(hbase)).isTrue();
    assertThat(hbase.isAsGoodAs(hbase)).isTrue();
    assertThat(failed(new UnsupportedOperationException("x")).isAsGoodAs(hbase)).isTrue();
    assertThat(failed(new IllegalArgumentException("x")).isAsGoodAs(hbase)).isTrue();
    assertThat(failed(new IllegalStateException("x")).isAsGoodAs(hbase)).isFalse();
    assertThat(failed(new NullPointerException("x")).isAsGoodAs(hbase)).isFalse();
    assertThat(failed(new AssertionError("x")).isAsGoodAs(hbase)).isFalse();
  }

  @Test
  void anAssertionOfHBasesOwnClientFailsHereToo() {
    QueryAnswer hbase = failed(new AssertionError("x"));

    assertThat(failed(new AssertionError("x")).isAsGoodAs(hbase)).isTrue();
    assertThat(failed(new IllegalStateException("x")).isAsGoodAs(hbase)).isFalse();
  }
}
