package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.CloudConsensus;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.SystemRandom;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.query.QuerySession;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.InstalledSuites;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.wire.PackedRows;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to put questions about one table to the three clouds.
 *
 * @param regions the locations of the table's regions
 * @param scans opener of the inner scans
 * @param turns runs the calls to the clouds, one short turn after the other; must take every turn
 *     without blocking, and not be a bounded pool that the connections themselves use, since each
 *     call may wait for one of theirs
 * @param schema of the table
 * @param settings of the client
 */
public record CloudQueries(
    RegionDirectory regions,
    CloudScans scans,
    ExecutorService turns,
    TableSchema schema,
    QuerySettings settings) {
  private static final Logger LOG = LoggerFactory.getLogger(CloudQueries.class);

  /** Opener of scans of one table on each cloud. */
  @FunctionalInterface
  public interface CloudScans {

    /**
     * Opens a scan. Nothing is sent before the first row is asked for, and all calls are made by
     * the thread that asks.
     *
     * @param scan taken over
     */
    ResultScanner open(Party cloud, Scan scan) throws IOException;
  }

  /** A request to the three clouds to do something together with the rows of each range. */
  public interface RangeRequest {

    /** Returns words for it in a failure, such as {@code a repair}. */
    String name();

    /** Returns the name of the scan attribute that holds it. */
    String attribute();

    /**
     * Returns the attribute's value.
     *
     * @param party who is asked
     * @param session names the session of the three, which never was before
     */
    byte[] encode(Party party, QuerySession session, ScanRange range);
  }

  /**
   * Returns the way to put questions about a table with this schema. Nothing is sent.
   *
   * @throws IllegalArgumentException naming the setting that is not allowed
   */
  public static CloudQueries of(
      Configuration configuration,
      RegionDirectory regions,
      CloudScans scans,
      ExecutorService turns,
      TableSchema schema) {
    return new CloudQueries(regions, scans, turns, schema, QuerySettings.of(configuration));
  }

  /** Returns the table's name. */
  public TableName table() {
    return schema.table();
  }

  /**
   * Returns the pages of what the clouds do as a request asks them to, range after range. Nothing
   * is sent before the first is asked for.
   *
   * @param rows the rows that it is about
   */
  public PageStream ask(RangeRequest request, RowInterval rows) {
    Sessions sessions = new Sessions();
    return pages(
        request.name(),
        rows,
        false,
        1,
        range -> {
          QuerySession session = sessions.next();
          return open(
              party ->
                  CloudAnswer.ask(
                      new Scan(),
                      range.rows(),
                      request.attribute(),
                      request.encode(party, session, range)));
        });
  }

  /**
   * Returns the answer's pages, in the scan's order of rows. Nothing is sent before the first is
   * asked for.
   *
   * @param scan families, columns, versions, time range, order, and a filter on keys or none; its
   *     rows, limit and batch do not count
   * @param rows the rows to ask about
   * @throws IllegalArgumentException if the protocol suite is not installed, or does not compute on
   *     what the table stores
   */
  public PageStream ask(Question question, Scan scan, RowInterval rows) throws IOException {
    return pages(
        "a filtered scan",
        rows,
        scan.isReversed(),
        question.isWantedWhole() ? settings.ranges() : 1,
        new QueriedRanges(question, scan));
  }

  private PageStream pages(
      String name, RowInterval rows, boolean reversed, int ranges, RangeRun.Opener opener) {
    RangePlanner planner = new RangePlanner(regions, turns, settings.timeoutMs());
    return new PageStream(name, rows, reversed, ranges, planner, opener, turns, settings);
  }

  /** Opens the scans of the three clouds, or none of them. */
  private List<PageReader.Source> open(IOFunction<Party, Scan> scan) throws IOException {
    List<PageReader.Source> sources = new ArrayList<>();
    try {
      for (Party party : Party.ALL) {
        sources.add(pages(scans.open(party, scan.apply(party))));
      }
      return sources;
    } catch (IOException | RuntimeException e) {
      for (PageReader.Source source : sources) {
        source.close();
      }
      throw e;
    }
  }

  /** Returns the pages that one cloud's coprocessor sends in place of rows. */
  private static PageReader.Source pages(ResultScanner scanner) {
    return new PageReader.Source() {
      @Override
      public Page next() throws IOException {
        return CloudAnswer.of(scanner.next(), Page::decode);
      }

      @Override
      public void close() {
        scanner.close();
      }
    };
  }

  /** New sessions, each with a fresh query id and range number. Used by one thread at a time. */
  private static class Sessions {
    final SecureRandom random = SystemRandom.get();
    private int opened;

    QuerySession next() {
      return new QuerySession(random.nextLong(), random.nextLong(), opened++);
    }
  }

  /**
   * The ranges of one filtered scan, with inner scans that carry the query. Each range opened is a
   * session of its own, with a fresh sharing of the operand. Used by one thread at a time.
   */
  final class QueriedRanges extends Sessions implements RangeRun.Opener {
    private final Question question;
    private final Scan scan;
    private final AtomicBoolean renewing = new AtomicBoolean();
    private List<QueryColumn> asked = List.of();
    private volatile DoNotRetryIOException withoutKeys;
    private final String suite = settings.suiteFor(schema);

    /**
     * Creates the ranges.
     *
     * @param scan copied
     */
    QueriedRanges(Question question, Scan scan) throws IOException {
      this.question = question;
      this.scan = new Scan(scan);
    }

    @Override
    public List<PageReader.Source> open(ScanRange range) throws IOException {
      List<Query> queries = queries(range);
      return CloudQueries.this.open(
          party -> innerScan(scan, range.rows(), queries.get(party.index())));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Other keys are asked for on another thread. An attempt that is made before they are known
     * ends likewise; one that is made after they could not be decrypted says so.
     */
    @Override
    public void beginAnew(SessionFailure reason) {
      if (reason.kind() == SessionFailure.Kind.OUTDATED_KEYS
          && renewing.compareAndSet(false, true)) {
        List<QueryColumn> refused = asked;
        try {
          turns.execute(() -> renewKeys(refused));
        } catch (RejectedExecutionException e) {
          renewing.set(false);
          LOG.debug("the connection was closed meanwhile", e);
        }
      }
    }

    private void renewKeys(List<QueryColumn> refused) {
      try {
        for (QueryColumn column : refused) {
          if (column.protection() instanceof SealedProtection sealed) {
            sealed.renewKeys();
          }
        }
      } catch (CloudConsensus.Disagreement e) {
        LOG.debug("the clouds differ on the keys of table {} yet", table(), e);
      } catch (DoNotRetryIOException e) {
        withoutKeys = e;
      } catch (IOException e) {
        LOG.debug("the keys of table {} cannot be asked for now", table(), e);
      } finally {
        renewing.set(false);
      }
    }

    @Override
    public Optional<TableName> opensVerdicts() {
      return question.opensVerdicts() ? Optional.of(table()) : Optional.empty();
    }

    @Override
    public boolean withstandsLies() {
      return InstalledSuites.withstandsLies(suite);
    }

    /** Returns a new session over a range: what each party is asked. */
    List<Query> queries(ScanRange range) throws IOException {
      QuerySession session = next();
      if (withoutKeys != null) {
        throw withoutKeys;
      }
      Question.Dealt dealt = question.deal(random);
      asked = dealt.columns();
      return Party.ALL.stream()
          .map(
              party ->
                  new Query(
                      session,
                      party,
                      range.servers(),
                      suite,
                      dealt.columns(),
                      dealt.operations().get(party.index())))
          .toList();
    }
  }

  /**
   * Returns the scan of one region that carries a query. A cloud may have any number of incomplete
   * versions above the newest complete one: of a row where those that it looks at are not enough,
   * the clouds say that they cannot tell.
   */
  static Scan innerScan(Scan scan, RowInterval rows, Query query) throws IOException {
    Scan inner = new Scan(scan).readVersions(InnerVersions.withSlack(scan.getMaxVersions()));
    PackedRows.ask(inner);
    return CloudAnswer.ask(inner, rows, Query.ATTRIBUTE, query.encode());
  }
}
