package io.dartagnan.server.write;

import io.dartagnan.server.write.WriteTag.SettledWrites;
import io.dartagnan.write.NewestOnly;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterBase;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * Filter that goes on to the next column behind a version that has been on all three clouds for a
 * while; {@link NewestOnly} asks for it.
 *
 * <p>What is known of writes is taken before the read's point in time is, as by {@link
 * SettledReads}. A version that was settled only just now is no reason to leave out older ones: the
 * reader may have been at another cloud before it came there.
 */
final class NewestFilter extends FilterBase {

  /** Age from which a version counts: the reads of the three clouds mostly lie less far apart. */
  static final Duration LEAST_AGE = Duration.ofSeconds(1);

  private final SettledWrites settledWrites;
  private final long through;

  private NewestFilter(SettledWrites settledWrites) {
    this.settledWrites = settledWrites;
    this.through = EnvironmentEdgeManager.currentTime() - LEAST_AGE.toMillis();
  }

  /** Has a scan go through one if it asks for that. */
  static void addTo(Scan scan, ServerWrites.Lookup server) throws IOException {
    if (suits(scan) && !scan.isRaw()) {
      scan.setFilter(of(server));
    }
  }

  /** Has a get go through one if it asks for that. */
  static void addTo(Get get, ServerWrites.Lookup server) throws IOException {
    if (suits(get)) {
      get.setFilter(of(server));
    }
  }

  private static boolean suits(Query read) {
    return NewestOnly.isAskedBy(read) && read.getFilter() == null && !SettledReads.areAskedBy(read);
  }

  private static NewestFilter of(ServerWrites.Lookup server) throws IOException {
    return new NewestFilter(server.find().settlements().lately());
  }

  @Override
  public ReturnCode filterCell(Cell cell) {
    return isEnough(cell) ? ReturnCode.INCLUDE_AND_NEXT_COL : ReturnCode.INCLUDE;
  }

  /**
   * A cell without a tag is of a settled write. One that was not made durable is never enough:
   * another cloud may have lost it, and then an older one is what the three have.
   */
  private boolean isEnough(Cell cell) {
    Optional<WriteTag> tag = WriteTag.in(cell);
    return tag.isEmpty()
        || (tag.get().isDurable()
            && tag.get().stamp() <= through
            && tag.get().isSettledBy(settledWrites));
  }
}
