package io.dartagnan.client.scan;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.CloudScans;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QuerySession;
import io.dartagnan.schema.InnerVersions;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Scan;

/**
 * Access of one filtered scan to the three clouds: inner scans that carry the query. Each range
 * opened is a session of its own, with a fresh query id, range number and sharing of the operand.
 * Used by one thread at a time.
 */
final class CloudRanges implements RangeOpener {
  private final CloudQueries clouds;
  private final Scan scan;
  private final Question question;
  private final SecureRandom random = SystemRandom.get();
  private int opened;

  /**
   * The clouds for one scan.
   *
   * @param scan copied
   */
  CloudRanges(CloudQueries clouds, Scan scan, Question question) throws IOException {
    this.clouds = clouds;
    this.scan = new Scan(scan);
    this.question = question;
  }

  @Override
  public List<PageSource> open(ScanRange range) throws IOException {
    List<Query> queries = queries(range);
    return open(clouds.scans(), party -> innerScan(scan, range.rows(), queries.get(party.index())));
  }

  /** Opens the scans of the three clouds, or none of them. */
  static List<PageSource> open(CloudScans scans, IOFunction<Party, Scan> scan) throws IOException {
    List<PageSource> sources = new ArrayList<>();
    try {
      for (Party party : Party.ALL) {
        sources.add(new CloudPages(scans.open(party, scan.apply(party))));
      }
      return sources;
    } catch (IOException | RuntimeException e) {
      for (PageSource source : sources) {
        source.close();
      }
      throw e;
    }
  }

  @Override
  public Optional<TableName> opensVerdicts() {
    return question.opensVerdicts() ? Optional.of(clouds.table()) : Optional.empty();
  }

  /** A new session over a range: what each party is asked. */
  List<Query> queries(ScanRange range) {
    QuerySession session = new QuerySession(random.nextLong(), random.nextLong(), opened++);
    List<Operation> operations = question.deal(random);
    return Party.ALL.stream()
        .map(
            party ->
                new Query(
                    session,
                    party,
                    range.servers(),
                    clouds.suite(),
                    question.columns(),
                    operations.get(party.index())))
        .toList();
  }

  /**
   * The scan of one region that carries a query. A cloud may have any number of incomplete versions
   * above the newest complete one: of a row where those that it looks at are not enough, the clouds
   * say that they cannot tell.
   */
  static Scan innerScan(Scan scan, RowInterval rows, Query query) throws IOException {
    int versions = InnerVersions.withSlack(scan.getMaxVersions());
    return CloudAnswer.ask(
        new Scan(scan).readVersions(versions), rows, Query.ATTRIBUTE, query.encode());
  }
}
