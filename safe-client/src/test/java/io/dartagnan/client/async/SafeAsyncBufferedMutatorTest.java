package io.dartagnan.client.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.client.fixture.Tables;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncBufferedMutatorBuilder;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SafeAsyncBufferedMutatorTest extends OverAsyncMemoryClouds {

  private AsyncBufferedMutatorBuilder builder() {
    return async.getBufferedMutatorBuilder(Tables.DECLARED.getTableName());
  }

  @Test
  void writesWaitForAFlushAndEachHasItsOwnOutcome() throws Exception {
    clouds.get(2).fault =
        new MemoryCloud.Fault() {
          @Override
          public void before(Mutation mutation) throws IOException {
            if (Bytes.toString(mutation.getRow()).equals("bad")) {
              throw new ConnectException("refused");
            }
          }
        };
    AsyncBufferedMutator mutator = builder().build();
    List<CompletableFuture<Void>> futures = mutator.mutate(List.of(put("a", 1), put("bad", 2)));
    assertThat(futures).noneMatch(CompletableFuture::isDone);
    assertThat(clouds.get(0).visible()).isEmpty();

    mutator.flush();

    futures.get(0).get(30, TimeUnit.SECONDS);
    assertThat(failure(futures.get(1))).hasMessageContaining("cloud 2");
    assertThat(number(table.get(get("a")))).isEqualTo(1);
  }

  @Test
  void aFullBufferIsSentByTheCallThatFillsItAndClosingSendsTheRest() throws Exception {
    AsyncBufferedMutator mutator = builder().setMaxMutations(2).build();
    CompletableFuture<Void> first = mutator.mutate(put("a", 1));
    mutator.mutate(put("b", 2)).get(30, TimeUnit.SECONDS);
    first.get(30, TimeUnit.SECONDS);
    CompletableFuture<Void> rest = mutator.mutate(put("c", 3));

    mutator.close();

    rest.get(30, TimeUnit.SECONDS);
    assertThat(failure(mutator.mutate(put("d", 4))))
        .isInstanceOf(IOException.class)
        .hasMessage("Already closed");
  }

  @Test
  void anOldBufferIsSentByItself() throws Exception {
    AsyncBufferedMutator mutator =
        builder().setWriteBufferPeriodicFlush(10, TimeUnit.MILLISECONDS).build();

    mutator.mutate(put("a", 1)).get(30, TimeUnit.SECONDS);
    mutator.mutate(put("b", 1)).get(30, TimeUnit.SECONDS);

    assertThat(mutator.getPeriodicalFlushTimeout(TimeUnit.MILLISECONDS)).isEqualTo(10);
  }

  @Test
  void whatHBaseRefusesAtOnceIsThrownAndNothingIsBuffered() throws Exception {
    AsyncBufferedMutator mutator = builder().setMaxKeyValueSize(40).build();
    CompletableFuture<Void> fits = mutator.mutate(put("a", 1));
    assertThatThrownBy(() -> mutator.mutate(put("a row whose name is too long for this one", 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("KeyValue size too large");
    assertThatThrownBy(() -> builder().setWriteBufferSize(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("setWriteBufferSize was given 0; 1 or more is allowed");

    mutator.close();
    fits.get(30, TimeUnit.SECONDS);
  }
}
