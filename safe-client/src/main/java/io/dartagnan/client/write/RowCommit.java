package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.write.RowCondition;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commit of writes to one row, which have one stamp: staged on two clouds, decided on one.
 *
 * <p>One cloud, by the row's hash, is the arbiter of all such writes to a row. First the two others
 * take the puts: no version is complete yet, and no reader sees it. Then the arbiter takes puts and
 * deletes in one step: from there on the puts are complete, and what the deletes mask is not. At
 * last the others take the deletes, which no reader waits for unless a cloud may lie. Each does its
 * part only if the row still shows what was read there, with the cloud's row locked; a write that
 * came before on any of them, and may yet come to the others, is so found, and one that is on its
 * way is refused there. A client that dies leaves either incomplete versions or the whole.
 */
final class RowCommit {
  private static final Logger LOG = LoggerFactory.getLogger(RowCommit.class);
  private static final String UNKNOWN =
      "whether the row was changed is not known; read it to learn";

  /** How a commit ended without an error. */
  enum End {
    DONE,
    /** Another write came between; nothing was done. */
    CHANGED,
    /** The table's schema has changed; nothing was done. */
    ANOTHER_SCHEMA
  }

  private final CloudTables tables;
  private final ProtectedTable table;
  private final List<SplitWrite> writes;
  private final List<SplitWrite> puts;
  private final List<SplitWrite> deletes;
  private final Snapshot snapshot;
  private final WriteLedger.Entry entry;
  private final Rollback rollback;
  private final Party arbiter;
  private final List<Party> others;
  private final boolean oneMayLie;
  private final Set<Party> refusing = EnumSet.noneOf(Party.class);

  /**
   * A commit.
   *
   * @param writes to one row, with one stamp
   * @param rollback gets what is to be taken back, or is in doubt
   */
  RowCommit(
      CloudTables tables,
      ProtectedTable table,
      List<SplitWrite> writes,
      Snapshot snapshot,
      WriteLedger.Entry entry,
      Rollback rollback) {
    this.tables = tables;
    this.table = table;
    this.writes = List.copyOf(writes);
    this.puts = writes.stream().filter(write -> write.outer() instanceof Put).toList();
    this.deletes = writes.stream().filter(write -> write.outer() instanceof Delete).toList();
    this.snapshot = snapshot;
    this.entry = entry;
    this.rollback = rollback;
    // Decides on the row: the same for every client.
    int hash = Arrays.hashCode(row()) * 0x9E3779B9;
    List<Party> clouds = table.placement().clouds();
    this.arbiter = clouds.get(Math.floorMod(hash >>> 16, clouds.size()));
    this.others = table.placement().others(arbiter);
    this.oneMayLie = table.schema().withstandsLies();
  }

  private byte[] row() {
    return writes.get(0).outer().getRow();
  }

  /** Returns the clouds that refused their part, in the end. */
  Set<Party> refusing() {
    return refusing;
  }

  End carryOut() throws IOException {
    // By its tag readers know of a delete that it was decided, before the two others have it.
    for (SplitWrite delete : deletes) {
      table.tagDelete((Delete) delete.on(arbiter));
    }
    if (!puts.isEmpty()) {
      for (Party cloud : others) {
        require(puts, cloud);
      }
      Optional<End> refused = stage();
      if (refused.isPresent()) {
        return refused.get();
      }
    }
    require(writes, arbiter);
    Optional<End> refused = decide();
    if (refused.isPresent()) {
      return refused.get();
    }
    // Its versions are complete, and what it deletes is no longer.
    puts.forEach(SplitWrite::settle);
    if (!deletes.isEmpty()) {
      follow();
      deletes.forEach(SplitWrite::settle);
    }
    return End.DONE;
  }

  /** Makes a cloud's part depend on that it still shows what was read there. */
  private void require(List<SplitWrite> some, Party cloud) throws IOException {
    if (snapshot.get() != null) {
      Result seen = snapshot.byCloud().get(cloud.index());
      byte[] condition =
          RowCondition.of(
                  snapshot.get(),
                  seen.isEmpty() ? new Cell[0] : seen.rawCells(),
                  snapshot.schema(),
                  cloud)
              .encode();
      some.forEach(write -> write.on(cloud).setAttribute(RowCondition.ATTRIBUTE, condition));
    }
  }

  /** Does writes on a cloud, as one. */
  private void send(List<SplitWrite> some, Party cloud) throws IOException {
    List<Mutation> parts = some.stream().map(write -> write.on(cloud)).toList();
    if (parts.size() == 1) {
      Delivery.write(tables.on(cloud), parts.get(0));
    } else {
      tables.on(cloud).mutateRow(RowMutations.of(parts));
    }
  }

  /** Sends the puts to those that do not decide. */
  private Optional<End> stage() throws IOException {
    List<CloudOutcome<Object>> outcomes;
    try {
      outcomes =
          tables.outcomes(
              cloud -> {
                if (cloud != arbiter) {
                  send(puts, cloud);
                }
                return null;
              });
    } catch (IOException e) {
      throw failed(e, rollBack());
    }
    if (outcomes.stream().noneMatch(CloudOutcome::failed)) {
      return Optional.empty();
    }
    String fate = rollBack();
    for (CloudOutcome<Object> outcome : outcomes) {
      if (outcome.failed() && WriteRefusal.in(outcome.failure()).isEmpty()) {
        try {
          CloudFailures.values(outcomes);
        } catch (IOException e) {
          throw failed(e, fate);
        }
      }
    }
    return Optional.of(end(outcomes));
  }

  /**
   * Sends all to the arbiter. Whatever ends the call without an answer, be it a full or a closed
   * pool, leaves open whether the arbiter has it, or gets it yet.
   */
  private Optional<End> decide() throws IOException {
    CloudOutcome<Object> outcome;
    Optional<Boolean> isThere;
    try {
      outcome = onArbiter(() -> send(writes, arbiter));
      if (!outcome.failed()) {
        return Optional.empty();
      }
      isThere = isOnArbiter(WriteRefusal.in(outcome.failure()).isPresent());
    } catch (IOException e) {
      throw unknown(e);
    }
    return isThere.orElse(false)
        ? Optional.empty()
        : Optional.of(notDecided(outcome, isThere.isPresent()));
  }

  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  private CloudOutcome<Object> onArbiter(Step step) throws IOException {
    return tables
        .outcomes(
            cloud -> {
              if (cloud == arbiter) {
                step.run();
              }
              return null;
            })
        .get(arbiter.index());
  }

  /**
   * Whether the arbiter has the write; if not, it does not get it any more.
   *
   * @param refused whether it has refused it: it answers, and refuses it without being asked to
   * @return empty if it does not say
   */
  private Optional<Boolean> isOnArbiter(boolean refused) throws IOException {
    CloudOutcome<List<Boolean>> answer =
        UncertainWrites.ask(
                tables,
                !refused,
                refused ? tables.deadlineMs() : Rollback.WITHIN_MS,
                cloud -> cloud == arbiter ? writes.subList(0, 1) : List.of())
            .get(arbiter.index());
    return answer.failed() ? Optional.empty() : Optional.of(answer.value().get(0));
  }

  private End notDecided(CloudOutcome<Object> outcome, boolean isAbsent) throws IOException {
    Throwable failure = outcome.failure();
    boolean isRefused =
        failure instanceof DoNotRetryIOException && WriteRefusal.in(failure).isEmpty();
    if (!isAbsent && !isRefused) {
      // It may arrive yet. What is staged on the others would then be needed.
      throw unknown(CloudFailures.naming(arbiter, failure));
    }
    String fate = rollBack();
    if (WriteRefusal.in(failure).isEmpty()) {
      throw failed(CloudFailures.naming(arbiter, failure), fate);
    }
    return end(List.of(outcome));
  }

  private IOException failed(IOException failure, String fate) {
    fail(false);
    return CloudFailures.withFate(failure, fate);
  }

  /** Notes that the caller hears an error, though the row may have been changed. */
  private void fail(boolean mayBeComplete) {
    writes.forEach(write -> write.fail(mayBeComplete));
  }

  private IOException unknown(IOException failure) {
    fail(true);
    // Two have all of it that they are to have, and one may have it.
    writes.forEach(each -> rollback.leave(SplitAction.of(each, others, List.of(arbiter))));
    return CloudFailures.withFate(failure, UNKNOWN);
  }

  private End end(List<CloudOutcome<Object>> outcomes) throws IOException {
    End end = End.CHANGED;
    for (CloudOutcome<Object> outcome : outcomes) {
      Optional<WriteRefusal> refusal =
          outcome.failed() ? WriteRefusal.in(outcome.failure()) : Optional.empty();
      if (refusal.isPresent()) {
        refusing.add(outcome.cloud());
        entry.learn(row(), refusal.get());
      }
      if (refusal.isPresent() && refusal.get().reason() == WriteRefusal.Reason.SCHEMA) {
        end = End.ANOTHER_SCHEMA;
      }
      if (refusal.isPresent() && refusal.get().reason() == WriteRefusal.Reason.TOO_NEW) {
        fail(false);
        throw CloudFailures.naming(
            outcome.cloud(),
            new DoNotRetryIOException(
                RefusedWrites.sentence(refusal.get(), writes.get(0).stamp()), outcome.failure()));
      }
    }
    return end;
  }

  /** Takes back what is staged: the arbiter has nothing, and does not get it any more. */
  private String rollBack() {
    deletes.forEach(SplitWrite::settle);
    puts.forEach(put -> rollback.add(put, others));
    return Rollback.uninterrupted(() -> rollback.carryOut(tables));
  }

  /**
   * Deletes on the others what is deleted already: the arbiter no longer has its part. A cloud that
   * has seen a newer write of the row refuses it at first, and takes it below that one if nothing
   * else stands in its place.
   *
   * <p>Where a cloud may lie, the arbiter's word is not enough. Without puts, which they have taken
   * under it, the others are held to the condition; if both refuse, a write with a later stamp may
   * have been there before; and each has to do its part.
   *
   * @throws IOException if a cloud may lie, and one of the others is not known to have done it
   */
  private void follow() throws IOException {
    if (oneMayLie && puts.isEmpty()) {
      for (Party cloud : others) {
        require(deletes, cloud);
      }
    }
    Map<Party, Throwable> keeping = keeping(others);
    List<Party> refused =
        others.stream()
            .filter(keeping::containsKey)
            .filter(cloud -> WriteRefusal.in(keeping.get(cloud)).isPresent())
            .toList();
    if (!refused.isEmpty() && !(oneMayLie && refused.size() == others.size())) {
      deletes.forEach(SplitWrite::insist);
      keeping.keySet().removeAll(refused);
      keeping.putAll(keeping(refused));
    }
    if (oneMayLie && !keeping.isEmpty()) {
      deletes.forEach(delete -> delete.fail(true));
      Party first = keeping.keySet().iterator().next();
      throw CloudFailures.withFate(CloudFailures.naming(first, keeping.get(first)), UNKNOWN);
    }
  }

  /** Sends the deletes to some clouds; returns those that have not done them, and why. */
  private Map<Party, Throwable> keeping(List<Party> asked) {
    Map<Party, Throwable> keeping = new EnumMap<>(Party.class);
    try {
      for (CloudOutcome<Object> outcome :
          tables.outcomes(
              Rollback.WITHIN_MS,
              cloud -> {
                if (asked.contains(cloud)) {
                  send(deletes, cloud);
                }
                return null;
              })) {
        if (outcome.failed()) {
          LOG.debug("{} keeps cells that are deleted", outcome.cloud(), outcome.failure());
          keeping.put(outcome.cloud(), outcome.failure());
        }
      }
    } catch (IOException e) {
      LOG.debug("clouds keep cells that are deleted", e);
      asked.forEach(cloud -> keeping.put(cloud, e));
    }
    return keeping;
  }

  /**
   * The cells of a row that the three clouds showed, complete or not.
   *
   * @param get what each was asked; null if nothing was read
   * @param byCloud entry i is what cloud i showed
   * @param schema the table's; null if nothing was read
   */
  record Snapshot(Get get, List<Result> byCloud, TableSchema schema) {
    static final Snapshot NONE = new Snapshot(null, List.of(), null);
  }
}
