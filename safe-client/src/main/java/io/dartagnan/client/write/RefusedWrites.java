package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.TableCatalogue;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.mpc.Party;
import io.dartagnan.write.WriteRefusal;
import io.dartagnan.write.WriteRefusal.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Mending of writes that clouds refused because another writer's came first, or because the schema
 * has changed.
 *
 * <p>A write that one cloud accepted insists on the others, with the stamp it has: no later-stamped
 * write was acknowledged before it began. Where one may lie, two have to accept it. One that none
 * accepted gets a later stamp, and so does every write to its row that follows it in the batch.
 */
final class RefusedWrites {
  private final CloudTables tables;
  private final TableCatalogue catalogue;
  private final TableName name;
  private final WriteSplitter splitter;

  RefusedWrites(
      CloudTables tables, TableCatalogue catalogue, TableName name, WriteSplitter splitter) {
    this.tables = tables;
    this.catalogue = catalogue;
    this.name = name;
    this.splitter = splitter;
  }

  /**
   * Prepares what is to be sent next.
   *
   * @param superseded gets the writes in whose place others are sent
   * @return empty if nothing was refused, or nothing can be mended
   * @throws IllegalArgumentException if the schema has changed, and a write does not fit it
   */
  Delivery mend(SplitBatch batch, WriteLedger.Entry entry, Rollback superseded) throws IOException {
    Delivery next = new Delivery();
    Set<SplitAction> refused =
        batch.actions().stream()
            .filter(RefusedWrites::isMendable)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (refused.isEmpty()) {
      return next;
    }
    List<SplitAction> nowhere =
        refused.stream().filter(action -> accepting(action).isEmpty()).toList();
    if (!nowhere.isEmpty()) {
      UncertainWrites.searchRefused(tables, nowhere);
    }
    int enough = catalogue.get(name).schema().withstandsLies() ? 2 : 1;
    Set<byte[]> restarted = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    List<SplitAction> anew = new ArrayList<>();
    for (SplitAction action : batch.actions()) {
      if (action.isWrite() && restarted.contains(action.outer().getRow())) {
        anew.add(action);
      } else if (refused.contains(action) && isMendable(action)) {
        if (insists(action, enough)) {
          next.add(action, refusing(action));
        } else {
          anew.add(action);
          restarted.add(action.outer().getRow());
        }
      }
    }
    restart(anew, entry, superseded);
    anew.forEach(action -> next.add(action, action.clouds()));
    return next;
  }

  /** Whether it only failed by refusals, and those can be mended. */
  private static boolean isMendable(SplitAction action) {
    return action.isWrite()
        && !action.isDone()
        && refusing(action).stream()
            .map(cloud -> action.reply(cloud).refusal())
            .allMatch(refusal -> refusal.isPresent() && refusal.get().reason() != Reason.TOO_NEW);
  }

  private static List<Party> accepting(SplitAction action) {
    return action.clouds(SplitAction.Reply::isDone);
  }

  private static List<Party> refusing(SplitAction action) {
    return action.clouds(reply -> !reply.isDone());
  }

  private static boolean insists(SplitAction action, int enough) {
    SplitWrite write = action.write();
    boolean can =
        accepting(action).size() >= enough
            && !write.isStrict()
            && !write.isInsisting()
            && refusing(action).stream()
                .allMatch(
                    cloud ->
                        action.reply(cloud).refusal().orElseThrow().reason() == Reason.NOT_NEWER);
    if (can) {
      write.insist();
    }
    return can;
  }

  private void restart(List<SplitAction> anew, WriteLedger.Entry entry, Rollback superseded)
      throws IOException {
    if (anew.isEmpty()) {
      return;
    }
    boolean schemaChanged =
        anew.stream()
            .flatMap(action -> action.clouds().stream().map(action::reply))
            .flatMap(reply -> reply.refusal().stream())
            .anyMatch(refusal -> refusal.reason() == Reason.SCHEMA);
    if (schemaChanged) {
      catalogue.forget(name);
    }
    ProtectedTable table = catalogue.get(name);
    List<Mutation> outer = anew.stream().map(action -> action.write().outer()).toList();
    List<SplitWrite> writes = splitter.split(table, outer, entry);
    for (int i = 0; i < anew.size(); i++) {
      SplitAction action = anew.get(i);
      superseded.supersede(action);
      action.restart(writes.get(i));
    }
  }

  /** Puts a sentence that a user can act on in the place of refusals that were not mended. */
  static void explain(SplitBatch batch) {
    for (SplitAction action : batch.actions()) {
      for (Party cloud : action.clouds()) {
        SplitAction.Reply reply = action.reply(cloud);
        reply
            .refusal()
            .ifPresent(
                refusal ->
                    action.reply(
                        cloud,
                        new SplitAction.Reply(
                            null,
                            new DoNotRetryIOException(
                                sentence(refusal, action.write().stamp()), reply.failure()),
                            reply.server(),
                            reply.known())));
      }
    }
  }

  /** A sentence about a refusal, for who cannot mend it. */
  static String sentence(WriteRefusal refusal, long stamp) {
    return switch (refusal.reason()) {
      case NOT_NEWER -> "other writers of the row were ahead at every attempt; write it again";
      case TOO_OLD -> "the write took too long to arrive there; write it again";
      case TOO_NEW ->
          "the write's stamp is %d ms ahead of this cloud's clock; set the clocks of clients and clouds right, and write it again"
              .formatted(stamp - refusal.clock());
      case CONDITION -> "others changed the row at every attempt; do it again";
      case SCHEMA -> "the table's schema differs between the clouds, or changes again and again";
    };
  }
}
