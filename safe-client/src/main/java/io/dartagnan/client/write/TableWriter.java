package io.dartagnan.client.write;

import io.dartagnan.client.rpc.AllThree;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.TableCatalogue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;

/** Writer of one table that is on three clouds. */
public final class TableWriter implements RowWriter {
  private static final String CLOUDS = "the three clouds";
  private static final String CLIENT = "the client";

  /** Most stamps of one row that are drawn for one batch. */
  static final int MOST_STAMPS = 2_000;

  private final TableCatalogue catalogue;
  private final TableName name;
  private final WriteSplitter splitter;
  private final BatchSender sender;
  private final AtomicOperations atomic;

  /**
   * A writer.
   *
   * @param tables stay the caller's to close
   */
  public TableWriter(
      CloudTables tables, TableCatalogue catalogue, TableName name, WriteSplitter splitter) {
    this.catalogue = catalogue;
    this.name = name;
    this.splitter = splitter;
    this.sender = new BatchSender(tables, catalogue, name, splitter);
    this.atomic =
        new AtomicOperations(
            new CloudsTransaction(tables, catalogue, name, splitter), catalogue, name);
  }

  @Override
  public void check(List<? extends Mutation> writes) throws IOException {
    splitter.check(
        catalogue.get(name),
        writes.stream().filter(write -> !AtomicOperations.isOne(write)).toList());
  }

  @Override
  public void write(Mutation write) throws IOException {
    if (AtomicOperations.isOne(write)) {
      change(write);
    } else {
      sender.send(write);
    }
  }

  @Override
  public Result change(Row action) throws IOException {
    return AllThree.WRITE.explaining(() -> atomic.change(action));
  }

  @Override
  public CheckAndMutateResult checkAndMutate(CheckAndMutate operation) throws IOException {
    return AllThree.WRITE.explaining(() -> atomic.checkAndMutate(operation));
  }

  @Override
  public void batch(List<? extends Row> actions, ProtectedTable table, Object[] results)
      throws IOException {
    new Batch(table).carryOut(actions, results);
  }

  /**
   * Actions of a batch in their order: those that the clouds do together go as batches, and between
   * them, one after the other, those that are atomic on their row. As in HBase, one that names a
   * family that the table does not have fails alone.
   *
   * <p>A row has one stamp a millisecond, and clouds take a stamp for half a minute. So what would
   * take more than {@value #MOST_STAMPS} stamps of one row goes as several batches: none is drawn
   * more than a few seconds before it is sent.
   */
  private final class Batch {
    private final ProtectedTable table;
    private final List<Throwable> causes = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final List<String> servers = new ArrayList<>();

    Batch(ProtectedTable table) {
      this.table = table;
    }

    /**
     * Does them all, whatever becomes of each.
     *
     * @param results gets the result of each action, or what it failed with
     * @throws RetriesExhaustedWithDetailsException naming the actions that failed
     */
    void carryOut(List<? extends Row> actions, Object[] results) throws IOException {
      List<Row> fitting = new ArrayList<>(actions.size());
      List<Integer> places = new ArrayList<>(actions.size());
      for (int i = 0; i < results.length; i++) {
        try {
          requireFamilies(actions.get(i));
          fitting.add(actions.get(i));
          places.add(i);
        } catch (NoSuchColumnFamilyException e) {
          IOException refused = AtomicOperations.ofServer(e);
          results[i] = refused;
          note(refused, actions.get(i), CLIENT);
        }
      }
      if (causes.isEmpty() && fitting.stream().noneMatch(AtomicOperations::isOne)) {
        if (JoinedActions.within(MOST_STAMPS, actions) == actions.size()) {
          sender.send(actions, results);
          return;
        }
        // What is refused as a whole is so before any of it is sent.
        SplitBatch.check(actions, table, splitter);
      }
      Object[] own = new Object[fitting.size()];
      inOrder(fitting, own);
      for (int i = 0; i < own.length; i++) {
        results[places.get(i)] = own[i];
      }
      if (!causes.isEmpty()) {
        throw new RetriesExhaustedWithDetailsException(causes, rows, servers);
      }
    }

    /** Atomic operations, which go one by one, find out themselves. */
    private void requireFamilies(Row action) throws NoSuchColumnFamilyException {
      Set<byte[]> families = Set.of();
      if (action instanceof Get get) {
        families = get.getFamilyMap().keySet();
      } else if (action instanceof Mutation mutation) {
        families = mutation.getFamilyCellMap().keySet();
      }
      for (byte[] family : families) {
        table.requireFamily(family);
      }
    }

    private void inOrder(List<? extends Row> actions, Object[] results) {
      int at = 0;
      while (at < actions.size()) {
        int end = at;
        while (end < actions.size() && !AtomicOperations.isOne(actions.get(end))) {
          end++;
        }
        if (end > at) {
          run(actions, at, end, results);
        } else {
          results[at] = alone(actions.get(at));
          end = at + 1;
        }
        at = end;
      }
    }

    /** Sends actions as few batches; once a cloud does not answer, the rest is not sent. */
    private void run(List<? extends Row> actions, int from, int to, Object[] results) {
      int at = from;
      while (at < to) {
        int end = at + JoinedActions.within(MOST_STAMPS, actions.subList(at, to));
        int before = causes.size();
        together(actions, at, end, results);
        Optional<Throwable> silence =
            causes.stream()
                .skip(before)
                .filter(cause -> !CloudFailures.isAnswer(cause))
                .findFirst();
        if (silence.isPresent() && end < to) {
          String reason = "not sent, since one before it failed: " + silence.get().getMessage();
          fail(actions, end, to, results, new IOException(reason, silence.get()));
          return;
        }
        at = end;
      }
    }

    private void fail(
        List<? extends Row> actions, int from, int to, Object[] results, Exception failure) {
      Arrays.fill(results, from, to, failure);
      actions.subList(from, to).forEach(row -> note(failure, row, CLOUDS));
    }

    private void together(List<? extends Row> actions, int from, int to, Object[] results) {
      Object[] own = new Object[to - from];
      try {
        sender.send(actions.subList(from, to), own);
      } catch (RetriesExhaustedWithDetailsException e) {
        for (int i = 0; i < e.getNumExceptions(); i++) {
          note(e.getCause(i), e.getRow(i), e.getHostnamePort(i));
        }
      } catch (IOException | RuntimeException e) {
        // Also if a run of actions does not fit: those before it are done, and the caller must
        // know.
        fail(actions, from, to, results, e);
        return;
      }
      System.arraycopy(own, 0, results, from, own.length);
    }

    private Object alone(Row action) {
      try {
        return atomic.carryOut(action);
      } catch (IOException | RuntimeException e) {
        note(e, action, CLOUDS);
        return e;
      }
    }

    private void note(Throwable cause, Row row, String server) {
      causes.add(cause);
      rows.add(row);
      servers.add(server);
    }
  }
}
