package io.dartagnan.client.write;

import io.dartagnan.client.read.DeepReconciliation;
import io.dartagnan.client.read.ReadPlan;
import io.dartagnan.client.read.TableReads;
import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.FamilySettings;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * Transactions on rows that are on three clouds.
 *
 * <p>They are optimistic: the clouds do the writes only if the row still shows what was read (see
 * {@link RowCommit}), and else it is read and decided anew. For one thread at a time, as the tables
 * that they work on.
 */
final class CloudsTransaction implements RowTransaction {

  /**
   * Locks that keep the threads of one process out of each other's way on a row that they all read
   * and write. They save attempts and decide nothing: other processes do not know of them.
   */
  private static final Lock[] BY_HASH = new Lock[256];

  static {
    Arrays.setAll(BY_HASH, i -> new ReentrantLock(true));
  }

  private final CloudTables tables;
  private final TableCatalogue catalogue;
  private final TableName name;
  private final WriteSplitter splitter;

  /** For rows of one table, whose three tables stay the caller's to close. */
  CloudsTransaction(
      CloudTables tables, TableCatalogue catalogue, TableName name, WriteSplitter splitter) {
    this.tables = tables;
    this.catalogue = catalogue;
    this.name = name;
    this.splitter = splitter;
  }

  @Override
  public OptionalLong run(Get read, IOFunction<Result, List<Mutation>> decision)
      throws IOException {
    return run(read.getRow(), Optional.of(read), decision);
  }

  @Override
  public void run(List<Mutation> writes) throws IOException {
    RowClaims.PROCESS.holding(
        name,
        List.of(RowMutations.of(writes)),
        tables.operationTimeout(TimeUnit.MILLISECONDS),
        () -> run(writes.get(0).getRow(), Optional.empty(), row -> writes));
  }

  private OptionalLong run(
      byte[] row, Optional<Get> read, IOFunction<Result, List<Mutation>> decision)
      throws IOException {
    long withinMs = tables.operationTimeout(TimeUnit.MILLISECONDS);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
    Lock lock = lock(row, withinMs);
    Set<Party> always = EnumSet.allOf(Party.class);
    try {
      Pause pause = new Pause();
      do {
        Attempt attempt = attempt(read, decision);
        if (attempt.isOver()) {
          return attempt.stamp();
        }
        always.retainAll(attempt.refusing());
        pause.take();
      } while (System.nanoTime() - deadline < 0);
    } finally {
      lock.unlock();
    }
    String which =
        always.isEmpty()
            ? ""
            : ", said %s each time"
                .formatted(
                    always.stream()
                        .map(cloud -> "cloud " + cloud.index())
                        .collect(Collectors.joining(" and ")));
    throw new RetriesExhaustedException(
        "others changed the row at every attempt for %d ms%s; nothing was done, do it again"
            .formatted(withinMs, which));
  }

  /**
   * Locks the row; to be unlocked by the caller.
   *
   * @throws IOException if others held it all the time, or the thread was interrupted
   */
  private static Lock lock(byte[] row, long withinMs) throws IOException {
    Lock lock = BY_HASH[Math.floorMod(Arrays.hashCode(row), BY_HASH.length)];
    try {
      if (!lock.tryLock(withinMs, TimeUnit.MILLISECONDS)) {
        throw new RetriesExhaustedException(
            "other threads of this process changed the row all the time for %d ms; nothing was done"
                .formatted(withinMs));
      }
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted("interrupted while waiting for the row; nothing was done", e);
    }
    return lock;
  }

  /**
   * One attempt; not over if another write came between.
   *
   * @param refusing the clouds that said so
   */
  private record Attempt(boolean isOver, OptionalLong stamp, Set<Party> refusing) {
    static Attempt over(OptionalLong stamp) {
      return new Attempt(true, stamp, Set.of());
    }

    static Attempt inVain(Set<Party> refusing) {
      return new Attempt(false, OptionalLong.empty(), refusing);
    }
  }

  private Attempt attempt(Optional<Get> read, IOFunction<Result, List<Mutation>> decision)
      throws IOException {
    ProtectedTable table = catalogue.get(name);
    RowCommit.Snapshot snapshot = RowCommit.Snapshot.NONE;
    Result whole = Result.EMPTY_RESULT;
    if (read.isPresent()) {
      Get each = ReadPlan.of(read.get(), table);
      List<Result> seen;
      try {
        seen = tables.call(cloud -> tables.on(cloud).get(each));
      } catch (IOException e) {
        if (FamilySettings.isRefusal(e)) {
          catalogue.forget(name);
          return Attempt.inVain(Set.of());
        }
        throw e;
      }
      whole = DeepReconciliation.answer(read.get(), table, seen, TableReads.deciding(tables));
      snapshot = new RowCommit.Snapshot(each, seen, table.schema());
    }
    List<Mutation> mutations = decision.apply(whole);
    if (mutations.isEmpty()) {
      return Attempt.over(OptionalLong.empty());
    }
    Rollback rollback = new Rollback();
    try (WriteLedger.Entry entry = splitter.begin()) {
      List<SplitWrite> writes = splitter.splitAsOne(table, mutations, entry);
      RowCommit commit = new RowCommit(tables, table, writes, snapshot, entry, rollback);
      RowCommit.End end = commit.carryOut();
      if (end == RowCommit.End.ANOTHER_SCHEMA) {
        catalogue.forget(name);
      }
      return end == RowCommit.End.DONE
          ? Attempt.over(OptionalLong.of(writes.get(0).stamp()))
          : Attempt.inVain(commit.refusing());
    } finally {
      splitter.torn().take(name, rollback.torn());
    }
  }
}
