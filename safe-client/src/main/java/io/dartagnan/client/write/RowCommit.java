package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commit of one {@link RowWrite}: staged on two clouds, decided on one.
 *
 * <p>One cloud, by the row's hash, is the arbiter of all such writes to a row. First the two others
 * take the puts: no version is complete yet, and no reader sees it. Then the arbiter takes puts and
 * deletes in one step: from there on the puts are complete, and what the deletes mask is not. At
 * last the others take the deletes, which no reader waits for. Each does its part only if the row
 * still shows what was read there, with the cloud's row locked; a write that came before on any of
 * them, and may yet come to the others, is so found, and one that is on its way is refused there. A
 * client that dies leaves either incomplete versions or the whole.
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
  private final RowWrite write;
  private final RowSnapshot snapshot;
  private final WriteLedger.Entry entry;
  private final Rollback rollback;
  private final Party arbiter;
  private final List<Party> others;

  /**
   * A commit.
   *
   * @param rollback gets what is to be taken back, or is in doubt
   */
  RowCommit(
      CloudTables tables,
      Placement placement,
      RowWrite write,
      RowSnapshot snapshot,
      WriteLedger.Entry entry,
      Rollback rollback) {
    this.tables = tables;
    this.write = write;
    this.snapshot = snapshot;
    this.entry = entry;
    this.rollback = rollback;
    // Decides on the row: the same for every client.
    int hash = Arrays.hashCode(write.row()) * 0x9E3779B9;
    List<Party> clouds = placement.clouds();
    this.arbiter = clouds.get(Math.floorMod(hash >>> 16, clouds.size()));
    this.others = placement.others(arbiter);
  }

  End carryOut() throws IOException {
    RowWrite puts = write.puts();
    if (!puts.isEmpty()) {
      for (Party cloud : others) {
        snapshot.require(puts, cloud);
      }
      Optional<End> refused = stage(puts);
      if (refused.isPresent()) {
        return refused.get();
      }
    }
    snapshot.require(write, arbiter);
    Optional<End> refused = decide(puts);
    if (refused.isPresent()) {
      return refused.get();
    }
    // Its versions are complete, and what it deletes is no longer.
    write.settle();
    RowWrite deletes = write.deletes();
    if (!deletes.isEmpty()) {
      follow(deletes);
    }
    return End.DONE;
  }

  /** Sends the puts to those that do not decide. */
  private Optional<End> stage(RowWrite puts) throws IOException {
    List<CloudOutcome<Object>> outcomes;
    try {
      outcomes =
          tables.outcomes(
              cloud -> {
                if (cloud != arbiter) {
                  puts.send(tables, cloud);
                }
                return null;
              });
    } catch (IOException e) {
      throw failed(e, rollBack(puts));
    }
    if (outcomes.stream().noneMatch(CloudOutcome::failed)) {
      return Optional.empty();
    }
    String fate = rollBack(puts);
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
  private Optional<End> decide(RowWrite puts) throws IOException {
    CloudOutcome<Object> outcome;
    Optional<Boolean> isThere;
    try {
      outcome = onArbiter(() -> write.send(tables, arbiter));
      if (!outcome.failed()) {
        return Optional.empty();
      }
      isThere = isOnArbiter(WriteRefusal.in(outcome.failure()).isPresent());
    } catch (IOException e) {
      throw unknown(e);
    }
    return isThere.orElse(false)
        ? Optional.empty()
        : Optional.of(notDecided(puts, outcome, isThere.isPresent()));
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
    StatusQuery query = new StatusQuery(!refused);
    write.ask(query, arbiter);
    CloudOutcome<List<Boolean>> answer =
        query.ask(tables, refused ? tables.deadlineMs() : Rollback.WITHIN_MS).get(arbiter.index());
    return answer.failed() ? Optional.empty() : Optional.of(answer.value().get(0));
  }

  private End notDecided(RowWrite puts, CloudOutcome<Object> outcome, boolean isAbsent)
      throws IOException {
    Throwable failure = outcome.failure();
    boolean isRefused =
        failure instanceof DoNotRetryIOException && WriteRefusal.in(failure).isEmpty();
    if (!isAbsent && !isRefused) {
      // It may arrive yet. What is staged on the others would then be needed.
      throw unknown(CloudFailures.naming(arbiter, failure));
    }
    String fate = rollBack(puts);
    if (WriteRefusal.in(failure).isEmpty()) {
      throw failed(CloudFailures.naming(arbiter, failure), fate);
    }
    return end(List.of(outcome));
  }

  private IOException failed(IOException failure, String fate) {
    write.fail(false);
    return CloudFailures.withFate(failure, fate);
  }

  private IOException unknown(IOException failure) {
    write.fail(true);
    write.leave(rollback, others, arbiter);
    return CloudFailures.withFate(failure, UNKNOWN);
  }

  private End end(List<CloudOutcome<Object>> outcomes) throws IOException {
    End end = End.CHANGED;
    for (CloudOutcome<Object> outcome : outcomes) {
      Optional<WriteRefusal> refusal =
          outcome.failed() ? WriteRefusal.in(outcome.failure()) : Optional.empty();
      write.learn(refusal, entry);
      if (refusal.isPresent() && refusal.get().reason() == WriteRefusal.Reason.SCHEMA) {
        end = End.ANOTHER_SCHEMA;
      }
      if (refusal.isPresent() && refusal.get().reason() == WriteRefusal.Reason.TOO_NEW) {
        write.fail(false);
        throw CloudFailures.naming(
            outcome.cloud(),
            new DoNotRetryIOException(
                RefusedWrites.sentence(refusal.get(), write.stamp()), outcome.failure()));
      }
    }
    return end;
  }

  /** Takes back what is staged: the arbiter has nothing, and does not get it any more. */
  private String rollBack(RowWrite puts) {
    write.deletes().settle();
    puts.rollBack(rollback, others);
    return Uninterrupted.run(() -> rollback.carryOut(tables));
  }

  /**
   * Deletes on the others what is deleted already: the arbiter no longer has its part. A cloud that
   * has seen a newer write of the row refuses it at first, and takes it below that one if nothing
   * else stands in its place.
   */
  private void follow(RowWrite deletes) {
    List<Party> refusing = refusing(deletes, others);
    if (!refusing.isEmpty()) {
      deletes.insist();
      refusing(deletes, refusing);
    }
  }

  /** Those clouds that refuse it, of those that are asked. */
  private List<Party> refusing(RowWrite deletes, List<Party> asked) {
    List<Party> refusing = new ArrayList<>();
    try {
      for (CloudOutcome<Object> outcome :
          tables.outcomes(
              Rollback.WITHIN_MS,
              cloud -> {
                if (asked.contains(cloud)) {
                  deletes.send(tables, cloud);
                }
                return null;
              })) {
        if (outcome.failed()) {
          LOG.debug("{} keeps cells that are deleted", outcome.cloud(), outcome.failure());
          if (WriteRefusal.in(outcome.failure()).isPresent()) {
            refusing.add(outcome.cloud());
          }
        }
      }
    } catch (IOException e) {
      LOG.debug("clouds keep cells that are deleted", e);
    }
    return refusing;
  }
}
