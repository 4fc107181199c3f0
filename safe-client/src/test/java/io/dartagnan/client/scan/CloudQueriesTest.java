package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.fixture.Schemas;
import io.dartagnan.client.read.RowScanner;
import io.dartagnan.client.scan.CloudQueries.RangeRequest;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.predicate.SharedCondition;
import io.dartagnan.mpc.sharing.Dealer;
import io.dartagnan.mpc.sharing.Ring;
import io.dartagnan.mpc.sharing.Sharing;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.query.QueryColumn;
import io.dartagnan.query.QuerySession;
import io.dartagnan.schema.InnerVersions;
import io.dartagnan.schema.Protection;
import io.dartagnan.schema.SealedProtection;
import io.dartagnan.schema.TableSchema;
import io.dartagnan.wire.OutdatedKeysException;
import io.dartagnan.wire.PackedRows;
import io.dartagnan.wire.Page;
import io.dartagnan.wire.QueryAbortedException;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class CloudQueriesTest {
  private static final ScanRange RANGE =
      new ScanRange(
          new RowInterval(Bytes.toBytes("d"), Bytes.toBytes("k")),
          List.of("rs0,1,1", "rs1,1,1", "rs2,1,1"));
  private static final QueryColumn COLUMN =
      new QueryColumn(
          Bytes.toBytes("v"), Bytes.toBytes("number"), Protection.parse("additive int64"));
  private static final Comparison COMPARISON = new Comparison(Operator.GREATER, Ordering.SIGNED);

  /** Is the number greater than 7? */
  private static final Question QUESTION =
      new Question(
          WhereClause.compare(COLUMN, Operator.GREATER, Ordering.SIGNED, Bytes.toBytes(7L))) {
        @Override
        public boolean opensVerdicts() {
          return true;
        }

        @Override
        protected Operation operation(Predicate predicate) {
          throw new IllegalStateException("it is dealt as a whole");
        }

        @Override
        public Dealt deal(SecureRandom random) {
          return new Dealt(
              columns(),
              new Dealer(Sharing.ADDITIVE, new Ring(1), random)
                  .deal(new long[] {7}).stream()
                      .<Operation>map(
                          share ->
                              new Operation.Select(
                                  new SharedCondition(0, COMPARISON, share),
                                  Operation.Select.NO_LIMIT))
                      .toList());
        }
      };

  private static final RangeRequest REPAIR =
      new RangeRequest() {
        @Override
        public String name() {
          return "a repair";
        }

        @Override
        public String attribute() {
          return "repair";
        }

        @Override
        public byte[] encode(Party party, QuerySession session, ScanRange range) {
          return Bytes.toBytes("what is lost");
        }
      };

  @Test
  void theThreePartiesAreAskedTheSameWithTheirOwnShare() throws IOException {
    List<Query> queries = ranges().queries(RANGE);
    Query first = queries.get(0);

    for (Party party : Party.ALL) {
      Query query = Query.decode(queries.get(party.index()).encode());
      assertThat(query.party()).isEqualTo(party);
      assertThat(query.session()).isEqualTo(first.session());
      assertThat(query.servers()).isEqualTo(RANGE.servers());
      assertThat(query.suite()).isEqualTo("bogdanov");
      assertThat(query.columns()).containsExactly(COLUMN);
      assertThat(query.operation().predicate()).hasToString("#0 > ?");
    }
    assertThat(queries.stream().mapToLong(CloudQueriesTest::share).sum()).isEqualTo(7);
  }

  private static long share(Query query) {
    return ((SharedCondition) query.operation().predicate()).operand().own()[0];
  }

  @Test
  void noSessionAndNoShareIsEverUsedTwice() throws IOException {
    CloudQueries.QueriedRanges ranges = ranges();
    Set<Long> ids = new HashSet<>();
    Set<Integer> numbers = new HashSet<>();
    Set<Long> shares = new HashSet<>();
    for (int i = 0; i < 50; i++) {
      List<Query> queries = ranges.queries(RANGE);
      assertThat(ids.add(queries.get(0).session().high())).isTrue();
      assertThat(ids.add(queries.get(0).session().low())).isTrue();
      assertThat(numbers.add(queries.get(0).session().range())).isTrue();
      queries.forEach(query -> assertThat(shares.add(share(query))).isTrue());
    }
  }

  @Test
  void theInnerScanReadsTheRangePageByPageAndCarriesTheQuery() throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes("a"), false)
            .withStopRow(Bytes.toBytes("z"), true)
            .addColumn(Bytes.toBytes("v"), Bytes.toBytes("number"))
            .setTimeRange(3, 9)
            .readVersions(2)
            .setLimit(5)
            .setCaching(100)
            .setAsyncPrefetch(true)
            .setFilter(new PrefixFilter(Bytes.toBytes("a")));
    Query query = ranges().queries(RANGE).get(1);

    Scan inner = CloudQueries.innerScan(scan, RANGE.rows(), query);

    assertThat(inner.getStartRow()).asString().isEqualTo("d");
    assertThat(inner.includeStartRow()).isTrue();
    assertThat(inner.getStopRow()).asString().isEqualTo("k");
    assertThat(inner.includeStopRow()).isFalse();
    assertThat(inner.getFilter()).as("one on keys").isInstanceOf(PrefixFilter.class);
    assertThat(inner.getLimit()).isEqualTo(-1);
    assertThat(inner.getCaching()).isEqualTo(1);
    assertThat(inner.isAsyncPrefetch()).isFalse();
    assertThat(inner.getMaxVersions()).isEqualTo(InnerVersions.withSlack(2));
    assertThat(inner.getTimeRange()).isEqualTo(scan.getTimeRange());
    assertThat(inner.getFamilyMap()).isEqualTo(scan.getFamilyMap());
    assertThat(inner.getAttribute(Query.ATTRIBUTE)).isEqualTo(query.encode());
    assertThat(PackedRows.askedBy(inner)).isPresent();
    assertThat(scan.getFilter()).as("the application's scan").isInstanceOf(PrefixFilter.class);
    assertThat(scan.getLimit()).isEqualTo(5);
    assertThat(scan.getAttribute(Query.ATTRIBUTE)).isNull();
  }

  @Test
  void aReversedInnerScanReadsTheSameRangeFromItsEnd() throws IOException {
    Scan inner =
        CloudQueries.innerScan(
            new Scan().setReversed(true), RANGE.rows(), ranges().queries(RANGE).get(1));

    assertThat(inner.getStartRow()).asString().isEqualTo("k");
    assertThat(inner.includeStartRow()).isFalse();
    assertThat(inner.getStopRow()).asString().isEqualTo("d");
    assertThat(inner.includeStopRow()).isTrue();
  }

  @Test
  void aPageIsReadFromTheOnlyCellOfAResult() throws IOException {
    Page page = MemoryClouds.page(Page.Kind.MORE, "b", "a", "b");

    assertThat(CloudAnswer.of(Result.create(List.of(cell(page.encode()))), Page::decode).rows())
        .hasSize(2);
  }

  @Test
  void whatIsNotAPageIsFatalAndSaysWhatToCheck() {
    Cell page = cell(MemoryClouds.page(Page.Kind.LAST, "").encode());
    for (Result result :
        new Result[] {
          null,
          Result.EMPTY_RESULT,
          Result.create(List.of(page, page)),
          Result.create(List.of(cell(Bytes.toBytes("an ordinary value")))),
          Result.create(List.of(cell(new byte[0])))
        }) {
      assertThatThrownBy(() -> CloudAnswer.of(result, Page::decode))
          .isInstanceOf(DoNotRetryIOException.class)
          .hasMessageContaining("io.dartagnan.server.ProtectedRegion");
    }
  }

  private static Cell cell(byte[] value) {
    return new KeyValue(Bytes.toBytes("row"), Bytes.toBytes("f"), Bytes.toBytes("q"), 1L, value);
  }

  private static CloudQueries.QueriedRanges ranges() throws IOException {
    return queries(new Configuration(false), "bogdanov").new QueriedRanges(QUESTION, new Scan());
  }

  /** Clauses that are asked together may have been planned by two descriptions of a table. */
  @Test
  void keysThatACloudRefusesAreRenewedForEachColumn() throws IOException {
    Set<String> renewed = ConcurrentHashMap.newKeySet();
    QueryColumn one = sealed("one", renewed);
    QueryColumn other = sealed("other", renewed);
    byte[] operand = Bytes.toBytes(7L);
    Question both =
        Question.whichRows(
            WhereClause.or(
                List.of(
                    WhereClause.compare(one, Operator.EQUAL, Ordering.UNSIGNED, operand),
                    WhereClause.compare(other, Operator.EQUAL, Ordering.UNSIGNED, operand))),
            0);
    ExecutorService turns = Executors.newSingleThreadExecutor();
    try {
      CloudQueries.QueriedRanges ranges =
          CloudQueries.of(
              new Configuration(false), null, (party, scan) -> null, turns, schema("araki"))
          .new QueriedRanges(both, new Scan());
      assertThat(ranges.queries(RANGE).get(0).columns())
          .extracting(column -> ((SealedProtection) column.protection()).keys())
          .containsExactly("one:1", "other:1");
      ranges.beginAnew(SessionFailure.of(Party.P1, new QueryAbortedException("moved")));
      ranges.beginAnew(SessionFailure.of(Party.P1, new OutdatedKeysException("other keys")));
      await()
          .atMost(1, TimeUnit.MINUTES)
          .untilAsserted(() -> assertThat(renewed).containsExactlyInAnyOrder("one:1", "other:1"));
    } finally {
      turns.shutdownNow();
    }
  }

  private static QueryColumn sealed(String name, Set<String> renewed) {
    SealedProtection.KnownKeys keys =
        new SealedProtection.KnownKeys() {
          @Override
          public int count() {
            return 1;
          }

          @Override
          public SealedProtection.Marks marks() {
            return new SealedProtection.Marks(name + ":1", operand -> List.of(new byte[17]));
          }

          @Override
          public void renew(String outdated) {
            renewed.add(outdated);
          }
        };
    SealedProtection column = (SealedProtection) Protection.parse("det int64");
    return new QueryColumn(Bytes.toBytes("v"), Bytes.toBytes(name), column.comparedBy(keys));
  }

  @Test
  void aProtocolSuiteThatDoesNotFitIsRefusedToQuestionsBeforeAnyCloudIsAsked() {
    Configuration client = new Configuration(false);
    CloudQueries ofTheTable = queries(client, "of-the-table");
    client.set("dartagnan.client.query.suite", "verified");
    CloudQueries ofTheClient = queries(client, "araki");

    assertThatThrownBy(() -> ofTheTable.ask(QUESTION, new Scan(), RANGE.rows()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "'dartagnan.suite' of table visits: protocol suite 'of-the-table' is not installed;"
                + " installed are "
                + String.join(", ", ProtocolSuites.installed().byName().keySet()));
    assertThatThrownBy(() -> ofTheClient.ask(QUESTION, new Scan(), RANGE.rows()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "dartagnan.client.query.suite: suite 'verified' computes on replicated-xor shares,"
                + " columns of table visits are declared 'replicated int64'");
  }

  @Test
  void aRequestThatComparesNothingIsSentWhateverTheSuite() throws IOException {
    Configuration client = new Configuration(false);
    client.set("dartagnan.client.query.suite", "verified");
    ExecutorService turns = Executors.newSingleThreadExecutor();
    Set<String> sent = ConcurrentHashMap.newKeySet();
    CloudQueries clouds =
        CloudQueries.of(
            client,
            new MemoryClouds(),
            (party, scan) -> {
              sent.add(party + " has " + Bytes.toString(scan.getAttribute("repair")));
              return lastPage();
            },
            turns,
            schema("araki"));

    try (PageStream pages = clouds.ask(REPAIR, RANGE.rows())) {
      assertThat(pages.next().last()).isTrue();
      assertThat(pages.next()).isNull();
    } finally {
      turns.shutdownNow();
    }
    assertThat(sent)
        .containsExactlyInAnyOrder(
            "party 0 has what is lost", "party 1 has what is lost", "party 2 has what is lost");
  }

  private static ResultScanner lastPage() {
    return new RowScanner() {
      @Override
      public Result next() {
        return Result.create(List.of(cell(MemoryClouds.page(Page.Kind.LAST, "").encode())));
      }

      @Override
      public void close() {}
    };
  }

  private static CloudQueries queries(Configuration client, String suite) {
    return CloudQueries.of(client, null, (party, scan) -> null, null, schema(suite));
  }

  private static TableSchema schema(String suite) {
    return TableSchema.of(
        TableDescriptorBuilder.newBuilder(Schemas.TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("v"))
            .setValue("dartagnan.default", "replicated int64")
            .setValue("dartagnan.suite", suite)
            .build());
  }
}
