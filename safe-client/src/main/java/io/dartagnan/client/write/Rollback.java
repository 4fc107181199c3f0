package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hbase.thirdparty.com.google.common.collect.ListMultimap;
import org.apache.hbase.thirdparty.com.google.common.collect.MultimapBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletion of writes that did not reach all three clouds from those that have, or may have, them.
 *
 * <p>Readers pass over such a write, and the clouds keep it beside the versions that count. Taking
 * back is tried once and for a short time; {@link TornWrites} try again. A write that arrives only
 * afterwards is refused by the cloud, or met by the deletion, which has its timestamp. A version of
 * another write at the same coordinates stays: the deletion names what it is to remove. Where the
 * write took the place of a version at the same timestamp, that one comes back; where none was, the
 * cloud leaves it, and fails the deletion.
 */
final class Rollback {
  private static final Logger LOG = LoggerFactory.getLogger(Rollback.class);

  /** Longest wait in milliseconds: a cloud that just failed may well not answer. */
  static final long WITHIN_MS = 5_000;

  private record Removal(SplitWrite write, Party cloud, Row request) {}

  /** A complete write, and the action for which another is sent in its place. */
  private record Superseded(SplitWrite write, SplitAction action) {}

  private final List<Removal> removals = new ArrayList<>();
  private final List<Superseded> superseded = new ArrayList<>();
  private final Set<SplitWrite> taken = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<SplitWrite, Set<Party>> left = new IdentityHashMap<>();
  private final List<SplitAction> inDoubt = new ArrayList<>();
  private final Set<Party> notReached = EnumSet.noneOf(Party.class);
  private boolean unknown;
  private boolean answered = true;

  /** Whether nothing was taken in. */
  boolean isEmpty() {
    return taken.isEmpty() && superseded.isEmpty() && !unknown;
  }

  /**
   * Takes in a write that is not on all three clouds. It is to be removed from those that have it,
   * or may have it, and answer.
   */
  void add(SplitAction action) {
    add(
        action.write(),
        action.clouds(reply -> !reply.absent() && !reply.isSilent()),
        action.clouds(reply -> !reply.absent() && reply.isSilent()));
  }

  /**
   * Takes in the write of an action before another is sent in its place. One that is complete is
   * removed only if that other one is complete in the end: readers may have seen it.
   */
  void supersede(SplitAction action) {
    if (action.isDone()) {
      superseded.add(new Superseded(action.write(), action));
    } else {
      add(action);
    }
  }

  /** Takes in a write that is to be removed from some clouds. */
  void add(SplitWrite write, Collection<Party> clouds) {
    add(write, clouds, List.of());
  }

  private void add(SplitWrite write, Collection<Party> clouds, List<Party> silent) {
    taken.add(write);
    for (Party cloud : clouds) {
      write.removals(cloud).forEach(removal -> removals.add(new Removal(write, cloud, removal)));
    }
    if (!silent.isEmpty() && write.outer() instanceof Put) {
      notReached.addAll(silent);
      silent.forEach(cloud -> leave(write, cloud));
    }
  }

  private void leave(SplitWrite write, Party on) {
    left.computeIfAbsent(write, any -> EnumSet.noneOf(Party.class)).add(on);
  }

  /** Takes in a write of which nobody knows whether it is on all three clouds: it stays, torn. */
  void leave(SplitAction action) {
    unknown |= action.outer() instanceof Put;
    inDoubt.add(action);
  }

  /**
   * What is torn: the writes in doubt, and those that a cloud may have yet. One that all three may
   * have yet, though it is to be removed, would be asked for as one in doubt: it is not among them.
   */
  List<SplitAction> torn() {
    List<SplitAction> torn = new ArrayList<>();
    for (SplitAction each : inDoubt) {
      List<Party> having = each.clouds(SplitAction.Reply::isDone);
      // Without the failures, which have all of the batch.
      torn.add(SplitAction.of(each.write(), having, each.clouds()));
    }
    left.forEach(
        (write, clouds) -> {
          if (clouds.size() < write.placement().clouds().size()) {
            torn.add(SplitAction.of(write, List.of(), clouds));
          }
        });
    return torn;
  }

  /** Whether every cloud that was to remove something has said whether it did. */
  boolean isAnswered() {
    return answered;
  }

  /**
   * Removes them, and settles those of which nothing is left. A delete leaves no version that could
   * be taken for one that counts. Not to be interrupted.
   *
   * @return what became of them, for the error message; empty if there are none
   */
  String carryOut(CloudTables tables) {
    List<String> fates = new ArrayList<>();
    boolean kept = false;
    for (Superseded each : superseded) {
      if (each.action().isDone()) {
        add(each.write(), each.action().clouds());
      } else {
        each.write().settle();
        kept = true;
      }
    }
    Set<Party> failed = removals.isEmpty() ? EnumSet.noneOf(Party.class) : remove(tables);
    removals.stream()
        .filter(removal -> failed.contains(removal.cloud()))
        .forEach(removal -> leave(removal.write(), removal.cloud()));
    failed.addAll(notReached);
    if (!removals.isEmpty() || !failed.isEmpty()) {
      fates.add(fate(failed));
    }
    if (unknown) {
      fates.add(
          "what a cloud did not answer for may have been written; read it to learn whether it was");
    }
    if (kept) {
      fates.add(
          "what had been written when it was sent again, behind an earlier write to its row, stays;"
              + " read it to learn what the row has");
    }
    taken.stream().filter(write -> !left.containsKey(write)).forEach(SplitWrite::settle);
    return String.join("; ", fates);
  }

  /**
   * Runs steps that must not be left half done: an interrupt of their thread is kept until they
   * end.
   */
  static <T> T uninterrupted(Supplier<T> steps) {
    boolean interrupted = Thread.interrupted();
    try {
      return steps.get();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private Set<Party> remove(CloudTables tables) {
    ListMultimap<Party, Row> byCloud =
        MultimapBuilder.enumKeys(Party.class).arrayListValues().build();
    removals.forEach(removal -> byCloud.put(removal.cloud(), removal.request()));
    Set<Party> failed = EnumSet.allOf(Party.class);
    try {
      List<CloudOutcome<Object>> outcomes =
          tables.outcomes(
              WITHIN_MS,
              cloud -> {
                List<Row> own = byCloud.get(cloud);
                if (!own.isEmpty()) {
                  tables.on(cloud).batch(own, new Object[own.size()]);
                }
                return null;
              });
      for (CloudOutcome<Object> outcome : outcomes) {
        if (!outcome.failed()) {
          failed.remove(outcome.cloud());
        }
        answered &= !outcome.failed() || CloudFailures.isAnswer(outcome.failure());
      }
    } catch (IOException e) {
      answered = false;
      LOG.debug("writes that failed could not be taken back", e);
    }
    return failed;
  }

  private static String fate(Set<Party> failed) {
    if (failed.isEmpty()) {
      return "what other clouds had of it was removed";
    }
    return failed.stream()
        .map(cloud -> "cloud " + cloud.index())
        .collect(
            Collectors.joining(" and ", "what ", " may have of it may remain, and is never shown"));
  }
}
