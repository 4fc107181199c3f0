package io.dartagnan.clusters.operations;

import io.dartagnan.client.filter.random.RandomTable.Column;
import io.dartagnan.client.filter.random.RandomTable.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/** Random steps that are atomic on one HBase. */
final class RandomAtomics {
  private final Draw draw;
  private final RandomWrites writes;

  RandomAtomics(Draw draw, RandomWrites writes) {
    this.draw = draw;
    this.writes = writes;
  }

  Step next(int index) {
    byte[] row = draw.row();
    return switch (draw.random().nextInt(6)) {
      case 0 -> new AtomicSteps.IncrementOne(increment(row));
      case 1 -> new AtomicSteps.AppendOne(append(row));
      case 2 -> new AtomicSteps.MutateRow(mutations(row, index));
      case 3 -> writes.deleteNewest();
      case 4 -> batch(index);
      default -> checked(row, index);
    };
  }

  private Increment increment(byte[] row) {
    Increment increment = new Increment(row);
    for (Column column : draw.some(2, () -> column(Kind.INT64))) {
      increment.addColumn(
          column.familyBytes(), column.qualifierBytes(), draw.random().nextInt(9) - 4);
    }
    return expiring(writes.durable(increment));
  }

  private Append append(byte[] row) {
    Column column = column(draw.oneIn(2) ? Kind.STRING : Kind.BYTES);
    byte[] value = draw.value(column);
    return expiring(
        writes.durable(
            new Append(row)
                .addColumn(
                    column.familyBytes(),
                    column.qualifierBytes(),
                    value == null ? new byte[1] : value)));
  }

  /** Gives a write a time to live that no history outlives, now and then. */
  private <T extends Mutation> T expiring(T write) {
    if (draw.oneIn(8)) {
      write.setTTL(RandomWrites.TIME_TO_LIVE_MS);
    }
    return write;
  }

  private Column column(Kind kind) {
    Column column = draw.column();
    while (column.kind() != kind) {
      column = draw.column();
    }
    return column;
  }

  private RowMutations mutations(byte[] row, int index) {
    try {
      return RowMutations.of(draw.some(3, () -> writes.mutation(row, index)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Step batch(int index) {
    List<Row> actions = new ArrayList<>(draw.some(3, () -> writes.mutation(draw.row(), index)));
    byte[] row = draw.row();
    actions.add(
        switch (draw.random().nextInt(3)) {
          case 0 -> increment(row);
          case 1 -> append(row);
          default -> mutations(row, index);
        });
    return new AtomicSteps.AtomicBatch(List.copyOf(actions));
  }

  private Step checked(byte[] row, int index) {
    Column column = draw.column();
    CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
    byte[] value = draw.value(column);
    if (value == null || draw.oneIn(3)) {
      check.ifNotExists(column.familyBytes(), column.qualifierBytes());
    } else {
      CompareOperator operator =
          draw.any(
              List.of(
                  CompareOperator.EQUAL,
                  CompareOperator.NOT_EQUAL,
                  CompareOperator.LESS,
                  CompareOperator.GREATER_OR_EQUAL));
      check.ifMatches(column.familyBytes(), column.qualifierBytes(), operator, value);
    }
    Get reading = RandomWrites.reading(row, column);
    if (draw.oneIn(3)) {
      RowMutations mutations = mutations(row, index);
      return new AtomicSteps.Checked(check.build(mutations), mutations, reading);
    }
    Mutation mutation = writes.mutation(row, index);
    return new AtomicSteps.Checked(
        mutation instanceof Put put ? check.build(put) : check.build((Delete) mutation),
        mutation,
        reading);
  }
}
