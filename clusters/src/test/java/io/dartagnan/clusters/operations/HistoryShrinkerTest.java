package io.dartagnan.clusters.operations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

/** Histories made smaller for as long as they fail. */
class HistoryShrinkerTest {
  private static final History LONG = History.of(7, 60);
  private static final Get GET = new Get(Bytes.toBytes("r"));

  private static int lists(History history) {
    return history.steps().stream()
        .filter(ReadSteps.GetList.class::isInstance)
        .mapToInt(list -> list.reads().size())
        .sum();
  }

  @Test
  void leavesOutStepsAndPartsOfStepsThatAFailureDoesNotNeed() throws Exception {
    List<Step> steps = new ArrayList<>(LONG.steps());
    steps.removeIf(ReadSteps.GetList.class::isInstance);
    steps.add(3, new ReadSteps.GetList(List.of(GET, GET, GET)));
    steps.add(20, new ReadSteps.GetList(List.of(GET)));
    steps.add(31, Upkeep.FLUSH);
    HistoryShrinker shrinker =
        new HistoryShrinker(
            history ->
                lists(history) >= 2
                    && history.steps().get(history.steps().size() - 1) == Upkeep.FLUSH,
            500);

    History smallest = shrinker.shrink(LONG.with(steps), 31);

    assertThat(smallest.steps())
        .containsExactly(new ReadSteps.GetList(List.of(GET, GET)), Upkeep.FLUSH);
  }

  @Test
  void stopsWithWhatItHasAfterAsManyTrialsAsItMay() throws Exception {
    int[] trials = new int[1];
    HistoryShrinker shrinker = new HistoryShrinker(history -> trials[0]++ < 1, 3);

    History smallest = shrinker.shrink(LONG, 59);

    assertThat(trials[0]).isEqualTo(3);
    assertThat(smallest.steps()).hasSizeLessThan(60);
  }

  @Test
  void aHistoryFollowsFromItsSeed() {
    assertThat(History.of(7, 60).toString()).isEqualTo(LONG.toString());
    assertThat(History.of(8, 60).toString()).isNotEqualTo(LONG.toString());
  }
}
