package io.dartagnan.client.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.dartagnan.client.cloud.CloudOutcome;
import io.dartagnan.client.fixture.Tables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.junit.jupiter.api.Test;

class BatchFailuresTest {

  @Test
  void failedBatchSpeaksOfTheApplicationsRowsAndNeverOfShares() throws Exception {
    Put first = new Put(Tables.bytes("a"));
    Put second = new Put(Tables.bytes("b"));
    List<List<Row>> requests = new ArrayList<>();
    Party.ALL.forEach(party -> requests.add(List.of(new Put(first), new Put(second))));
    SplitBatch batch = new SplitBatch(List.of(first, second), Tables.TABLE, requests);
    Throwable refused =
        new RetriesExhaustedWithDetailsException(
            List.of(new ConnectException("refused")),
            List.of(batch.requests(Party.P1).get(1)),
            List.of("host:1"));
    List<CloudOutcome<Object>> outcomes =
        List.of(
            new CloudOutcome<>(Party.P0, null, null),
            new CloudOutcome<>(Party.P1, null, refused),
            new CloudOutcome<>(Party.P2, null, new CallTimeoutException("slow")));

    RetriesExhaustedWithDetailsException thrown =
        catchThrowableOfType(
            RetriesExhaustedWithDetailsException.class,
            () -> BatchFailures.throwIfAny(outcomes, new TreeMap<>(), batch, ""));

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
    List<Row> actions = List.of(failing, new Put(Tables.bytes("b")));
    List<List<Row>> requests = new ArrayList<>();
    Party.ALL.forEach(party -> requests.add(actions));
    SplitBatch batch = new SplitBatch(actions, Tables.TABLE, requests);
    for (Party party : Party.ALL) {
      batch.replies(party)[0] = Tables.result(Tables.plain(5, "value"));
      batch.replies(party)[1] = Result.EMPTY_RESULT;
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
            RetriesExhaustedWithDetailsException.class,
            () -> BatchFailures.throwIfAny(List.of(), unread, batch, ""));
    assertThat(thrown.getNumExceptions()).isEqualTo(1);
    assertThat(thrown.getRow(0)).isSameAs(actions.get(0));
  }
}
