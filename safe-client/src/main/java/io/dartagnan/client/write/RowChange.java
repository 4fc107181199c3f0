package io.dartagnan.client.write;

import io.dartagnan.client.rpc.RowActions;
import io.dartagnan.client.settlement.WriteClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Mutations of one row, of which some depend on what the row holds: increments, appends, and
 * deletes of a column's newest version. {@link #on} makes puts and deletes of them.
 */
final class RowChange {
  private final List<Mutation> mutations;
  private List<Cell> answer = List.of();

  RowChange(List<? extends Mutation> mutations) {
    this.mutations = List.copyOf(mutations);
  }

  /** Of an action that HBase takes for a row: a mutation, or several. */
  static RowChange of(Row action) throws IOException {
    List<Mutation> mutations = new ArrayList<>();
    for (Mutation mutation :
        action instanceof RowMutations several
            ? several.getMutations()
            : List.of((Mutation) action)) {
      if (mutation instanceof Put put && hasMarkers(put)) {
        addApart(put, mutations);
      } else {
        mutations.add(mutation);
      }
    }
    return new RowChange(mutations);
  }

  /** Whether it deletes as well, which HBase lets a put do. */
  private static boolean hasMarkers(Put put) {
    return WriteSplitter.hasAny(put, cell -> cell.getType() != Cell.Type.Put);
  }

  private static void addApart(Put put, List<Mutation> mutations) throws IOException {
    Put values = new Put(put.getRow());
    Delete markers = new Delete(put.getRow());
    for (Cell cell : cells(put)) {
      if (cell.getType() == Cell.Type.Put) {
        values.add(cell);
      } else {
        markers.add(cell);
      }
    }
    RowActions.copySettings(put, values);
    RowActions.copySettings(put, markers);
    if (!values.isEmpty()) {
      mutations.add(values);
    }
    mutations.add(markers);
  }

  /**
   * Whether an action is one that {@link AtomicOperations} carry out, and not a get, a put that
   * deletes nothing, or a delete that says itself what it deletes.
   */
  static boolean isOne(Row action) {
    return action instanceof RowMutations
        || action instanceof Put put && hasMarkers(put)
        || action instanceof Mutation mutation
            && (isRelative(mutation)
                || mutation instanceof Delete
                    && WriteSplitter.hasAny(mutation, RowChange::isNewestOnly));
  }

  /** Adds what it depends on to what is read of the row. */
  void addTo(RowRead read) throws IOException {
    for (Mutation mutation : mutations) {
      if (isRelative(mutation)) {
        requireCells(mutation);
        for (Cell cell : cells(mutation)) {
          read.add(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), time(mutation));
        }
      } else if (mutation instanceof Delete) {
        for (Cell cell : cells(mutation)) {
          if (isNewestOnly(cell)) {
            read.addNewest(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell));
          }
        }
      }
    }
  }

  /** Whether it does the same whatever the row holds. */
  boolean isAbsolute() throws IOException {
    RowRead read = new RowRead(mutations.get(0));
    addTo(read);
    return read.isEmpty();
  }

  /** The puts and deletes for a row; none if there is nothing to do. */
  List<Mutation> on(Result row) throws IOException {
    List<Mutation> writes = new ArrayList<>(mutations.size());
    List<Cell> changed = new ArrayList<>();
    for (Mutation mutation : mutations) {
      if (isRelative(mutation)) {
        Put put = new Put(mutation.getRow());
        for (Cell delta : cells(mutation)) {
          add(put, mutation, delta, row);
        }
        RowActions.copySettings(mutation, put);
        writes.add(put);
        if (returnsResults(mutation)) {
          put.getFamilyCellMap().values().forEach(changed::addAll);
        }
      } else if (mutation instanceof Delete delete) {
        Delete resolved = resolve(delete, row);
        if (!resolved.isEmpty() || delete.isEmpty()) {
          writes.add(resolved);
        }
      } else {
        writes.add(mutation);
      }
    }
    answer = changed;
    return writes;
  }

  /**
   * The cells that increments and appends wrote, as HBase answers them.
   *
   * @param stamp the timestamp that the clouds gave them
   */
  Result answer(long stamp) {
    List<Cell> cells = new ArrayList<>(answer.size());
    for (Cell cell : answer) {
      cells.add(
          new KeyValue(
              CellUtil.cloneRow(cell),
              CellUtil.cloneFamily(cell),
              CellUtil.cloneQualifier(cell),
              cell.getTimestamp() == HConstants.LATEST_TIMESTAMP ? stamp : cell.getTimestamp(),
              CellUtil.cloneValue(cell)));
    }
    cells.sort(CellComparator.getInstance());
    return Result.create(cells);
  }

  private static void add(Put put, Mutation mutation, Cell delta, Result row) throws IOException {
    byte[] family = CellUtil.cloneFamily(delta);
    byte[] qualifier = CellUtil.cloneQualifier(delta);
    Cell current = RowRead.newest(row, family, qualifier, time(mutation));
    byte[] value;
    if (current == null) {
      value = CellUtil.cloneValue(delta);
    } else if (mutation instanceof Increment) {
      value = Bytes.toBytes(number(current) + number(delta));
    } else {
      value = Bytes.add(CellUtil.cloneValue(current), CellUtil.cloneValue(delta));
    }
    // As in HBase, a value with a timestamp in the future is not what hides the new one.
    if (current == null) {
      // And one that begins a value has the timestamp that the application gave it.
      put.addColumn(family, qualifier, delta.getTimestamp(), value);
    } else if (current.getTimestamp() > WriteClock.PROCESS.passed(mutation.getRow())) {
      put.addColumn(family, qualifier, current.getTimestamp() + 1, value);
    } else {
      put.addColumn(family, qualifier, value);
    }
  }

  private static long number(Cell cell) throws DoNotRetryIOException {
    if (cell.getValueLength() != Bytes.SIZEOF_LONG) {
      throw new DoNotRetryIOException(
          "column %s:%s holds a value of %d bytes; what is incremented has 8"
              .formatted(
                  Bytes.toStringBinary(CellUtil.cloneFamily(cell)),
                  Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
                  cell.getValueLength()));
    }
    return Bytes.toLong(cell.getValueArray(), cell.getValueOffset());
  }

  private static Delete resolve(Delete delete, Result row) throws IOException {
    List<Cell> cells = cells(delete);
    if (cells.stream().noneMatch(RowChange::isNewestOnly)) {
      return delete;
    }
    Delete resolved = new Delete(delete.getRow());
    // As in HBase, the second time that a delete names a column it means the version before.
    Set<Cell> deleted = new HashSet<>();
    for (Cell cell : cells) {
      if (isNewestOnly(cell)) {
        for (Cell version :
            row.getColumnCells(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell))) {
          if (deleted.add(version)) {
            resolved.addColumn(
                CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), version.getTimestamp());
            break;
          }
        }
      } else {
        resolved.add(cell);
      }
    }
    RowActions.copySettings(delete, resolved);
    return resolved;
  }

  private static boolean isRelative(Mutation mutation) {
    return mutation instanceof Increment || mutation instanceof Append;
  }

  private static boolean isNewestOnly(Cell cell) {
    return cell.getType() == Cell.Type.Delete && cell.getTimestamp() == HConstants.LATEST_TIMESTAMP;
  }

  private static boolean returnsResults(Mutation mutation) {
    return mutation instanceof Increment increment
        ? increment.isReturnResults()
        : ((Append) mutation).isReturnResults();
  }

  private static TimeRange time(Mutation mutation) {
    return mutation instanceof Increment increment
        ? increment.getTimeRange()
        : ((Append) mutation).getTimeRange();
  }

  private static void requireCells(Mutation mutation) throws IOException {
    if (mutation.isEmpty()) {
      throw new IOException(
          "an %s of no column was given; add one"
              .formatted(mutation.getClass().getSimpleName().toLowerCase(Locale.ROOT)));
    }
  }

  private static List<Cell> cells(Mutation mutation) {
    return mutation.getFamilyCellMap().values().stream().flatMap(List::stream).toList();
  }
}
