package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.client.fixture.Tables;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.junit.jupiter.api.Test;

class SplitBatchTest {

  @Test
  void failedBatchSpeaksOfTheApplicationsRowsAndNeverOfShares() throws Exception {
    Get first = new Get(Tables.bytes("a"));
    Get second = new Get(Tables.bytes("b"));
    SplitBatch batch = batch(List.of(first, second));
    batch.actions().forEach(action -> action.reply(Party.P0, done()));
    batch.actions().get(0).reply(Party.P1, done());
    batch
        .actions()
        .get(1)
        .reply(
            Party.P1, new SplitAction.Reply(null, new ConnectException("refused"), "host:1", true));
    Throwable slow = new CallTimeoutException("slow");
    batch
        .actions()
        .forEach(action -> action.reply(Party.P2, new SplitAction.Reply(null, slow, null, false)));

    RetriesExhaustedWithDetailsException thrown =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class,
            () -> batch.throwIfAny(new TreeMap<>(), ""));

    assertThat(thrown).hasMessageContaining("cloud 1 at host:1").hasMessageContaining("cloud 2");
    assertThat(thrown.getNumExceptions()).isEqualTo(3);
    assertThat(thrown.getRow(0)).isSameAs(second);
    assertThat(thrown.getCause(0)).hasMessage("cloud 1 failed: refused");
    assertThat(thrown.getRow(1)).isSameAs(first);
    assertThat(thrown.getRow(2)).isSameAs(second);
  }

  @Test
  void anAnswerThatCannotBePutTogetherLeavesTheOthersTheirResults() throws Exception {
    Get failing =
        new Get(Tables.ROW)
            .setFilter(
                new FilterBase() {
                  @Override
                  public ReturnCode filterCell(Cell cell) throws IOException {
                    throw new IOException("the filter gave up");
                  }
                });
    SplitBatch batch = batch(List.of(failing, new Get(Tables.bytes("b"))));
    for (Party party : Party.ALL) {
      batch
          .actions()
          .get(0)
          .reply(party, SplitAction.Reply.done(Tables.result(Tables.plain(5, "value"))));
      batch.actions().get(1).reply(party, done());
    }
    Object[] results = new Object[2];

    SortedMap<Integer, IOException> unread =
        batch.combine(
            results,
            gets -> {
              throw new CallTimeoutException("slow");
            });

    assertThat(results[1]).isInstanceOf(Result.class);
    assertThat(unread).containsOnlyKeys(0);
    assertThat(results[0]).isSameAs(unread.get(0));
    RetriesExhaustedWithDetailsException thrown =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class, () -> batch.throwIfAny(unread, ""));
    assertThat(thrown.getNumExceptions()).isEqualTo(1);
    assertThat(thrown.getRow(0)).isSameAs(failing);
  }

  /** A cloud was written to first, and another thread found it silent meanwhile. */
  @Test
  void whatOneCloudAloneHasDoneIsAFailure() throws Exception {
    SplitBatch batch = batch(List.of(new Get(Tables.ROW)));
    SplitAction action = batch.actions().get(0);
    action.reply(Party.P0, SplitAction.Reply.UNSENT);
    action.reply(Party.P1, SplitAction.Reply.UNSENT);
    action.reply(Party.P2, done());

    assertThatThrownBy(() -> CloudFailures.values(action.outcomes()))
        .hasMessageContaining("nothing was sent to it");
    assertThatThrownBy(() -> batch.throwIfAny(new TreeMap<>(), ""))
        .isInstanceOf(RetriesExhaustedWithDetailsException.class);
    assertThat(action.firstFailure()).isNotNull();

    action.reply(Party.P2, new SplitAction.Reply(null, new ConnectException("gone"), null, false));
    assertThat(action.firstFailure()).hasMessage("cloud 2 failed: gone");
  }

  private static SplitAction.Reply done() {
    return SplitAction.Reply.done(Result.EMPTY_RESULT);
  }

  private static SplitBatch batch(List<Get> gets) {
    List<SplitAction> actions = new ArrayList<>();
    for (Get get : gets) {
      actions.add(SplitAction.of(get, get, List.of(actions.size()), Placement.THREE_CLOUDS));
    }
    return new SplitBatch(Tables.TABLE, gets, actions);
  }
}
