package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.IOSupplier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hbase.thirdparty.com.google.common.collect.ListMultimap;
import org.apache.hbase.thirdparty.com.google.common.collect.MultimapBuilder;

/**
 * Claims of this process' writes on what they change, while they are under way. A write waits for
 * those that came before it and change some of its columns and not the same ones.
 *
 * <p>A cloud takes the writes of one process in any order, and one that comes late goes below those
 * with later stamps. Who had read a later one without it would then read a part of it: no order of
 * the two explains both. A write of the same columns is hidden by the later one as a whole, and one
 * of other columns is in nobody's way.
 */
final class RowClaims {

  /** The claims of this process: connections share them. */
  static final RowClaims PROCESS = new RowClaims();

  private final ListMultimap<Place, Writes> underWay =
      MultimapBuilder.hashKeys().arrayListValues(1).build();

  private record Place(TableName table, ByteBuffer row) {}

  /** A group of writes, from its claim until its end. */
  private static final class Claim {
    private final Map<Place, Writes> byRow = new HashMap<>();
    private final CountDownLatch end = new CountDownLatch(1);

    Claim(TableName table, List<? extends Row> actions) {
      for (Row action : actions) {
        if (action instanceof Mutation || action instanceof RowMutations) {
          byRow
              .computeIfAbsent(
                  new Place(table, ByteBuffer.wrap(action.getRow())), row -> new Writes(this))
              .actions
              .add(action);
        }
      }
    }
  }

  /** The writes of one claim to one row. */
  private static final class Writes {
    private final Claim of;
    private final List<Row> actions = new ArrayList<>(1);

    /** Null until another claim is on the row. */
    private Set<Columns> columns;

    Writes(Claim of) {
      this.of = of;
    }

    private Set<Columns> columns() {
      if (columns == null) {
        columns = new HashSet<>();
        actions.forEach(action -> columns.add(Columns.of(action)));
      }
      return columns;
    }

    boolean mayBeSeenInPartBeside(Writes others) {
      return columns().stream()
          .anyMatch(own -> others.columns().stream().anyMatch(own::mayBeSeenInPartBeside));
    }
  }

  /**
   * The columns that one write changes.
   *
   * @param named each with its family
   * @param any whether it changes all columns of a family, or of the row
   * @param newest whether it gives no timestamp, so that it hides what was there before
   */
  private record Columns(Set<ByteBuffer> named, boolean any, boolean newest) {

    static Columns of(Row action) {
      Set<ByteBuffer> named = new HashSet<>();
      boolean any = false;
      boolean newest = true;
      for (Mutation mutation :
          action instanceof RowMutations several
              ? several.getMutations()
              : List.of((Mutation) action)) {
        any |= mutation.isEmpty();
        for (List<Cell> cells : mutation.getFamilyCellMap().values()) {
          for (Cell cell : cells) {
            named.add(name(cell));
            any |=
                cell.getType() == Cell.Type.DeleteFamily
                    || cell.getType() == Cell.Type.DeleteFamilyVersion;
            newest &= cell.getTimestamp() == HConstants.LATEST_TIMESTAMP;
          }
        }
      }
      return new Columns(named, any, newest);
    }

    private static ByteBuffer name(Cell cell) {
      ByteBuffer name =
          ByteBuffer.allocate(1 + cell.getFamilyLength() + cell.getQualifierLength())
              .put(cell.getFamilyLength());
      CellUtil.copyFamilyTo(cell, name, name.position());
      CellUtil.copyQualifierTo(cell, name, 1 + cell.getFamilyLength());
      return name.clear();
    }

    boolean mayBeSeenInPartBeside(Columns other) {
      if (any || other.any) {
        return true;
      }
      if (named.size() == 1 && other.named.size() == 1) {
        return false;
      }
      return !(newest && equals(other)) && !Collections.disjoint(named, other.named);
    }
  }

  /**
   * Does writes once those that they have to wait for have ended.
   *
   * @param actions puts, deletes, mutations of one row, and others that claim nothing
   * @param withinMs how long to wait at most
   * @param work has ended with all of them when it returns or throws
   * @throws IOException if that was not enough, or the thread was interrupted: nothing was done; or
   *     what the work throws
   */
  <T> T holding(TableName table, List<? extends Row> actions, long withinMs, IOSupplier<T> work)
      throws IOException {
    Claim claim = new Claim(table, actions);
    try {
      await(enter(claim), withinMs);
      return work.get();
    } finally {
      end(claim);
    }
  }

  /** Enters a claim behind all others; returns those that it has to wait for. */
  private synchronized Set<Claim> enter(Claim claim) {
    Set<Claim> before = new LinkedHashSet<>();
    claim.byRow.forEach(
        (place, own) -> {
          for (Writes others : underWay.get(place)) {
            if (!before.contains(others.of) && own.mayBeSeenInPartBeside(others)) {
              before.add(others.of);
            }
          }
          underWay.put(place, own);
        });
    return before;
  }

  private static void await(Set<Claim> before, long withinMs) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
    try {
      for (Claim each : before) {
        if (!each.end.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          throw new RetriesExhaustedException(
              "other writes of this process to the row were under way for %d ms; nothing was done, write it again"
                  .formatted(withinMs));
        }
      }
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted(
          "interrupted while other writes to the row were under way; nothing was done", e);
    }
  }

  private synchronized void end(Claim claim) {
    claim.byRow.forEach(underWay::remove);
    claim.end.countDown();
  }
}
