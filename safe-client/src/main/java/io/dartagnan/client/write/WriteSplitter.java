package io.dartagnan.client.write;

import io.dartagnan.client.keys.Place;
import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.RowActions;
import io.dartagnan.client.rpc.Unsupported;
import io.dartagnan.client.settlement.ClientWrites;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.BatchDealer;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.StoredValue;
import io.dartagnan.write.Settlement;
import io.dartagnan.write.WriteMark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ConnectionConfiguration;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Splitter of each write of the application into the three that the clouds get.
 *
 * <p>Everything is checked before anything is shared. A put's cells carry one timestamp and, where
 * protected, one random write id, the same on all three clouds; a plain cell is the same everywhere
 * and a protected one holds another share on each.
 */
public final class WriteSplitter {

  /** A cell to be written. */
  private record Planned(byte[] family, byte[] qualifier, long timestamp, StoredValue value) {

    /** HBase's order of a row's cells. */
    private static final Comparator<Planned> COORDINATES =
        Comparator.comparing(Planned::family, Bytes.BYTES_COMPARATOR)
            .thenComparing(Planned::qualifier, Bytes.BYTES_COMPARATOR)
            .thenComparing(Planned::timestamp, Comparator.reverseOrder());

    KeyValue cell(byte[] row, Party party, long writeId) {
      return new KeyValue(row, family, qualifier, timestamp, value.on(party, writeId));
    }
  }

  private final SecureRandom random;
  private final ClientWrites writes;
  private final Written written;
  private final TornWrites torn;
  private final int maxCellBytes;

  /** Hears of the rows that are about to be written, and in which group. */
  @FunctionalInterface
  public interface Written {
    void rows(TableName table, List<? extends Mutation> batch, WriteLedger.Entry entry);
  }

  /**
   * A splitter.
   *
   * @param random the only source of shares and write ids
   * @param writes of the connection; they have the stamps
   * @param written hears of the rows
   * @param torn gets the writes whose end is not known
   * @param maxCellBytes the largest cell, with its coordinates, of a column whose values no type
   *     bounds; 0 or less means any
   */
  public WriteSplitter(
      SecureRandom random,
      ClientWrites writes,
      Written written,
      TornWrites torn,
      int maxCellBytes) {
    this.random = random;
    this.writes = writes;
    this.written = written;
    this.torn = torn;
    this.maxCellBytes = maxCellBytes;
  }

  /** The same with another limit for a cell. */
  public WriteSplitter withMaxCellBytes(int bytes) {
    return new WriteSplitter(random, writes, written, torn, bytes);
  }

  /** The largest cell; 0 or less means any. */
  public int maxCellBytes() {
    return maxCellBytes;
  }

  /** Begins a group of writes. */
  WriteLedger.Entry begin() {
    return writes.begin();
  }

  /** The writes whose end is not known. */
  TornWrites torn() {
    return torn;
  }

  /**
   * Checks a batch of writes to one table, as {@link #split} does.
   *
   * @throws UnsupportedOperationException listing all that the three clouds cannot do together
   * @throws IllegalArgumentException for a value or a column that the schema does not allow
   * @throws org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException for another family
   *     than the table has
   */
  public void check(ProtectedTable table, List<? extends Mutation> batch) throws IOException {
    plans(table, batch, new long[batch.size()], new BatchDealer());
  }

  /**
   * Splits a batch of writes to one table. A put for a cloud has the timestamp that was assigned as
   * its own.
   *
   * @param entry of the group of writes that this batch belongs to
   * @return the writes in the order of the batch
   * @throws UnsupportedOperationException listing all that the three clouds cannot do together
   * @throws IllegalArgumentException for a value or a column that the schema does not allow
   * @throws org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException for another family
   *     than the table has
   */
  List<SplitWrite> split(
      ProtectedTable table, List<? extends Mutation> batch, WriteLedger.Entry entry)
      throws IOException {
    long[] stamps = new long[batch.size()];
    for (int i = 0; i < stamps.length; i++) {
      stamps[i] = stamp(batch.subList(i, i + 1), entry);
    }
    return split(table, batch, stamps, entry);
  }

  /**
   * Splits writes to one row that are to be done as one: they have one stamp.
   *
   * @return the writes in their order
   */
  List<SplitWrite> splitAsOne(
      ProtectedTable table, List<? extends Mutation> writes, WriteLedger.Entry entry)
      throws IOException {
    long[] stamps = new long[writes.size()];
    Arrays.fill(stamps, stamp(writes, entry));
    return split(table, writes, stamps, entry);
  }

  /**
   * A stamp for writes to one row. It is none of the timestamps that the application gave: these
   * are told apart by that, since an application puts at them again what failed, and what takes a
   * write back at a stamp hides all that ever comes there.
   */
  private static long stamp(List<? extends Mutation> writes, WriteLedger.Entry entry)
      throws IOException {
    long stamp = entry.next(writes.get(0).getRow());
    while (areAt(writes, stamp)) {
      stamp = entry.next(writes.get(0).getRow());
    }
    return stamp;
  }

  private static boolean areAt(List<? extends Mutation> writes, long timestamp) {
    for (Mutation write : writes) {
      if (hasAny(write, cell -> cell.getTimestamp() == timestamp)) {
        return true;
      }
    }
    return false;
  }

  private List<SplitWrite> split(
      ProtectedTable table, List<? extends Mutation> batch, long[] stamps, WriteLedger.Entry entry)
      throws IOException {
    for (Mutation write : batch) {
      table.rowKeys().requireOf(write);
    }
    BatchDealer dealer = new BatchDealer();
    List<Plan> plans = plans(table, batch, stamps, dealer);
    dealer.deal(random);
    ByteBuffer writeIds = writeIds(batch.size());
    Settlement settlement = entry.settlement();
    List<SplitWrite> writes = new ArrayList<>(batch.size());
    SplitWrite.SentMark mark = null;
    for (int i = 0; i < stamps.length; i++) {
      long writeId = writeIds.getLong(i * Long.BYTES);
      if (mark == null || mark.mark().stamp() != stamps[i]) {
        mark = new SplitWrite.SentMark(new WriteMark(stamps[i], table.digest(), settlement));
      }
      Plan plan = plans.get(i);
      writes.add(
          new SplitWrite(
              batch.get(i), mark, entry.enter(stamps[i]), table, cloud -> plan.on(cloud, writeId)));
    }
    written.rows(table.schema().table(), batch, entry);
    return writes;
  }

  /** A write that was checked; each cloud's once the batch has been dealt. */
  @FunctionalInterface
  private interface Plan {
    Mutation on(Party party, long writeId);
  }

  private List<Plan> plans(
      ProtectedTable table, List<? extends Mutation> batch, long[] stamps, BatchDealer dealer)
      throws IOException {
    Unsupported.throwIfAny("write", Unsupported.of(batch));
    List<Plan> plans = new ArrayList<>(batch.size());
    for (Mutation mutation : batch) {
      long stamp = stamps[plans.size()];
      if (mutation instanceof Put put) {
        Collection<Planned> planned = plan(table, put, stamp, dealer);
        plans.add((party, writeId) -> put(put, stamp, planned, party, writeId));
      } else {
        Delete delete = stamped(table, delete(mutation), stamp);
        plans.add((party, writeId) -> new Delete(delete));
      }
    }
    return plans;
  }

  /** The cells of a put in HBase's order. */
  private Collection<Planned> plan(ProtectedTable table, Put put, long assigned, BatchDealer dealer)
      throws IOException {
    if (put.isEmpty()) {
      throw new IllegalArgumentException("No columns to insert");
    }
    List<Planned> planned = new ArrayList<>(put.size());
    boolean isInOrder = true;
    for (List<Cell> cells : put.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        byte[] family = CellUtil.cloneFamily(cell);
        byte[] qualifier = CellUtil.cloneQualifier(cell);
        Protection protection = table.require(family, qualifier);
        long timestamp = orAssigned(cell.getTimestamp(), assigned);
        Place place = new Place(put.getRow(), family, qualifier, timestamp);
        byte[] given = CellUtil.cloneValue(cell);
        StoredValue value;
        try {
          byte[] stored = table.sealed(protection, place, given);
          if (protection.declaredType().isEmpty()) {
            requireSize(maxCellBytes, cell.getSerializedSize() - given.length + stored.length);
          }
          value = protection.store(stored, dealer);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(where(cell) + e.getMessage(), e);
        }
        if (protection.isTagged()) {
          value = table.tags().on(value, place, given);
        }
        Planned one = new Planned(family, qualifier, timestamp, value);
        isInOrder =
            isInOrder
                && (planned.isEmpty()
                    || Planned.COORDINATES.compare(planned.get(planned.size() - 1), one) < 0);
        planned.add(one);
      }
    }
    return isInOrder ? planned : inOrder(planned);
  }

  /** As in HBase, the last of several cells of one put with the same coordinates is the one. */
  private static Collection<Planned> inOrder(List<Planned> given) {
    Map<Planned, Planned> ordered = new TreeMap<>(Planned.COORDINATES);
    given.forEach(planned -> ordered.put(planned, planned));
    return ordered.values();
  }

  /** Refuses a cell that is larger than one may be. */
  static void requireSize(int maxCellBytes, int cellBytes) {
    if (maxCellBytes > 0 && cellBytes > maxCellBytes) {
      throw new IllegalArgumentException(
          "a cell of %d bytes was given, %d are allowed; shorten it or set %s higher"
              .formatted(cellBytes, maxCellBytes, ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY));
    }
  }

  private static String where(Cell cell) {
    return "row %s, column %s:%s: "
        .formatted(
            Bytes.toStringBinary(CellUtil.cloneRow(cell)),
            Bytes.toStringBinary(CellUtil.cloneFamily(cell)),
            Bytes.toStringBinary(CellUtil.cloneQualifier(cell)));
  }

  private static Put put(
      Put outer, long assigned, Collection<Planned> plan, Party party, long writeId) {
    NavigableMap<byte[], List<Cell>> cells = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    byte[] family = null;
    List<Cell> ofFamily = null;
    for (Planned planned : plan) {
      if (!Arrays.equals(family, planned.family())) {
        family = planned.family();
        ofFamily = new ArrayList<>(plan.size());
        cells.put(family, ofFamily);
      }
      ofFamily.add(planned.cell(outer.getRow(), party, writeId));
    }
    Put inner = new Put(outer.getRow(), assigned, cells);
    RowActions.copySettings(outer, inner);
    return inner;
  }

  private static Delete delete(Mutation mutation) {
    if (mutation instanceof Delete delete) {
      return delete;
    }
    throw Unsupported.operation(
        mutation.getClass().getSimpleName(), "it has to be decided by one of the three clouds");
  }

  private static Delete stamped(ProtectedTable table, Delete outer, long assigned)
      throws IOException {
    Delete inner = new Delete(outer.getRow(), orAssigned(outer.getTimestamp(), assigned));
    for (List<Cell> cells : outer.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        byte[] family = CellUtil.cloneFamily(cell);
        byte[] qualifier = CellUtil.cloneQualifier(cell);
        long timestamp = orAssigned(cell.getTimestamp(), assigned);
        switch (cell.getType()) {
          case DeleteFamily -> {
            table.requireFamily(family);
            inner.addFamily(family, timestamp);
          }
          case DeleteFamilyVersion -> {
            table.requireFamily(family);
            inner.addFamilyVersion(family, timestamp);
          }
          case DeleteColumn -> {
            table.require(family, qualifier);
            inner.addColumns(family, qualifier, timestamp);
          }
          default -> {
            table.require(family, qualifier);
            inner.addColumn(family, qualifier, timestamp);
          }
        }
      }
    }
    RowActions.copySettings(outer, inner);
    return inner;
  }

  private static long orAssigned(long timestamp, long assigned) {
    return timestamp == HConstants.LATEST_TIMESTAMP ? assigned : timestamp;
  }

  /** Whether a write has such a cell. Every write is looked at: no stream is made for each. */
  static boolean hasAny(Mutation write, Predicate<Cell> wanted) {
    for (List<Cell> cells : write.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (wanted.test(cell)) {
          return true;
        }
      }
    }
    return false;
  }

  private ByteBuffer writeIds(int count) {
    byte[] bytes = new byte[count * Long.BYTES];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
