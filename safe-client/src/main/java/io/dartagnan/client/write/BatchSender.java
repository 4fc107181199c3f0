package io.dartagnan.client.write;

import io.dartagnan.client.read.TableReads;
import io.dartagnan.client.rpc.AllThree;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.settlement.WriteLedger;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;

/**
 * Sender of batches, to each cloud its part, that mends writes that clouds refuse and takes back
 * those that did not reach all three. For one thread at a time, as the tables it sends to.
 */
final class BatchSender {
  private final CloudTables tables;
  private final TableCatalogue catalogue;
  private final TableName name;
  private final WriteSplitter splitter;
  private final RefusedWrites refused;

  /**
   * For batches to one table.
   *
   * @param tables stay the caller's to close
   */
  BatchSender(
      CloudTables tables, TableCatalogue catalogue, TableName name, WriteSplitter splitter) {
    this.tables = tables;
    this.catalogue = catalogue;
    this.name = name;
    this.splitter = splitter;
    this.refused = new RefusedWrites(tables, catalogue, name, splitter);
  }

  private record Sent(SplitBatch batch, String fate) {}

  /**
   * Does one put or delete.
   *
   * @throws IOException what it failed with, naming the clouds and what became of it
   */
  void send(Mutation mutation) throws IOException {
    Sent sent = deliver(List.of(mutation), true);
    try {
      CloudFailures.values(sent.batch().actions().get(0).outcomes());
    } catch (IOException e) {
      throw CloudFailures.withFate(e, sent.fate());
    }
  }

  /**
   * Does a batch.
   *
   * @param results gets the result of each action
   * @throws org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException naming the clouds
   *     and the actions that failed
   */
  void send(List<? extends Row> actions, Object[] results) throws IOException {
    Sent sent = deliver(actions, false);
    SortedMap<Integer, IOException> unread = sent.batch().combine(results, new TableReads(tables));
    sent.batch().throwIfAny(unread, sent.fate());
  }

  private Sent deliver(List<? extends Row> actions, boolean alone) throws IOException {
    return RowClaims.PROCESS.holding(
        name,
        actions,
        tables.operationTimeout(TimeUnit.MILLISECONDS),
        () -> deliverClaimed(actions, alone));
  }

  private Sent deliverClaimed(List<? extends Row> actions, boolean alone) throws IOException {
    Rollback rollback = new Rollback();
    try (WriteLedger.Entry entry = splitter.begin()) {
      SplitBatch batch = SplitBatch.prepare(actions, catalogue.get(name), splitter, entry);
      try {
        deliver(batch, alone, entry, rollback);
      } catch (IOException e) {
        String fate = fate(batch, rollback);
        throw CloudFailures.withFate(e, fate.isEmpty() ? howMuch(batch) : fate);
      } catch (RuntimeException e) {
        fate(batch, rollback);
        throw e;
      }
      if (batch.isDone() && rollback.isEmpty()) {
        settleDone(batch);
        return new Sent(batch, "");
      }
      String fate = fate(batch, rollback);
      RefusedWrites.explain(batch);
      return new Sent(batch, fate);
    } finally {
      // The entry is closed: what is asked from here on is said to the ledger by another thread.
      splitter.torn().take(name, rollback.torn());
    }
  }

  private static void settleDone(SplitBatch batch) {
    for (SplitAction action : batch.actions()) {
      if (action.isWrite() && action.isDone()) {
        action.write().settle();
      }
    }
  }

  /** Words for how much of a batch is written, of whose other writes no cloud has anything. */
  private static String howMuch(SplitBatch batch) {
    int done = 0;
    int all = 0;
    for (SplitAction action : batch.actions()) {
      if (action.isWrite()) {
        all += action.places().size();
        done += action.isDone() ? action.places().size() : 0;
      }
    }
    return all == 0 ? "" : "%d of %d writes are done".formatted(done, all);
  }

  private void deliver(
      SplitBatch batch, boolean alone, WriteLedger.Entry entry, Rollback superseded)
      throws IOException {
    long deadline =
        System.nanoTime()
            + TimeUnit.MILLISECONDS.toNanos(tables.operationTimeout(TimeUnit.MILLISECONDS));
    Delivery next = Delivery.of(batch);
    Pause pause = new Pause();
    while (!next.isEmpty()) {
      next.send(tables, alone);
      if (batch.isDone() || System.nanoTime() - deadline > 0) {
        return;
      }
      next.learn(entry);
      next = refused.mend(batch, entry, superseded);
      if (!next.isEmpty()) {
        pause.take();
      }
    }
  }

  /**
   * Finds out which writes were done although a cloud's answer is missing, takes back those that
   * were not, and says what became of them; empty if all were done.
   */
  private String fate(SplitBatch batch, Rollback rollback) {
    return Rollback.uninterrupted(
        () -> {
          UncertainWrites.settle(tables, batch.actions().stream());
          return fateOfSettled(batch, rollback);
        });
  }

  private String fateOfSettled(SplitBatch batch, Rollback rollback) {
    settleDone(batch);
    boolean maybeDeleted = false;
    boolean deleted = true;
    for (SplitAction action : batch.actions()) {
      if (action.isWrite() && !action.isDone()) {
        action.write().fail(action.mayBeComplete());
        if (action.mayBeComplete()) {
          rollback.leave(action);
        } else {
          rollback.add(action);
        }
        if (action.outer() instanceof Delete
            && !action.clouds(reply -> !reply.absent()).isEmpty()) {
          maybeDeleted = true;
          deleted &=
              action.clouds(SplitAction.Reply::isDone).size() >= action.write().deletesCountFrom();
        }
      }
    }
    List<String> fates = new ArrayList<>();
    fates.add(rollback.carryOut(tables));
    if (maybeDeleted) {
      // What as many clouds as count have deleted is complete no longer.
      fates.add(
          deleted
              ? "what was to be deleted is gone all the same"
              : "what was to be deleted may be gone; read it to learn whether it is");
    }
    if (batch.actions().stream().anyMatch(SplitAction::isUnanswered)) {
      fates.add(AllThree.WRITE.sentence());
    }
    return String.join("; ", fates.stream().filter(fate -> !fate.isEmpty()).toList());
  }
}
