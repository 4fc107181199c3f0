package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.plan.RowInterval;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

    List<ScanRange> ranges =
        new RangePlanner(party -> byParty.get(party.index()), pool, 10_000).plan(rows);

    if (rows.isEmpty()) {
      assertThat(ranges).as("seed %d", seed).isEmpty();
      return;
    }
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

  @Test
  void aGapBetweenRegionsMayPassAndNamesTheCloud() {
    List<HRegionLocation> gap = new ArrayList<>(Regions.cutAt(Party.P1, "g", "p"));
    gap.removeIf(location -> Bytes.toString(location.getRegion().getStartKey()).equals("g"));

    assertThatThrownBy(() -> RangePlanner.cut(ALL, with(Party.P1, gap)))
        .isInstanceOfSatisfying(
            SessionFailure.class, failure -> assertThat(failure.mayPass()).isTrue())
        .hasMessageStartingWith("cloud 1: its table shows a gap");
    assertThatThrownBy(() -> RangePlanner.cut(ALL, with(Party.P2, List.of())))
        .hasMessageStartingWith("cloud 2:");
  }

  @Test
  void aRegionOnNoServerMayPassAndNamesTheCloud() {
    List<HRegionLocation> homeless =
        List.of(new HRegionLocation(Regions.region(new byte[0], new byte[0], 0), null));

    assertThatThrownBy(() -> RangePlanner.cut(ALL, with(Party.P0, homeless)))
        .isInstanceOfSatisfying(
            SessionFailure.class, failure -> assertThat(failure.mayPass()).isTrue())
        .hasMessageMatching("cloud 0: region [0-9a-f]{32} is on no region server");
  }

  @Test
  void replicasDoNotCount() throws IOException {
    List<HRegionLocation> replicated = new ArrayList<>(Regions.cutAt(Party.P0));
    replicated.add(
        new HRegionLocation(
            Regions.region(new byte[0], new byte[0], 1), Regions.server(Party.P0, 9)));
    replicated.add(null);

    List<ScanRange> ranges = RangePlanner.cut(ALL, with(Party.P0, replicated));

    assertThat(ranges).hasSize(1);
    assertThat(ranges.get(0).servers().get(0)).isEqualTo(Regions.server(Party.P0, 0).toString());
  }

  @Test
  void theDirectoryIsReadAnewForEachPlan() throws IOException {
    List<List<HRegionLocation>> answers = new ArrayList<>();
    answers.add(Regions.cutAt(Party.P0));
    RangePlanner planner = new RangePlanner(party -> answers.get(answers.size() - 1), pool, 10_000);

    assertThat(planner.plan(ALL)).hasSize(1);
    answers.add(Regions.cutAt(Party.P0, "m"));
    assertThat(planner.plan(ALL)).hasSize(2);
  }

  @Test
  void aMissingTableIsFatal() {
    RangePlanner planner =
        new RangePlanner(
            party -> {
              throw new TableNotFoundException("visits");
            },
            pool,
            10_000);

    assertThatThrownBy(() -> planner.plan(ALL))
        .isInstanceOfSatisfying(
            SessionFailure.class, failure -> assertThat(failure.mayPass()).isFalse());
  }

  @Test
  void aCloudThatDoesNotAnswerInTimeIsNamed() {
    RangePlanner planner =
        new RangePlanner(
            party -> {
              if (party == Party.P2) {
                try {
                  new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }
              return Regions.cutAt(party);
            },
            pool,
            100);

    assertThatThrownBy(() -> planner.plan(ALL))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cloud 2 did not say for 100 ms")
        .hasMessageContaining(ClientKeys.QUERY_TIMEOUT_MS);
  }

  @Test
  void aPoolThatIsShutDownEndsThePlan() {
    pool.shutdownNow();

    assertThatThrownBy(() -> new RangePlanner(Regions::cutAt, pool, 100).plan(ALL))
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
