package io.dartagnan.clusters.checker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  @TempDir private Path folder;

  @Test
  void whatWasWrittenDownIsRead() throws IOException {
    Action put = new Action.Put(3, 7, Fault.Loss.MEMORY);
    Action delete = new Action.Delete(1);
    Action.Read read = new Action.Read(7, RowState.EMPTY.with(3, 7));
    Action increment = new Action.Increment(Optional.of(4L));
    Action check = new Action.CheckAndPut(7, new Action.Put(1, 8), Optional.of(false));
    try (HistoryLog log = new HistoryLog(folder.resolve("one.history"))) {
      log.end(log.begin("r", put), put);
      log.failed(log.begin("r", delete), new IOException("two\nlines\tand a tab"));
      log.read(1, "r", read);
      log.unread(1, new IOException("down"));
      log.crashed(1, Fault.Loss.WRITES);
      log.end(log.begin("s", new Action.Increment(Optional.empty())), increment);
      log.end(log.begin("s", check), check);
    }

    History history = History.of(folder);

    assertThat(history.byRow().get("r"))
        .extracting(Call::action)
        .containsExactly(put, delete, read);
    assertThat(history.byRow().get("r"))
        .extracting(Call::isUnknown)
        .containsExactly(false, true, false);
    assertThat(history.byRow().get("s")).extracting(Call::action).containsExactly(increment, check);
    assertThat(history.byRow().get("r"))
        .allSatisfy(call -> assertThat(call.begun()).isLessThan(call.ended()));
    assertThat(history.failures()).isEqualTo(List.of("IOException: two lines and a tab"));
    assertThat(history.failedReads()).isEqualTo(List.of("IOException: down"));
    assertThat(history.crashes())
        .hasSize(1)
        .allMatch(crash -> crash.ended() > crash.begun() && crash.loss() == Fault.Loss.WRITES);
    assertThat(history.acknowledged()).isEqualTo(3);
    assertThat(history.size()).isEqualTo(5);
  }

  @Test
  void aKilledClientsLastCallIsOfUnknownOutcome() {
    History history = new History();
    history.add("one", "begin\t1\t5\tr\tput 1 7\nread\t6\t8\ts\tread 1 ,,,\nend\t1\t9");
    assertThat(history.byRow().get("r"))
        .containsExactly(
            Call.unanswered("one", "r", 5, 8 + History.POSSIBLE_NANOS, new Action.Put(1, 7)));
  }
}
