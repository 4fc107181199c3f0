package io.dartagnan.clusters.torture;

import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** One write of one row. */
sealed interface Change {

  /** Values are below this, so that one row in so many has a certain one. */
  int VALUES = 100;

  /** The row after it. */
  RowValues apply(RowValues before);

  /** The mutation that is sent. */
  Mutation mutation(byte[] row);

  /** Whether it stays when a cloud is killed. */
  default boolean isDurable() {
    return true;
  }

  /**
   * A put of all columns, which is not durable one time in three.
   *
   * @param write the number that tells it from all others
   */
  static Put random(Random random, long write) {
    return new Put(durable(random, write).values(), random.nextInt(3) > 0);
  }

  /** A durable one. */
  static Put durable(Random random, long write) {
    return new Put(
        new RowValues(
            Map.of(
                Column.NUMBER,
                (long) random.nextInt(VALUES),
                Column.OTHER,
                (long) random.nextInt(VALUES),
                Column.WRITE,
                write)));
  }

  /** A put of all columns. */
  record Put(RowValues values, boolean isDurable) implements Change {

    /** One that is durable. */
    Put(RowValues values) {
      this(values, true);
    }

    @Override
    public RowValues apply(RowValues before) {
      return values;
    }

    @Override
    public Mutation mutation(byte[] row) {
      org.apache.hadoop.hbase.client.Put put = new org.apache.hadoop.hbase.client.Put(row);
      if (!isDurable) {
        put.setDurability(Durability.SKIP_WAL);
      }
      values
          .columns()
          .forEach(
              (column, value) ->
                  put.addColumn(Column.FAMILY, column.qualifier(), Bytes.toBytes(value)));
      return put;
    }
  }

  /** A delete of one column. */
  record ColumnDelete(Column column) implements Change {
    @Override
    public RowValues apply(RowValues before) {
      return before.without(column);
    }

    @Override
    public Mutation mutation(byte[] row) {
      return new Delete(row).addColumns(Column.FAMILY, column.qualifier());
    }
  }

  /** A delete of the row. */
  record RowDelete() implements Change {
    @Override
    public RowValues apply(RowValues before) {
      return RowValues.ABSENT;
    }

    @Override
    public Mutation mutation(byte[] row) {
      return new Delete(row);
    }
  }
}
