package io.dartagnan.client.scan;

import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.query.QuerySession;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Scan;

/** Sessions in which the clouds do what a {@link RangeRequest} asks for. */
final class RequestedRanges implements RangeOpener {
  private final CloudQueries clouds;
  private final RangeRequest request;
  private final SecureRandom random = SystemRandom.get();
  private int opened;

  RequestedRanges(CloudQueries clouds, RangeRequest request) {
    this.clouds = clouds;
    this.request = request;
  }

  @Override
  public List<PageSource> open(ScanRange range) throws IOException {
    QuerySession session = new QuerySession(random.nextLong(), random.nextLong(), opened++);
    List<PageSource> sources = new ArrayList<>();
    try {
      for (Party party : Party.ALL) {
        Scan scan =
            CloudAnswer.ask(
                new Scan(),
                range.rows(),
                request.attribute(),
                request.encode(party, session, range));
        sources.add(new CloudPages(clouds.scans().open(party, scan)));
      }
      return sources;
    } catch (IOException | RuntimeException e) {
      for (PageSource source : sources) {
        source.close();
      }
      throw e;
    }
  }
}
