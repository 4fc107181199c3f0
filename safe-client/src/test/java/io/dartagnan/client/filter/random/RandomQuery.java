package io.dartagnan.client.filter.random;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;

/**
 * Scan with a filter.
 *
 * <p>Its text is readable and holds operands: these are of a random table.
 *
 * @param seed what it was made from
 * @param scan the scan, without the filter
 * @param filter the filter, or null
 */
public record RandomQuery(long seed, Scan scan, Filter filter) {

  /** A query over what a table holds; one in 16 has no filter. */
  public static RandomQuery of(RandomTable table, long seed) {
    Random random = new Random(seed);
    Scan scan = new RandomScans(random, table).next();
    Filter filter = random.nextInt(16) == 0 ? null : new RandomFilters(random, table).next();
    return new RandomQuery(seed, scan, filter);
  }

  /**
   * A scan with the filter, both copies as after their way over the network; a filter keeps a
   * state, and HBase's regions write into the scans that they are given.
   *
   * @throws IOException if HBase refuses the query when it reads it
   */
  public Scan received() throws IOException {
    Scan sent = new Scan(scan);
    // Set last, so that only the receiver can refuse it together with a batch.
    sent.setFilter(filter);
    return ProtobufUtil.toScan(ProtobufUtil.toScan(sent));
  }

  RandomQuery with(Filter other) {
    return new RandomQuery(seed, scan, other);
  }

  RandomQuery with(Scan other) {
    return new RandomQuery(seed, other, filter);
  }

  @Override
  public String toString() {
    try {
      return "query of seed %d:%n  %s%n  filter %s"
          .formatted(seed, scan.toJSON(), filter == null ? "none" : FilterText.of(filter));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
