package io.dartagnan.client.scan;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangePlannerTest {
  private static final RowInterval ALL = new RowInterval(new byte[0], new byte[0]);

  private final ExecutorService pool = Executors.newCachedThreadPool();

  @AfterEach
  void stopPool() {
    pool.shutdownNow();
  }

  static Stream<Long> seeds() {
    return Seed.ofCases(RangePlannerTest.class, 200);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void rangesTileTheRowsAndStraddleNoBoundaryOfAnyCluster(long seed) throws IOException {
    Random random = new Random(seed);
    List<List<HRegionLocation>> byParty = new ArrayList<>();
    for (Party party : Party.ALL) {
      byParty.add(Regions.cutAt(party, Regions.randomRows(random, 6)));
    }
    RowInterval rows =
        new RowInterval(
            random.nextInt(4) == 0 ? new byte[0] : Regions.randomRow(random),
            random.nextInt(4) == 0 ? new byte[0] : Regions.randomRow(random));

    if (rows.isEmpty()) {
      return;
    }

    List<ScanRange> ranges = ranges(byParty, rows, random.nextBoolean());

    assertThat(ranges.get(0).rows().start()).as("seed %d", seed).isEqualTo(rows.start());
    assertThat(ranges.get(ranges.size() - 1).rows().stop()).isEqualTo(rows.stop());
    for (int i = 0; i < ranges.size(); i++) {
      RowInterval range = ranges.get(i).rows();
      assertThat(range.isEmpty()).as("seed %d, range %d", seed, i).isFalse();
      if (i > 0) {
        assertThat(range.start()).isEqualTo(ranges.get(i - 1).rows().stop());
      }
      for (Party party : Party.ALL) {
        List<HRegionLocation> holding =
            byParty.get(party.index()).stream().filter(at -> overlaps(at, range)).toList();
        assertThat(holding).as("seed %d, range %d, %s", seed, i, party).hasSize(1);
        assertThat(ranges.get(i).servers().get(party.index()))
            .isEqualTo(holding.get(0).getServerName().toString());
      }
    }
  }

  private static boolean overlaps(HRegionLocation location, RowInterval range) {
    byte[] start = location.getRegion().getStartKey();
    byte[] end = location.getRegion().getEndKey();
    boolean beginsBefore = range.stop().length == 0 || Bytes.compareTo(start, range.stop()) < 0;
    boolean endsAfter = end.length == 0 || Bytes.compareTo(range.start(), end) < 0;
    return beginsBefore && endsAfter;
  }

  /** All ranges, found one after the other, in the order of rows. */
  private List<ScanRange> ranges(
      List<List<HRegionLocation>> byParty, RowInterval rows, boolean reversed) {
    RangePlanner planner = new RangePlanner(in(byParty), pool, 10_000);
    List<ScanRange> ranges = new ArrayList<>();
    for (RowInterval rest = rows;
        !rest.isEmpty();
        rest = rest.beyond(ranges.get(ranges.size() - 1).rows(), reversed)) {
      ranges.add(planner.lookUp(rest, reversed, false).range().orTimeout(10, SECONDS).join());
    }
    if (reversed) {
      Collections.reverse(ranges);
    }
    return ranges;
  }

  private static RegionDirectory in(List<List<HRegionLocation>> byParty) {
    return (party, row, anew) -> Regions.holding(row, byParty.get(party.index()));
  }

  @ParameterizedTest(name = "reversed {0}")
  @ValueSource(booleans = {false, true})
  void oneOfTenThousandRegionsIsFoundWithOneQuestionToEachCloud(boolean reversed) {
    List<byte[]> boundaries = new ArrayList<>();
    for (int i = 1; i < 10_000; i++) {
      boundaries.add(Bytes.toBytes("r%05d".formatted(i)));
    }
    List<HRegionLocation> many = Regions.cutAt(Party.P0, boundaries);
    AtomicInteger questions = new AtomicInteger();
    RangePlanner planner =
        new RangePlanner(
            (party, row, anew) -> {
              questions.incrementAndGet();
              return Regions.holding(row, many);
            },
            pool,
            10_000);

    RowInterval inside = new RowInterval(Bytes.toBytes("r04711x"), Bytes.toBytes("r04712"));
    assertThat(planner.lookUp(inside, reversed, false).range().join().rows().start())
        .asString()
        .isEqualTo("r04711x");
    assertThat(questions).hasValue(3);

    RowInterval all = planner.lookUp(ALL, reversed, false).range().join().rows();
    assertThat(all.start()).asString().isEqualTo(reversed ? "r09999" : "");
    assertThat(all.stop()).asString().isEqualTo(reversed ? "" : "r00001");
    assertThat(questions).hasValue(6);
  }

  /** The row that is looked for is before the stop, and a region may begin between the two. */
  @Test
  void theLastRegionBeforeARowIsFoundHoweverCloseRegionsBegin() {
    byte[] close = Bytes.add(new byte[] {'a'}, Bytes.createMaxByteArray(12));
    byte[] closer = Bytes.add(new byte[] {'a'}, Bytes.createMaxByteArray(14));
    byte[] behindAll = Bytes.createMaxByteArray(20);
    List<HRegionLocation> regions =
        Regions.cutAt(Party.P0, List.of(close, closer, Bytes.toBytes("b"), behindAll));
    List<List<HRegionLocation>> same = List.of(regions, regions, regions);

    RangePlanner planner = new RangePlanner(in(same), pool, 10_000);
    RowInterval upToB = new RowInterval(new byte[0], Bytes.toBytes("b"));
    assertThat(planner.lookUp(upToB, true, false).range().join().rows().start()).isEqualTo(closer);
    assertThat(planner.lookUp(ALL, true, false).range().join().rows().start()).isEqualTo(behindAll);
    RowInterval upToB0 = new RowInterval(new byte[0], new byte[] {'b', 0});
    assertThat(planner.lookUp(upToB0, true, false).range().join().rows().start())
        .asString()
        .isEqualTo("b");
  }

  @ParameterizedTest(name = "reversed {0}")
  @ValueSource(booleans = {false, true})
  void aGapBetweenRegionsMayPassAndNamesTheCloud(boolean reversed) {
    List<HRegionLocation> gap = new ArrayList<>(Regions.cutAt(Party.P1, "g", "p"));
    gap.removeIf(location -> Bytes.toString(location.getRegion().getStartKey()).equals("g"));
    RowInterval inTheGap = new RowInterval(Bytes.toBytes("h"), Bytes.toBytes("k"));

    assertThat(failure(with(Party.P1, gap), inTheGap, reversed))
        .hasMessageStartingWith("cloud 1: its table shows a gap");
    assertThat(failure(with(Party.P2, List.of()), ALL, reversed))
        .hasMessageStartingWith("cloud 2:");
  }

  private SessionFailure failure(
      List<List<HRegionLocation>> byParty, RowInterval rows, boolean reversed) {
    RangePlanner.Lookup lookup =
        new RangePlanner(in(byParty), pool, 10_000).lookUp(rows, reversed, false);
    assertThat(lookup.range())
        .failsWithin(10, SECONDS)
        .withThrowableOfType(ExecutionException.class)
        .havingCause()
        .isInstanceOfSatisfying(
            SessionFailure.class, failure -> assertThat(failure.mayPass()).isTrue());
    return (SessionFailure) lookup.range().handle((found, failure) -> failure).join();
  }

  @Test
  void aRegionOnNoServerMayPassAndNamesTheCloud() {
    List<HRegionLocation> homeless =
        List.of(new HRegionLocation(Regions.region(new byte[0], new byte[0], 0), null));

    assertThat(failure(with(Party.P0, homeless), ALL, false))
        .hasMessageMatching("cloud 0: region [0-9a-f]{32} is on no region server");
  }

  @Test
  void whatIsRememberedIsBypassedWhenItHasTurnedOutWrong() throws IOException {
    RangePlanner planner =
        new RangePlanner(
            (party, row, anew) ->
                Regions.holding(row, anew ? Regions.cutAt(party, "m") : Regions.cutAt(party)),
            pool,
            10_000);

    assertThat(planner.first(ALL, false).rows().stop()).isEmpty();
    assertThat(planner.first(ALL, true).rows().stop()).asString().isEqualTo("m");
  }

  @Test
  void aLocationThatTurnsOutBrokenFailsTheLookupAtOnce() {
    RangePlanner planner =
        new RangePlanner(
            (party, row, anew) -> new LostLocation(Regions.holding(row, Regions.cutAt(party))),
            pool,
            10_000);

    assertThatThrownBy(() -> planner.first(ALL, false))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessage("the regions that the clouds name cannot be cut into a range")
        .hasRootCauseInstanceOf(NullPointerException.class);
  }

  /** A location that knows its server only when it is asked for the first time. */
  private static final class LostLocation extends HRegionLocation {
    private final AtomicBoolean asked = new AtomicBoolean();

    LostLocation(HRegionLocation location) {
      super(location.getRegion(), location.getServerName());
    }

    @Override
    public ServerName getServerName() {
      return asked.getAndSet(true) ? null : super.getServerName();
    }
  }

  @Test
  void anErrorOfADirectoryFailsTheLookupAtOnce() {
    RangePlanner planner =
        new RangePlanner(
            (party, row, anew) -> {
              throw new NoClassDefFoundError("RegionLocator");
            },
            pool,
            10_000);

    assertThatThrownBy(() -> planner.first(ALL, false))
        .isInstanceOf(SessionFailure.class)
        .hasMessageContaining("RegionLocator");
  }

  @Test
  void aMissingTableIsFatal() {
    RangePlanner planner =
        new RangePlanner(
            (party, row, anew) -> {
              throw new TableNotFoundException("visits");
            },
            pool,
            10_000);

    assertThatThrownBy(() -> planner.first(ALL, false))
        .isInstanceOfSatisfying(
            SessionFailure.class, failure -> assertThat(failure.mayPass()).isFalse());
  }

  @Test
  void aCloudThatDoesNotAnswerInTimeIsNamed() {
    RangePlanner planner =
        new RangePlanner(
            (party, row, anew) -> {
              if (party == Party.P2) {
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }
              return Regions.holding(row, Regions.cutAt(party));
            },
            pool,
            100);

    assertThatThrownBy(() -> planner.first(ALL, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cloud 2 did not say for 100 ms")
        .hasMessageContaining(ClientKeys.QUERY_TIMEOUT_MS);
  }

  @Test
  void aPoolThatIsShutDownEndsThePlan() {
    pool.shutdownNow();

    assertThatThrownBy(() -> new RangePlanner(in(List.of()), pool, 100).first(ALL, false))
        .isInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("the connection was closed");
  }

  private static List<List<HRegionLocation>> with(Party party, List<HRegionLocation> regions) {
    List<List<HRegionLocation>> byParty = new ArrayList<>();
    for (Party other : Party.ALL) {
      byParty.add(other == party ? regions : Regions.cutAt(other));
    }
    return byParty;
  }
}
