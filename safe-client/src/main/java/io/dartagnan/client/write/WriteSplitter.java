package io.dartagnan.client.write;

import io.dartagnan.client.catalogue.ProtectedTable;
import io.dartagnan.client.refusal.Unsupported;
import io.dartagnan.client.refusal.UnsupportedOptions;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.BatchDealer;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.StoredValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
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
    KeyValue cell(byte[] row, Party party, long writeId) {
      return new KeyValue(row, family, qualifier, timestamp, value.on(party, writeId));
    }
  }

  private final SecureRandom random;
  private final RowClock clock;
  private final int maxCellBytes;

  /**
   * A splitter.
   *
   * @param random the only source of shares and write ids
   * @param maxCellBytes the largest cell, with its coordinates, of a column whose values no type
   *     bounds; 0 or less means any
   */
  public WriteSplitter(SecureRandom random, RowClock clock, int maxCellBytes) {
    this.random = random;
    this.clock = clock;
    this.maxCellBytes = maxCellBytes;
  }

  /** The same with another limit for a cell. */
  WriteSplitter withMaxCellBytes(int bytes) {
    return new WriteSplitter(random, clock, bytes);
  }

  /**
   * Splits a batch of writes to one table. A put for a cloud has the timestamp that was assigned as
   * its own.
   *
   * @return entry i holds the writes for cloud i, in the order of the batch
   * @throws UnsupportedOperationException listing all that the three clouds cannot do together
   * @throws IllegalArgumentException for a value or a column that the schema does not allow
   * @throws org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException for another family
   *     than the table has
   */
  List<List<Mutation>> split(ProtectedTable table, List<? extends Mutation> batch)
      throws IOException {
    UnsupportedOptions.throwIfAny("write", UnsupportedOptions.of(batch));
    BatchDealer dealer = new BatchDealer();
    List<Collection<Planned>> plans = new ArrayList<>(batch.size());
    long[] assigned = new long[batch.size()];
    List<Mutation> deletes = new ArrayList<>(batch.size());
    for (Mutation mutation : batch) {
      boolean isPut = mutation instanceof Put;
      long timestamp = clock.next(mutation.getRow());
      assigned[plans.size()] = timestamp;
      plans.add(isPut ? plan(table, (Put) mutation, timestamp, dealer) : null);
      deletes.add(isPut ? null : stamped(table, delete(mutation), timestamp));
    }
    dealer.deal(random);
    ByteBuffer writeIds = writeIds(batch.size());
    List<List<Mutation>> byParty = new ArrayList<>(Party.ALL.size());
    for (Party party : Party.ALL) {
      List<Mutation> own = new ArrayList<>(batch.size());
      for (int i = 0; i < batch.size(); i++) {
        long writeId = writeIds.getLong(i * Long.BYTES);
        own.add(
            plans.get(i) == null
                ? deletes.get(i)
                : put((Put) batch.get(i), assigned[i], plans.get(i), party, writeId));
      }
      byParty.add(own);
    }
    return byParty;
  }

  private Collection<Planned> plan(ProtectedTable table, Put put, long assigned, BatchDealer dealer)
      throws IOException {
    if (put.isEmpty()) {
      throw new IllegalArgumentException("No columns to insert");
    }
    // As in HBase, the last of several cells of one put with the same coordinates is the one.
    Map<Cell, Planned> planned = new TreeMap<>(CellComparator.getInstance()::compareWithoutRow);
    for (List<Cell> cells : put.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        byte[] family = CellUtil.cloneFamily(cell);
        byte[] qualifier = CellUtil.cloneQualifier(cell);
        Protection protection = table.require(family, qualifier);
        if (protection.declaredType().isEmpty()) {
          requireSize(cell);
        }
        StoredValue value = store(cell, protection, dealer);
        boolean latest = cell.getTimestamp() == HConstants.LATEST_TIMESTAMP;
        long timestamp = latest ? assigned : cell.getTimestamp();
        KeyValue coordinates =
            new KeyValue(put.getRow(), family, qualifier, timestamp, KeyValue.Type.Put);
        planned.put(coordinates, new Planned(family, qualifier, timestamp, value));
      }
    }
    return planned.values();
  }

  private static StoredValue store(Cell cell, Protection protection, BatchDealer dealer) {
    try {
      return protection.store(CellUtil.cloneValue(cell), dealer);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(where(cell) + e.getMessage(), e);
    }
  }

  private void requireSize(Cell cell) {
    if (maxCellBytes > 0 && cell.getSerializedSize() > maxCellBytes) {
      throw new IllegalArgumentException(
          where(cell)
              + "a cell of %d bytes was given, %d are allowed; shorten it or set %s higher"
                  .formatted(
                      cell.getSerializedSize(),
                      maxCellBytes,
                      ConnectionConfiguration.MAX_KEYVALUE_SIZE_KEY));
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
    for (Planned planned : plan) {
      cells
          .computeIfAbsent(planned.family(), family -> new ArrayList<>())
          .add(planned.cell(outer.getRow(), party, writeId));
    }
    Put inner = new Put(outer.getRow(), assigned, cells);
    copySettings(outer, inner);
    return inner;
  }

  /**
   * Removes what a put wrote, and nothing that was there before: of a cell whose timestamp the
   * application gave, an earlier write could go with it.
   *
   * @param inner what a cloud was sent for {@code outer}
   * @return empty if the application gave every timestamp
   */
  static Delete removal(Put outer, Put inner) {
    Delete removal = new Delete(outer.getRow());
    for (List<Cell> cells : outer.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        if (cell.getTimestamp() == HConstants.LATEST_TIMESTAMP) {
          removal.addColumn(
              CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), inner.getTimestamp());
        }
      }
    }
    copySettings(outer, removal);
    return removal;
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
    copySettings(outer, inner);
    return inner;
  }

  private static long orAssigned(long timestamp, long assigned) {
    return timestamp == HConstants.LATEST_TIMESTAMP ? assigned : timestamp;
  }

  /** Time to live, visibility and the like are attributes. */
  private static void copySettings(Mutation outer, Mutation inner) {
    outer.getAttributesMap().forEach(inner::setAttribute);
    inner.setDurability(outer.getDurability());
    inner.setPriority(outer.getPriority());
  }

  private ByteBuffer writeIds(int count) {
    byte[] bytes = new byte[count * Long.BYTES];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
