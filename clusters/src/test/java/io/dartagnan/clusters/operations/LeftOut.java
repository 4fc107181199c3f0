package io.dartagnan.clusters.operations;

import io.dartagnan.client.filter.random.LayoutDependence;
import io.dartagnan.client.filter.random.RandomQuery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** Reasons to leave a step out of the comparison. */
public enum LeftOut {
  /**
   * HBase refuses one of a batch and does the others; the Safe Client refuses the batch as a whole,
   * before anything is sent.
   */
  REFUSED_AS_A_WHOLE,

  /**
   * Two writes of one batch to a family of a row get one timestamp in HBase, and the second hides
   * the first, or is hidden by it; in the Safe Client the second is later.
   */
  ROW_TWICE_IN_BATCH,

  /**
   * Such writes to two families hide nothing of each other, but a {@code DependentColumnFilter}
   * takes cells with equal timestamps, also of another family.
   */
  FILTER_ON_EQUAL_TIMESTAMPS,

  /** A put below a delete is seen in HBase once a major compaction has removed the delete. */
  PUT_BELOW_DELETE,

  /**
   * Behind a version that is deleted by its timestamp HBase shows an older one beyond those that
   * the family keeps, unless a flush or compaction has removed it.
   */
  OLDER_VERSION_SHOWN,

  /**
   * In a scan with a batch and a limit HBase's client counts a row twice whose last part is smaller
   * than the batch (BatchScanResultCache): it returns too few rows, or breaks an assertion of its
   * own.
   */
  LIMIT_WITH_BATCH,

  /** A server cuts rows by what their cells take in its memory, see {@link LayoutDependence}. */
  CUT_BY_SIZE_IN_MEMORY,

  /** A time range may show versions beyond those that the family keeps, until these are removed. */
  VERSIONS_BEYOND_KEPT,

  /**
   * A known difference: HBase never gives what a check lets through a timestamp below that of the
   * checked value, also where that is of the future; the Safe Client does.
   */
  CHECK_OF_THE_FUTURE,

  /**
   * A known difference on one cluster, where a check lets a change of sealed values through: HBase
   * gives it no lower timestamp than the row's first cell has, also where that is of the future.
   */
  CHANGE_BESIDE_THE_FUTURE,

  /** An append whose value would be longer than its column is declared. */
  LONGER_THAN_DECLARED,

  /**
   * HBase counts rows, ends a scan, or passes over keys shorter than a fuzzy one, anew in each
   * region.
   */
  FILTER_OF_REGION,

  /** A filter is asked about rows whose cells are deleted, until these are removed. */
  FILTER_ON_DELETED_CELLS,

  /** See {@link LayoutDependence}. */
  FILTER_LAYOUT;

  static Optional<LeftOut> of(Step step, Ledger ledger, TableShape shape, long now) {
    if (step.failsInPart()) {
      return Optional.of(REFUSED_AS_A_WHOLE);
    }
    if (step.reads().stream().anyMatch(LeftOut::isLimitedWithBatch)) {
      return Optional.of(LIMIT_WITH_BATCH);
    }
    if (Stream.concat(step.reads().stream(), step.queries().stream().map(RandomQuery::scan))
        .anyMatch(LayoutDependence::onSizesInMemory)) {
      return Optional.of(CUT_BY_SIZE_IN_MEMORY);
    }
    for (RandomQuery query : step.queries()) {
      if (isLimitedWithBatch(query.scan())) {
        return Optional.of(LIMIT_WITH_BATCH);
      }
      if (query.toString().contains("ScriptedFilter")
          || LayoutDependence.of(shape.pool(), query).isPresent()
          || LayoutDependence.onUnselectedCells(query)
          || LayoutDependence.onBuffers(shape.pool(), query)) {
        return Optional.of(FILTER_LAYOUT);
      }
      if ((shape.plainSplits().length > 0 && hasStateOfRegion(query))
          || (shape.isSplitDifferently() && query.toString().contains("FuzzyRowFilter"))) {
        return Optional.of(FILTER_OF_REGION);
      }
      if (LayoutDependence.onDeletedCells(query)) {
        return Optional.of(FILTER_ON_DELETED_CELLS);
      }
      if (query.toString().contains("DependentColumnFilter")
          && ledger.wasWrittenTwiceAtOnce(query.scan())) {
        return Optional.of(FILTER_ON_EQUAL_TIMESTAMPS);
      }
      if (ledger.varies(allVersions(query.scan()), skipsVersions(query))) {
        return Optional.of(VERSIONS_BEYOND_KEPT);
      }
    }
    if (step.reads().stream().anyMatch(read -> ledger.varies(read, false))) {
      return Optional.of(VERSIONS_BEYOND_KEPT);
    }
    if (step instanceof AtomicSteps.Checked checked && ledger.isOfTheFuture(checked.reading())) {
      return Optional.of(CHECK_OF_THE_FUTURE);
    }
    return ofWrites(step, ledger, shape, now);
  }

  private static boolean hasStateOfRegion(RandomQuery query) {
    return Stream.of("PageFilter", "WhileMatchFilter", "ColumnCountGetFilter")
        .anyMatch(query.toString()::contains);
  }

  /** A filter that seeks to the versions it wants; HBase does not count those in between. */
  private static boolean skipsVersions(RandomQuery query) {
    return query.toString().contains("TimestampsFilter");
  }

  private static boolean isLimitedWithBatch(Scan scan) {
    return scan.getLimit() > 0 && scan.getBatch() > 0;
  }

  /** A filter is asked about all versions that the family keeps. */
  private static Scan allVersions(Scan scan) {
    try {
      return new Scan(scan).readAllVersions();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<LeftOut> ofWrites(Step step, Ledger ledger, TableShape shape, long now) {
    List<? extends Mutation> writes = step.writes();
    if (writes.isEmpty() || writes.stream().anyMatch(Unfit::is)) {
      return Optional.empty();
    }
    if (twice(writes, shape) || twice(step.laterWrites(), shape)) {
      return Optional.of(ROW_TWICE_IN_BATCH);
    }
    Ledger after =
        ledger.copyFor(Stream.concat(writes.stream(), step.laterWrites().stream()).toList());
    return ofWrites(writes, after, shape, now)
        .or(() -> ofWrites(step.laterWrites(), after, shape, Times.later(now)));
  }

  private static Optional<LeftOut> ofWrites(
      List<? extends Mutation> writes, Ledger after, TableShape shape, long now) {
    for (Mutation write : writes) {
      if (AtomicSteps.isLonger(write, after, shape)) {
        return Optional.of(LONGER_THAN_DECLARED);
      }
      after.enter(write, now);
      if (after.varies(row(write.getRow()), false)) {
        return Optional.of(write instanceof Delete ? OLDER_VERSION_SHOWN : PUT_BELOW_DELETE);
      }
    }
    return Optional.empty();
  }

  private static Scan row(byte[] row) {
    return new Scan().withStartRow(row).withStopRow(row, true).readAllVersions();
  }

  private static boolean twice(List<? extends Mutation> writes, TableShape shape) {
    Set<List<Object>> seen = new HashSet<>();
    for (Mutation write : writes) {
      Set<String> families = new HashSet<>();
      if (write instanceof Delete
          && write.isEmpty()
          && write.getTimestamp() == HConstants.LATEST_TIMESTAMP) {
        families.addAll(shape.families());
        families.add(RandomChanges.FAMILY);
      }
      for (List<Cell> cells : write.getFamilyCellMap().values()) {
        for (Cell cell : cells) {
          if (cell.getTimestamp() == HConstants.LATEST_TIMESTAMP) {
            families.add(
                Bytes.toString(
                    cell.getFamilyArray(), cell.getFamilyOffset(), cell.getFamilyLength()));
          }
        }
      }
      for (String family : families) {
        if (!seen.add(List.of(new Bytes(write.getRow()), family))) {
          return true;
        }
      }
    }
    return false;
  }
}
