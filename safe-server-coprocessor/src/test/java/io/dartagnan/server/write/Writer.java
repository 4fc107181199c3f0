package io.dartagnan.server.write;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Protection;
import io.dartagnan.write.RollbackMark;
import io.dartagnan.write.Settlement;
import io.dartagnan.write.WriteMark;
import java.util.Optional;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** A process of an application: it marks mutations as the Safe Client does. */
final class Writer {
  private final long number;
  private final long schema;
  private Settlement settlement;

  Writer(long number, long schema) {
    this.number = number;
    this.schema = schema;
    this.settlement = new Settlement(number, 0, new long[0]);
  }

  /** Has the writer know that its writes through a stamp are settled, but for the torn ones. */
  Writer settled(long through, long... torn) {
    settlement = new Settlement(number, through, torn);
    return this;
  }

  /** A put without a timestamp of the application's own. */
  Put put(String row, long stamp, String value) {
    return put(row, stamp, stamp, value);
  }

  /** A put of a cell with a timestamp. */
  Put put(String row, long stamp, long timestamp, String value) {
    Put put =
        new Put(Bytes.toBytes(row))
            .addColumn(GuardedRegion.FAMILY, GuardedRegion.COLUMN, timestamp, Bytes.toBytes(value));
    return mark(put, stamp);
  }

  /** A delete of the column. */
  Delete delete(String row, long stamp) {
    return mark(
        new Delete(Bytes.toBytes(row))
            .addColumns(GuardedRegion.FAMILY, GuardedRegion.COLUMN, stamp),
        stamp);
  }

  /** The rollback of {@link #put(String, long, long, String)}. */
  Delete rollback(String row, long stamp, long timestamp, String value) {
    Delete delete =
        new Delete(Bytes.toBytes(row))
            .addColumn(GuardedRegion.FAMILY, GuardedRegion.COLUMN, timestamp);
    delete.setAttribute(
        RollbackMark.ATTRIBUTE, new RollbackMark(new long[] {versionId(value)}).encode());
    return mark(delete, stamp);
  }

  /** The rollback of a put of a cell with a timestamp of the application's own. */
  Delete namingRollback(String row, long stamp, long timestamp, String value) {
    Delete delete =
        new Delete(Bytes.toBytes(row))
            .addColumn(GuardedRegion.FAMILY, GuardedRegion.COLUMN, timestamp);
    RollbackMark.Write self = new RollbackMark.Write(number, stamp);
    delete.setAttribute(
        RollbackMark.ATTRIBUTE,
        new RollbackMark(Optional.of(self), new long[] {versionId(value)}).encode());
    return delete;
  }

  private static long versionId(String value) {
    return Protection.PLAIN
        .writeId(
            new KeyValue(
                new byte[] {1}, GuardedRegion.FAMILY, GuardedRegion.COLUMN, Bytes.toBytes(value)),
            Party.P0)
        .orElseThrow();
  }

  /** Marks any mutation. */
  <M extends Mutation> M mark(M mutation, long stamp) {
    mutation.setAttribute(WriteMark.ATTRIBUTE, new WriteMark(stamp, schema, settlement).encode());
    return mutation;
  }

  /** The same mutation for the clouds that refused it. */
  <M extends Mutation> M insist(M mutation) {
    mutation.setAttribute(
        WriteMark.ATTRIBUTE,
        WriteMark.decode(mutation.getAttribute(WriteMark.ATTRIBUTE)).insist().encode());
    return mutation;
  }

  /** The get that does nothing but tell the settlement. */
  Get telling() {
    Get get = new Get(new byte[] {'r'});
    get.setAttribute(Settlement.ATTRIBUTE, settlement.encode());
    return get;
  }
}
