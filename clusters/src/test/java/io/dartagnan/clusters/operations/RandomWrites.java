package io.dartagnan.clusters.operations;

import io.dartagnan.client.filter.random.RandomTable.Column;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;

/** Random steps that put and delete. */
final class RandomWrites {
  /** Longer than any history takes. */
  static final long TIME_TO_LIVE_MS = 3_600_000;

  private final Draw draw;
  private final RandomReads reads;
  private final RandomChanges changes;

  RandomWrites(Draw draw, RandomReads reads, RandomChanges changes) {
    this.draw = draw;
    this.reads = reads;
    this.changes = changes;
  }

  Step put(int index) {
    if (draw.oneIn(60)) {
      return new WriteSteps.PutOne(unfit());
    }
    return draw.oneIn(4) ? putList(index) : new WriteSteps.PutOne(put(draw.row(), index));
  }

  private Step putList(int index) {
    List<Put> puts = draw.some(5, () -> put(draw.row(), index));
    if (draw.oneIn(20)) {
      puts.add(draw.random().nextInt(puts.size() + 1), unfit());
    }
    return new WriteSteps.PutList(List.copyOf(puts));
  }

  Step delete(int index) {
    if (draw.oneIn(60)) {
      return new WriteSteps.DeleteOne(new Delete(draw.row()).addFamily(Unfit.FAMILY));
    }
    return draw.oneIn(4)
        ? new WriteSteps.DeleteList(List.copyOf(draw.some(4, () -> delete(draw.row(), index))))
        : new WriteSteps.DeleteOne(delete(draw.row(), index));
  }

  Step batch(int index) {
    List<Row> actions =
        draw.some(
            6, () -> draw.oneIn(3) ? reads.get(draw.row(), index) : mutation(draw.row(), index));
    return new WriteSteps.Batch(List.copyOf(actions));
  }

  Step buffered(int index) {
    if (draw.oneIn(3)) {
      byte[] row = draw.row();
      return new WriteSteps.BufferedBefore(
          List.copyOf(draw.some(3, () -> mutation(row, index))), put(row, index));
    }
    if (draw.oneIn(30)) {
      return new WriteSteps.Buffered(List.of(unfit()), draw.oneIn(2));
    }
    return new WriteSteps.Buffered(
        List.copyOf(draw.some(5, () -> mutation(draw.row(), index))), draw.oneIn(2));
  }

  /** A delete of the newest version of a column, whatever its timestamp. */
  Step deleteNewest() {
    Column column = draw.column();
    return new WriteSteps.DeleteOne(
        new Delete(draw.row()).addColumn(column.familyBytes(), column.qualifierBytes()));
  }

  Mutation mutation(byte[] row, int index) {
    return draw.oneIn(3) ? delete(row, index) : put(row, index);
  }

  private Put unfit() {
    Put put = new Put(draw.row());
    return draw.oneIn(3) ? put : put.addColumn(Unfit.FAMILY, Unfit.FAMILY, Unfit.FAMILY);
  }

  Put put(byte[] row, int index) {
    boolean own = draw.oneIn(3);
    Put put = own ? new Put(row, draw.time(index)) : new Put(row);
    boolean assigned = !own;
    while (put.isEmpty()) {
      for (Column column : draw.some(4, draw::column)) {
        byte[] value = draw.value(column);
        if (value == null) {
          continue;
        }
        if (draw.oneIn(6)) {
          assigned = false;
          put.addColumn(column.familyBytes(), column.qualifierBytes(), draw.time(index), value);
        } else {
          put.addColumn(column.familyBytes(), column.qualifierBytes(), value);
        }
      }
    }
    changes.addTo(put);
    if (assigned && draw.oneIn(12)) {
      put.setTTL(draw.oneIn(3) ? Times.AT_ONCE_MS : TIME_TO_LIVE_MS);
    }
    return durable(put);
  }

  /** Gives a write one of the durabilities that there are, now and then. */
  <T extends Mutation> T durable(T write) {
    if (draw.oneIn(6)) {
      write.setDurability(draw.any(List.of(Durability.values())));
    }
    return write;
  }

  Delete delete(byte[] row, int index) {
    if (draw.oneIn(5)) {
      return durable(draw.oneIn(3) ? new Delete(row, ownOfPast(index)) : new Delete(row));
    }
    Delete delete = draw.oneIn(6) ? new Delete(row, ownOfPast(index)) : new Delete(row);
    boolean own = delete.getTimestamp() != Long.MAX_VALUE;
    List<Runnable> parts = new ArrayList<>();
    parts.add(() -> part(delete, own, index));
    if (draw.oneIn(3)) {
      parts.add(() -> part(delete, own, index));
    }
    parts.forEach(Runnable::run);
    return durable(delete);
  }

  private void part(Delete delete, boolean own, int index) {
    byte[] family = Bytes.toBytes(draw.family());
    Column column = draw.column();
    switch (draw.random().nextInt(own ? 8 : 7)) {
      case 0 -> delete.addFamily(family);
      case 1 -> delete.addFamily(family, ownOfPast(index));
      case 2 -> delete.addFamilyVersion(family, draw.time(index));
      case 3 -> delete.addColumns(column.familyBytes(), column.qualifierBytes());
      case 4 -> delete.addColumns(column.familyBytes(), column.qualifierBytes(), ownOfPast(index));
      case 7 -> delete.addColumn(column.familyBytes(), column.qualifierBytes());
      default -> delete.addColumn(column.familyBytes(), column.qualifierBytes(), draw.time(index));
    }
  }

  /** A deletion up to a time of the future hides all that comes after it. */
  private long ownOfPast(int index) {
    long time = draw.time(index);
    return time < Times.FUTURE || draw.oneIn(4) ? time : 1;
  }

  /** A get that belongs to a check. */
  static Get reading(byte[] row, Column column) {
    return new Get(row).addColumn(column.familyBytes(), column.qualifierBytes());
  }
}
