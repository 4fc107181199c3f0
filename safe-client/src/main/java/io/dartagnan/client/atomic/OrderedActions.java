package io.dartagnan.client.atomic;

import io.dartagnan.client.write.BatchSender;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;

/**
 * Actions of a batch in their order: those that the clouds do together go as batches, and between
 * them, one after the other, those that are atomic on their row.
 */
public final class OrderedActions {
  private final BatchSender sender;
  private final AtomicOperations atomic;
  private final List<Throwable> causes = new ArrayList<>();
  private final List<Row> rows = new ArrayList<>();
  private final List<String> servers = new ArrayList<>();

  /** For one batch. */
  public OrderedActions(BatchSender sender, AtomicOperations atomic) {
    this.sender = sender;
    this.atomic = atomic;
  }

  /**
   * Does them all, whatever becomes of each.
   *
   * @param results gets the result of each action, or what it failed with
   * @throws RetriesExhaustedWithDetailsException naming the actions that failed
   */
  public void carryOut(List<? extends Row> actions, Object[] results) throws IOException {
    if (actions.stream().noneMatch(AtomicOperations::isOne)) {
      sender.send(actions, results);
      return;
    }
    int at = 0;
    while (at < actions.size()) {
      int end = at;
      while (end < actions.size() && !AtomicOperations.isOne(actions.get(end))) {
        end++;
      }
      if (end > at) {
        together(actions, at, end, results);
      } else {
        results[at] = alone(actions.get(at));
        end = at + 1;
      }
      at = end;
    }
    if (!causes.isEmpty()) {
      throw new RetriesExhaustedWithDetailsException(causes, rows, servers);
    }
  }

  private void together(List<? extends Row> actions, int from, int to, Object[] results) {
    List<? extends Row> some = actions.subList(from, to);
    Object[] own = new Object[some.size()];
    try {
      sender.send(some, own);
    } catch (RetriesExhaustedWithDetailsException e) {
      for (int i = 0; i < e.getNumExceptions(); i++) {
        note(e.getCause(i), e.getRow(i), e.getHostnamePort(i));
      }
    } catch (IOException | RuntimeException e) {
      // Also if a run of actions does not fit: those before it are done, and the caller must know.
      Arrays.fill(own, e);
      some.forEach(row -> note(e, row, "the three clouds"));
    }
    System.arraycopy(own, 0, results, from, own.length);
  }

  private Object alone(Row action) {
    try {
      return atomic.carryOut(action);
    } catch (IOException | RuntimeException e) {
      note(e, action, "the three clouds");
      return e;
    }
  }

  private void note(Throwable cause, Row row, String server) {
    causes.add(cause);
    rows.add(row);
    servers.add(server);
  }
}
