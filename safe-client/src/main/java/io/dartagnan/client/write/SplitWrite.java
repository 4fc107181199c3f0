package io.dartagnan.client.write;

import io.dartagnan.client.rpc.ProtectedTable;
import io.dartagnan.client.rpc.RowActions;
import io.dartagnan.client.settlement.WriteLedger;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import io.dartagnan.write.RollbackMark;
import io.dartagnan.write.WriteMark;
import io.dartagnan.write.WriteQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;

/**
 * A write of the application, as each cloud gets it.
 *
 * <p>A cloud's mutation is made when it is first asked for, which is on the thread that sends it:
 * the three are made beside each other.
 */
final class SplitWrite {
  private final Mutation outer;
  private final long stamp;
  private final WriteLedger.Line line;
  private final ProtectedTable table;

  /** Null once all three are made, and it is kept alone. */
  private volatile Function<Party, Mutation> plan;

  private final AtomicReferenceArray<Mutation> byCloud =
      new AtomicReferenceArray<>(Party.ALL.size());
  private volatile SentMark mark;

  /** A mark and its bytes, which writes of one batch with one stamp share. */
  record SentMark(WriteMark mark, byte[] encoded) {

    SentMark(WriteMark mark) {
      this(mark, mark.encode());
    }

    void putOn(Mutation mutation) {
      mutation.setAttribute(WriteMark.ATTRIBUTE, encoded);
    }
  }

  /**
   * A write.
   *
   * @param outer the application's
   * @param mark with the write's place in the order of the row's writes
   * @param line with that stamp
   * @param table by whose schema it was split
   * @param plan makes a cloud's mutation, without its mark: another one at each call
   */
  SplitWrite(
      Mutation outer,
      SentMark mark,
      WriteLedger.Line line,
      ProtectedTable table,
      Function<Party, Mutation> plan) {
    this.outer = outer;
    this.stamp = mark.mark().stamp();
    this.line = line;
    this.table = table;
    this.mark = mark;
    this.plan = plan;
  }

  /** Returns the number of clouds of which each has to have done a delete that counts. */
  int deletesCountFrom() {
    return table.deletesCountFrom();
  }

  /** The application's write. */
  Mutation outer() {
    return outer;
  }

  /** Its place in the order of the row's writes. */
  long stamp() {
    return stamp;
  }

  /**
   * Notes that it is on all three clouds, or that nothing is left of it and nothing can come. A
   * write of which nobody says so is torn.
   */
  void settle() {
    line.settle();
  }

  /**
   * Notes that its caller hears an error.
   *
   * @param mayBeComplete whether it may be on all three clouds all the same
   */
  void fail(boolean mayBeComplete) {
    line.fail(mayBeComplete);
  }

  /** Notes that clouds are asked for it again from now on, or no longer. */
  void seek(boolean goesOn) {
    line.seek(goesOn);
  }

  /** Lets go of the rest of its batch, once it was sent; returns the bytes that it takes alone. */
  long keepAlone() {
    long bytes = outer.heapSize();
    for (Party cloud : table.placement().clouds()) {
      bytes += on(cloud).heapSize();
    }
    plan = null;
    return bytes;
  }

  /** What a cloud gets: at each call the same. */
  Mutation on(Party cloud) {
    // Before what is made of it: it is let go of once all three are there.
    Function<Party, Mutation> making = plan;
    Mutation made = byCloud.get(cloud.index());
    if (made == null) {
      made = making.apply(cloud);
      mark.putOn(made);
      Mutation before = byCloud.compareAndExchange(cloud.index(), null, made);
      made = before == null ? made : before;
    }
    return made;
  }

  /** The clouds that it is for. */
  Placement placement() {
    return table.placement();
  }

  /** Whether it puts a cell with a timestamp of the application's own. */
  boolean isStrict() {
    return outer instanceof Put
        && on(table.placement().clouds().get(0)).getFamilyCellMap().values().stream()
            .flatMap(List::stream)
            .anyMatch(cell -> cell.getTimestamp() != stamp);
  }

  /** Whether it has been sent again to clouds that refused it, after one that accepted it. */
  boolean isInsisting() {
    return mark.mark().insisting();
  }

  /** Makes it one that is sent again to clouds that refused it, after one that accepted it. */
  void insist() {
    SentMark insisting = new SentMark(mark.mark().insist());
    mark = insisting;
    table.placement().clouds().forEach(cloud -> insisting.putOn(on(cloud)));
  }

  /**
   * Question to a cloud whether it has the write. All or nothing of a mutation is on a cloud, so
   * that it is asked for at the place of its first cell.
   *
   * @param closes whether the cloud is to refuse it from the answer on
   */
  Get question(Party cloud, boolean closes) {
    Get get = new Get(outer.getRow());
    // The deletion of a whole row has no cell here, and a marker in each family there.
    Optional<Cell> first =
        on(cloud).getFamilyCellMap().values().stream().flatMap(List::stream).findFirst();
    first.ifPresent(cell -> get.addFamily(CellUtil.cloneFamily(cell)));
    get.setTimestamp(first.map(Cell::getTimestamp).orElse(on(cloud).getTimestamp()));
    new WriteQuestion(mark.mark().settlement().writer(), stamp, closes).askBy(get);
    return get;
  }

  /**
   * Removes from a cloud what the write put there, and nothing that was there before: of a cell
   * whose timestamp the application gave, the version whose place it took comes back. There is one
   * for all cells whose timestamp is the stamp, and one for each other.
   *
   * @return none if it puts nothing
   */
  List<Delete> removals(Party cloud) {
    List<Delete> removals = new ArrayList<>();
    if (outer instanceof Put) {
      Map<Boolean, List<Cell>> byStamp =
          on(cloud).getFamilyCellMap().values().stream()
              .flatMap(List::stream)
              .collect(Collectors.partitioningBy(cell -> cell.getTimestamp() == stamp));
      if (!byStamp.get(true).isEmpty()) {
        removals.add(removal(byStamp.get(true), Optional.empty(), cloud));
      }
      RollbackMark.Write self = new RollbackMark.Write(mark.mark().settlement().writer(), stamp);
      byStamp
          .get(false)
          .forEach(cell -> removals.add(removal(List.of(cell), Optional.of(self), cloud)));
    }
    return removals;
  }

  private Delete removal(List<Cell> cells, Optional<RollbackMark.Write> named, Party cloud) {
    Delete removal = new Delete(outer.getRow());
    for (Cell cell : cells) {
      removal.addColumn(
          CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell), cell.getTimestamp());
    }
    long[] ids = cells.stream().mapToLong(cell -> versionId(cell, cloud)).toArray();
    RowActions.copySettings(outer, removal);
    removal.setAttribute(RollbackMark.ATTRIBUTE, new RollbackMark(named, ids).encode());
    return removal;
  }

  /** The number by which a cloud's version of this write is known. */
  private long versionId(Cell cell, Party cloud) {
    return table
        .schema()
        .require(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell))
        .writeId(cell, cloud)
        .orElseThrow();
  }
}
