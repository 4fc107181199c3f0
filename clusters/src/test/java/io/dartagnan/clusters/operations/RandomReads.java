package io.dartagnan.clusters.operations;

import io.dartagnan.client.filter.random.RandomQuery;
import io.dartagnan.client.filter.random.RandomScans;
import io.dartagnan.client.filter.random.RandomTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;

/** Random steps that read. */
final class RandomReads {
  private static final long FEW_BYTES = 100;

  private final Draw draw;
  private final RandomTable pool;
  private final RandomScans scans;

  RandomReads(Draw draw, RandomTable pool) {
    this.draw = draw;
    this.pool = pool;
    this.scans = new RandomScans(draw.random(), pool);
  }

  Step get(int index) {
    return draw.oneIn(4)
        ? new ReadSteps.GetList(List.copyOf(draw.some(5, () -> get(draw.row(), index))))
        : new ReadSteps.GetOne(get(draw.row(), index));
  }

  Step exists(int index) {
    return draw.oneIn(3)
        ? new ReadSteps.ExistsList(List.copyOf(draw.some(5, () -> get(draw.row(), index))))
        : new ReadSteps.Exists(get(draw.row(), index));
  }

  Step scan(int index) {
    if (draw.oneIn(12)) {
      RandomTable.Column column = draw.column();
      return new ReadSteps.ScanColumns(
          column.familyBytes(), draw.oneIn(2) ? column.qualifierBytes() : null);
    }
    Scan scan = scans.next();
    if (draw.oneIn(12)) {
      scan.setReadType(draw.any(List.of(Scan.ReadType.values())));
    }
    if (draw.oneIn(40)) {
      // In any order: such a range may be empty.
      scan.withStartRow(draw.row()).withStopRow(draw.row());
    }
    if (draw.oneIn(60)) {
      scan.addFamily(Unfit.FAMILY);
    }
    if (draw.oneIn(2)) {
      scan.setCaching(1 + draw.random().nextInt(4));
    }
    if (draw.oneIn(6)) {
      scan.setMaxResultSize(FEW_BYTES);
    }
    if (draw.oneIn(6)) {
      scan.setCacheBlocks(false);
    }
    addTimes(scan, index);
    return draw.oneIn(8)
        ? new ReadSteps.ScanFirst(scan, 1 + draw.random().nextInt(4))
        : new ReadSteps.ScanAll(scan);
  }

  Step filtered() {
    RandomQuery query = RandomQuery.of(pool, draw.random().nextLong());
    if (draw.oneIn(3)) {
      Get get = of(query.scan(), draw.row());
      return new ReadSteps.FilteredGet(
          get, new RandomQuery(query.seed(), new Scan(get), query.filter()));
    }
    return new ReadSteps.FilteredScan(query);
  }

  /** A get with the options of a random scan. */
  Get get(byte[] row, int index) {
    Get get = draw.oneIn(4) ? new Get(row) : of(scans.next(), row);
    if (draw.oneIn(80)) {
      get.addFamily(Unfit.FAMILY);
    }
    if (draw.oneIn(8)) {
      get.setCheckExistenceOnly(true);
    }
    addTimes(get, index);
    return get;
  }

  private static Get of(Scan scan, byte[] row) {
    try {
      Get get = new Get(row).readVersions(scan.getMaxVersions());
      for (Map.Entry<byte[], NavigableSet<byte[]>> family : scan.getFamilyMap().entrySet()) {
        if (family.getValue() == null) {
          get.addFamily(family.getKey());
        } else {
          family.getValue().forEach(column -> get.addColumn(family.getKey(), column));
        }
      }
      get.setTimeRange(scan.getTimeRange().getMin(), scan.getTimeRange().getMax());
      scan.getColumnFamilyTimeRange()
          .forEach(
              (family, time) -> get.setColumnFamilyTimeRange(family, time.getMin(), time.getMax()));
      get.setMaxResultsPerColumnFamily(scan.getMaxResultsPerColumnFamily());
      get.setRowOffsetPerColumnFamily(scan.getRowOffsetPerColumnFamily());
      return get;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Times of late steps, which those of the pool do not reach. */
  private void addTimes(Query query, int index) {
    if (!draw.oneIn(10)) {
      return;
    }
    long one = draw.time(index);
    long other = draw.oneIn(3) ? one : draw.time(index);
    long from = Math.min(one, other);
    long to = Math.max(one, other) + 1;
    try {
      if (query instanceof Scan scan) {
        scan.setTimeRange(from, to);
      } else {
        ((Get) query).setTimeRange(from, to);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
