package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudTables;
import io.dartagnan.mpc.Party;
import io.dartagnan.write.RowCondition;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RowMutations;

/** Writes to one row that a cloud does as one, with one stamp. */
final class RowWrite {
  private final List<SplitWrite> writes;

  RowWrite(List<SplitWrite> writes) {
    this.writes = List.copyOf(writes);
  }

  long stamp() {
    return writes.get(0).stamp();
  }

  byte[] row() {
    return writes.get(0).outer().getRow();
  }

  /** Those that are puts. */
  RowWrite puts() {
    return new RowWrite(writes.stream().filter(write -> write.outer() instanceof Put).toList());
  }

  /** Those that are deletes. */
  RowWrite deletes() {
    return new RowWrite(writes.stream().filter(write -> write.outer() instanceof Delete).toList());
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  /** Makes a cloud's part depend on what was read there. */
  void require(Party cloud, RowCondition condition) {
    byte[] value = condition.encode();
    writes.forEach(write -> write.on(cloud).setAttribute(RowCondition.ATTRIBUTE, value));
  }

  /** Makes it one that another cloud has accepted. */
  void insist() {
    writes.forEach(SplitWrite::insist);
  }

  /** Does it on a cloud. */
  void send(CloudTables tables, Party cloud) throws IOException {
    if (writes.size() == 1) {
      Mutation only = writes.get(0).on(cloud);
      if (only instanceof Put put) {
        tables.on(cloud).put(put);
      } else {
        tables.on(cloud).delete((Delete) only);
      }
    } else {
      tables
          .on(cloud)
          .mutateRow(RowMutations.of(writes.stream().map(write -> write.on(cloud)).toList()));
    }
  }

  /** Notes that it is done, or that nothing is left of it and nothing can come. */
  void settle() {
    writes.forEach(SplitWrite::settle);
  }

  /** Notes that its caller hears an error, though it may have been done. */
  void fail(boolean mayBeComplete) {
    writes.forEach(write -> write.fail(mayBeComplete));
  }

  /** Has a cloud asked whether it has it. */
  void ask(StatusQuery query, Party cloud) {
    query.add(cloud, writes.get(0));
  }

  /** Takes its puts back from some clouds. */
  void rollBack(Rollback rollback, List<Party> clouds) {
    writes.forEach(write -> rollback.add(write, clouds));
  }

  /** Leaves it in doubt: one cloud may have it, and two have all of it that they are to have. */
  void leave(Rollback rollback, List<Party> having, Party maybe) {
    writes.forEach(write -> rollback.leave(SplitAction.of(write, having, List.of(maybe))));
  }

  /** Notes what a refusal says of the time. */
  void learn(Optional<WriteRefusal> refusal, WriteLedger.Entry entry) {
    refusal.ifPresent(known -> entry.learn(row(), known));
  }
}
