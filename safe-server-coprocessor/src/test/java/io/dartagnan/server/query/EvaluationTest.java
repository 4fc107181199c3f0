package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mesh.ThreeMeshes;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.evaluation.PredicateEvaluation;
import io.dartagnan.mpc.exchange.Exchange;
import io.dartagnan.mpc.exchange.ProtocolException;
import io.dartagnan.mpc.harness.Seed;
import io.dartagnan.mpc.predicate.Comparison;
import io.dartagnan.mpc.predicate.Operator;
import io.dartagnan.mpc.predicate.Ordering;
import io.dartagnan.mpc.predicate.Predicate;
import io.dartagnan.mpc.suite.ProtocolSuite;
import io.dartagnan.mpc.suite.ProtocolSuites;
import io.dartagnan.query.Operation;
import io.dartagnan.query.Query;
import io.dartagnan.server.query.agreement.MemoryRow;
import io.dartagnan.server.query.agreement.MemoryRows;
import io.dartagnan.server.query.agreement.RowStrategy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches that overlap: three sides in one process, on rows and an exchange in memory. */
@Timeout(120)
class EvaluationTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  /** Long enough to get to where nothing goes on. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final Comparison LESS = new Comparison(Operator.LESS, Ordering.SIGNED);
  private static final byte[] OPERAND = DealtTable.bytes(-250);
  private static final ProtocolSuite SUITE =
      ProtocolSuites.installed().named(ProtocolSuites.DEFAULT);

  /** Batches that are to be under way at a time. */
  private static final int OVERLAPPING = 4;

  private static final int ROWS_OF_A_BATCH = 16;
  private static final int BATCHES = 20;
  private static final int ROWS = BATCHES * ROWS_OF_A_BATCH - 1;

  private final Random random = Seed.random(this);
  private final DealtTable table = new DealtTable(ROWS, random);

  /** Rows of the table that a party lacks, by its index. */
  private final List<BitSet> lacking = List.of(new BitSet(), new BitSet(), new BitSet());

  /** The first row that is asked about; -1 to ask about all without a condition. */
  private int from = -1;

  /**
   * Whichever party has threads to spare, also when one has none and computes every batch before it
   * reads the next.
   */
  @ParameterizedTest(name = "{0}, {1} and {2} spare threads")
  @CsvSource({"9, 9, 9", "0, 9, 9", "9, 0, 9", "9, 9, 0", "0, 0, 0", "1, 2, 0"})
  void thePagesAreThoseOfBatchesInOrder(int first, int second, int third) throws Exception {
    ThreeSides.Outcome outcome = run(List.of(first, second, third), exchange -> exchange);

    List<String> expected = table.matching(DealtTable.Column.NUMBER, LESS, OPERAND);
    assertThat(expected).isNotEmpty();
    assertThat(outcome.failures()).containsOnly(List.of());
    for (FetchedPages fetched : outcome.fetched()) {
      assertThat(fetched.rows()).isEqualTo(expected);
      assertThat(fetched.pages()).isEqualTo(pagesOf(BATCHES));
      assertThat(fetched.judged()).isEqualTo(ROWS);
    }
  }

  private static int pagesOf(int batches) {
    PageQueue.Sizes sizes = PageQueue.Sizes.of(OVERLAPPING);
    int pages = 0;
    boolean ended = true;
    for (int i = 0; i < batches; i++) {
      ended = sizes.endsPage();
      pages += ended ? 1 : 0;
    }
    return ended ? pages : pages + 1;
  }

  /**
   * Three clouds are three histories: each lacks rows that the others have, so that their batches
   * end at different rows, and what lies behind the nearest end waits. No row is lost or found
   * twice, whichever party is at its end first.
   */
  @ParameterizedTest(name = "{0}, {1} and {2} rows lacking")
  @CsvSource({"40, 40, 40", "0, 0, 100", "300, 1, 5", "318, 318, 318", "0, 40, 0"})
  void rowsThatOneCloudLacksAreReturnedWhateverTheyHold(int first, int second, int third)
      throws Exception {
    List<Integer> counts = List.of(first, second, third);
    for (Party party : Party.ALL) {
      random
          .ints(0, ROWS)
          .distinct()
          .limit(counts.get(party.index()))
          .forEach(lacking.get(party.index())::set);
    }
    ThreeSides.Outcome outcome = run(List.of(9, 1, 0), exchange -> exchange);

    List<String> expected = table.returned(DealtTable.Column.NUMBER, LESS, OPERAND, lacking);
    assertThat(outcome.failures()).containsOnly(List.of());
    for (FetchedPages fetched : outcome.fetched()) {
      assertThat(fetched.rows()).isEqualTo(expected);
    }
  }

  @ParameterizedTest(name = "from row {0} on")
  @ValueSource(ints = {0, 1, ROWS / 3, ROWS - 1})
  void rowsBeforeTheFirstThatIsAskedForAreNotReturned(int first) throws Exception {
    from = first;

    ThreeSides.Outcome outcome = run(List.of(9, 1, 0), exchange -> exchange);

    assertThat(outcome.failures()).containsOnly(List.of());
    for (FetchedPages fetched : outcome.fetched()) {
      assertThat(fetched.rows())
          .isEqualTo(
              table.matching(DealtTable.Column.NUMBER, LESS, OPERAND).stream()
                  .filter(key -> key.compareTo(DealtTable.key(first)) >= 0)
                  .toList());
    }
  }

  /** Each part of a disjunction is asked about its own rows. */
  @Test
  void partsThatBeginWithDifferentRowsAreAskedFromTheirOwnOn() throws Exception {
    List<Query> queries =
        DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, OPERAND);
    List<Query> others =
        DealtTable.from(
            ROWS / 2,
            DealtTable.queries(
                ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, DealtTable.bytes(250)));
    List<Query> first = DealtTable.from(ROWS / 4, queries);
    List<Query> either =
        Party.ALL.stream()
            .map(
                party -> {
                  Query query = first.get(party.index());
                  return new Query(
                      query.session(),
                      query.party(),
                      query.servers(),
                      query.suite(),
                      query.columns(),
                      new Operation.Select(
                          new Predicate.Or(
                              List.of(
                                  query.operation().predicate(),
                                  others.get(party.index()).operation().predicate())),
                          Operation.Select.NO_LIMIT));
                })
            .toList();

    ThreeSides.Outcome outcome =
        ThreeSides.runIn(
            either,
            Stream.of(9, 1, 0).map(SpareThreads::new).toList(),
            exchange -> exchange,
            DEADLINE,
            this::strategy);

    Set<String> expected = new TreeSet<>();
    table.matching(DealtTable.Column.NUMBER, LESS, OPERAND).stream()
        .filter(key -> key.compareTo(DealtTable.key(ROWS / 4)) >= 0)
        .forEach(expected::add);
    table.matching(DealtTable.Column.NUMBER, LESS, DealtTable.bytes(250)).stream()
        .filter(key -> key.compareTo(DealtTable.key(ROWS / 2)) >= 0)
        .forEach(expected::add);
    assertThat(outcome.failures()).containsOnly(List.of());
    for (FetchedPages fetched : outcome.fetched()) {
      assertThat(fetched.rows()).containsExactlyElementsOf(expected);
    }
  }

  /** Aggregates are of whole batches: what is returned of one must not be cut behind some rows. */
  @Test
  void theUndecidedRowsOfAnAggregatesBatchAreOnOnePage() throws Exception {
    int rows = 3_000;
    DealtTable large = new DealtTable(rows, random);
    BitSet all = new BitSet();
    all.set(0, rows);
    List<Query> counts =
        DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, OPERAND).stream()
            .map(
                query ->
                    new Query(
                        query.session(),
                        query.party(),
                        query.servers(),
                        query.suite(),
                        query.columns(),
                        new Operation.Aggregate(
                            query.operation().predicate(), 0, Set.of(Operation.Function.COUNT))))
            .toList();

    ThreeSides.Outcome outcome =
        ThreeSides.runIn(
            counts,
            List.of(new SpareThreads(9), new SpareThreads(9), new SpareThreads(9)),
            exchange -> exchange,
            DEADLINE,
            (party, terms, mostRows) ->
                new RowStrategy<>(
                    terms,
                    new MemoryRows(
                        large.rows(
                            party,
                            DealtTable.Column.NUMBER,
                            party == Party.P1 ? all : new BitSet()),
                        rows),
                    null));

    assertThat(outcome.failures()).containsOnly(List.of());
    for (FetchedPages fetched : outcome.fetched()) {
      assertThat(fetched.rows()).hasSize(rows);
      assertThat(fetched.pages()).as("of batches of 512, 1,024 and 1,464 rows").isEqualTo(3);
    }
  }

  /**
   * The longest chain of messages is what a distance costs. One after another the batches would
   * take the rounds of an agreement and of a comparison each.
   */
  @Test
  void aFilterTakesFewHopsMoreThanItsAgreements() throws Exception {
    Query query =
        DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, OPERAND).get(0);
    int rounds = new PredicateEvaluation(SUITE, query.operation().predicate()).cost(1).rounds();
    HopCounts hops = new HopCounts();

    run(List.of(9, 9, 9), hops::counted);

    int longest = hops.takeLongestChain();
    System.out.printf(
        "batches=%d rounds=%d hops=%d one_after_another=%d%n",
        BATCHES, rounds, longest, BATCHES * (1 + rounds));
    // How much less depends on which thread runs when.
    assertThat(longest).isLessThanOrEqualTo(BATCHES * (1 + rounds) / 2);
  }

  /** Holds back every message of a comparison until the agreements of a full line were sent. */
  @Test
  void noBatchIsWaitedForBeforeTheLineIsFull() throws Exception {
    ThreeSides.Outcome outcome =
        run(List.of(9, 9, 9), exchange -> new Held(exchange, OVERLAPPING + 1, DEADLINE));

    assertThat(outcome.failures()).containsOnly(List.of());
  }

  /** With one party that has no thread this cannot be, which shows that the test above can fail. */
  @Test
  void aPartyWithoutAThreadTakesOneBatchAfterTheOther() throws Exception {
    ThreeSides.Outcome outcome =
        run(List.of(0, 9, 9), exchange -> new Held(exchange, 2, SOON), SOON);

    assertThat(outcome.fetched().get(0).failure()).isPresent();
  }

  /** An evaluation that did not end would keep its ticket and its memory. */
  @Test
  void aThreadThatCannotBeStartedEndsTheEvaluation() throws Exception {
    SpareThreads none =
        new SpareThreads(
            9,
            task -> {
              throw new OutOfMemoryError("unable to create a thread");
            });
    ThreeSides.Outcome outcome =
        runIn(
            List.of(new SpareThreads(9), none, new SpareThreads(9)),
            exchange -> exchange,
            DEADLINE);

    assertThat(outcome.failures().get(1)).first().isInstanceOf(OutOfMemoryError.class);
    assertThat(outcome.fetched()).allSatisfy(pages -> assertThat(pages.failure()).isPresent());
  }

  @Test
  void aMessageThatIsNotDueEndsAllBatchesOfAllParties() throws Exception {
    AtomicInteger sent = new AtomicInteger();
    ThreeSides.Outcome outcome =
        run(
            List.of(9, 9, 9),
            exchange ->
                exchange.self() == Party.P1
                    ? new Falsified(exchange, step -> sent.incrementAndGet() == 30)
                    : exchange);

    for (Party party : Party.ALL) {
      FetchedPages fetched = outcome.fetched().get(party.index());
      assertThat(fetched.failure()).as("%s", party).isPresent();
      assertThat(fetched.failure().orElseThrow().reason()).contains("party");
      assertThat(outcome.failures().get(party.index()))
          .isNotEmpty()
          .allSatisfy(failure -> assertThat(failure).isInstanceOf(ProtocolException.class));
    }
  }

  /**
   * A party that lacks row 3 tells one peer that it is row 4 that it lacks. The lists of the two
   * peers are equally long, and every row on them has the column.
   */
  @Test
  void partiesThatWereToldDifferentThingsAnswerNobody() throws Exception {
    lacking.get(1).set(3);

    ThreeSides.Outcome outcome =
        run(
            List.of(9, 9, 9),
            exchange -> exchange.self() == Party.P1 ? new TwoFaced(exchange) : exchange);

    for (FetchedPages fetched : outcome.fetched()) {
      assertThat(fetched.pages()).isZero();
      assertThat(fetched.failure()).isPresent();
    }
    // Whoever hears first of another list tells the others, whose waits end with that.
    assertThat(outcome.failures().stream().flatMap(List::stream))
        .anySatisfy(
            failure ->
                assertThat(failure)
                    .hasMessageEndingWith("sent another step than the one waited for"));
  }

  private ThreeSides.Outcome run(List<Integer> spare, UnaryOperator<Exchange> over)
      throws Exception {
    return run(spare, over, DEADLINE);
  }

  private ThreeSides.Outcome run(
      List<Integer> spare, UnaryOperator<Exchange> over, Duration deadline) throws Exception {
    return runIn(spare.stream().map(SpareThreads::new).toList(), over, deadline);
  }

  private ThreeSides.Outcome runIn(
      List<SpareThreads> spare, UnaryOperator<Exchange> over, Duration deadline) throws Exception {
    List<Query> queries =
        DealtTable.queries(ThreeMeshes.newId(), DealtTable.Column.NUMBER, LESS, OPERAND);
    return ThreeSides.runIn(
        from < 0 ? queries : DealtTable.from(from, queries), spare, over, deadline, this::strategy);
  }

  private RowStrategy<MemoryRow> strategy(Party party, RowStrategy.Terms terms, int mostRows) {
    return new RowStrategy<>(
        terms,
        new MemoryRows(
            table.rows(party, DealtTable.Column.NUMBER, lacking.get(party.index())),
            ROWS_OF_A_BATCH),
        null);
  }

  /** An exchange that passes everything on. */
  private static class Passing implements Exchange {
    final Exchange to;

    Passing(Exchange to) {
      this.to = to;
    }

    @Override
    public Party self() {
      return to.self();
    }

    @Override
    public void send(Party peer, long step, ByteBuffer payload) {
      to.send(peer, step, payload);
    }

    @Override
    public ByteBuffer receive(Party from, long step) {
      return to.receive(from, step);
    }

    @Override
    public Exchange stream(int index) {
      return index == 0 ? this : to.stream(index);
    }

    @Override
    public byte[] sharedKey(Party peer) {
      return to.sharedKey(peer);
    }

    @Override
    public long bytesSent() {
      return to.bytesSent();
    }
  }

  /** Lets no comparison receive before this party has sent so many digests to each peer. */
  private static final class Held extends Passing {
    private final CountDownLatch digests;
    private final Duration patience;

    Held(Exchange to, int agreements, Duration patience) {
      super(to);
      this.patience = patience;
      this.digests = new CountDownLatch(2 * agreements);
    }

    @Override
    public void send(Party peer, long step, ByteBuffer payload) {
      super.send(peer, step, payload);
      digests.countDown();
    }

    @Override
    public Exchange stream(int index) {
      if (index == 0) {
        return this;
      }
      return new Passing(to.stream(index)) {
        @Override
        public ByteBuffer receive(Party from, long step) {
          try {
            if (!digests.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
              throw new ProtocolException(from, "was held back for too long");
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProtocolException(from, "was held back", e);
          }
          return super.receive(from, step);
        }
      };
    }
  }

  /** Tells party 0 in its first summary that it has row 3 in the place of row 4. */
  private static final class TwoFaced extends Passing {
    private static final int HEADER_BYTES = 5;
    private static final int ROW_BYTES = 2 + DealtTable.key(0).length() + 2 + 16;
    private boolean lied;

    TwoFaced(Exchange to) {
      super(to);
    }

    @Override
    public void send(Party peer, long step, ByteBuffer payload) {
      if (lied || peer != Party.P0 || payload.remaining() < HEADER_BYTES + 4 * ROW_BYTES) {
        super.send(peer, step, payload);
        return;
      }
      lied = true;
      byte[] summary = new byte[payload.remaining()];
      payload.get(summary);
      int row = HEADER_BYTES + 3 * ROW_BYTES;
      int keyEnd = row + 2 + DealtTable.key(0).length() - 1;
      int idEnd = row + ROW_BYTES - 1;
      assertThat(summary[keyEnd]).isEqualTo((byte) '4');
      assertThat(summary[idEnd]).isEqualTo((byte) 4);
      summary[keyEnd] = '3';
      summary[idEnd] = 3;
      super.send(peer, step, ByteBuffer.wrap(summary));
    }
  }

  /** Sends a message of one byte, once, in the place of the one that it picks on any stream. */
  private static final class Falsified extends Passing {
    private final LongPredicate picks;

    Falsified(Exchange to, LongPredicate picks) {
      super(to);
      this.picks = picks;
    }

    @Override
    public Exchange stream(int index) {
      if (index == 0) {
        return this;
      }
      return new Passing(to.stream(index)) {
        @Override
        public void send(Party peer, long step, ByteBuffer payload) {
          super.send(peer, step, picks.test(step) ? ByteBuffer.allocate(1) : payload);
        }
      };
    }
  }
}
