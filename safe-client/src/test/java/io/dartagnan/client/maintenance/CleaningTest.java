package io.dartagnan.client.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.client.maintenance.Cleaning.Outcome;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import io.dartagnan.write.VersionStanding;
import io.dartagnan.write.VersionStanding.State;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CleaningTest {

  /** In whichever order the clouds stand. A number is the id of the write. */
  @ParameterizedTest
  @CsvSource({
    "UNSETTLED 7, UNSETTLED 7, UNSETTLED 7, COMPLETE, 0",
    "SETTLED 7, UNSETTLED 7, FOREIGN 7, COMPLETE, 0",
    "ABSENT 0, DELETED 0, ABSENT 0, GONE, 0",
    // A writer that died, or could not take it back.
    "UNSETTLED 7, ABSENT 0, ABSENT 0, CLEANED, 1",
    "UNSETTLED 7, UNSETTLED 7, ABSENT 0, CLEANED, 2",
    "UNSETTLED 7, DELETED 0, ABSENT 0, CLEANED, 1",
    "UNSETTLED 7, TORN 7, ABSENT 0, CLEANED, 2",
    "UNSETTLED 7, UNSETTLED 7, HIDDEN 0, CLEANED, 2",
    "NOT_DURABLE 7, NOT_DURABLE 7, ABSENT 0, CLEANED, 2",
    "UNSETTLED 7, REPLACED 0, ABSENT 0, CLEANED, 1",
    // A delete that did not reach all.
    "SETTLED 7, SETTLED 7, DELETED 0, CLEANED, 2",
    "SETTLED 7, UNSETTLED 7, DELETED 0, CLEANED, 2",
    "FOREIGN 7, FOREIGN 7, DELETED 0, CLEANED, 2",
    "SETTLED 7, DELETED 0, UNKNOWN 0, CLEANED, 1",
    "SETTLED 7, ABSENT 0, ABSENT 0, CLEANED, 1",
    // One cloud may have lost it.
    "SETTLED 7, SETTLED 7, ABSENT 0, KEPT, 0",
    "SETTLED 7, UNSETTLED 7, ABSENT 0, KEPT, 0",
    // One cloud's own program deleted it there.
    "SETTLED 7, SETTLED 7, HIDDEN 0, KEPT, 0",
    "SETTLED 7, HIDDEN 0, HIDDEN 0, CLEANED, 1",
    "UNSETTLED 7, UNSETTLED 7, UNKNOWN 0, KEPT, 0",
    "UNSETTLED 7, ABSENT 0, UNKNOWN 0, KEPT, 0",
    "SETTLED 7, UNKNOWN 0, UNKNOWN 0, KEPT, 0",
    // A delete would hide what the application puts there later.
    "FOREIGN 7, ABSENT 0, ABSENT 0, KEPT, 0",
    "FOREIGN 7, FOREIGN 7, ABSENT 0, KEPT, 0",
    // Two writes at one timestamp.
    "UNSETTLED 7, UNSETTLED 8, ABSENT 0, KEPT, 0",
    "UNSETTLED 7, UNSETTLED 8, UNSETTLED 8, KEPT, 0",
    "UNSETTLED 7, UNSETTLED 8, DELETED 0, CLEANED, 2",
  })
  void aVersionIsRemovedOnlyWhereThatIsCertainToLoseNothing(
      String first, String second, String third, Outcome outcome, int removed) {
    decides(List.of(first, second, third), false, outcome, removed);
  }

  private static void decides(
      List<String> standings, boolean oneMayLie, Outcome outcome, int removed) {
    List<String> clouds = new ArrayList<>(standings);
    for (int turn = 0; turn < clouds.size(); turn++) {
      Map<Party, VersionStanding> byCloud = standings(clouds);
      Cleaning verdict = Cleaning.of(Placement.THREE_CLOUDS, byCloud, oneMayLie);
      assertThat(verdict.outcome()).as("%s", clouds).isEqualTo(outcome);
      assertThat(verdict.removed()).as("%s", clouds).hasSize(removed);
      verdict
          .removed()
          .forEach((cloud, id) -> assertThat(byCloud.get(cloud).number()).isEqualTo(id));
      Collections.rotate(clouds, 1);
    }
  }

  /** Two of the three say what it rests on, of whom one at least does not lie. */
  @ParameterizedTest
  @CsvSource({
    "UNSETTLED 7, ABSENT 0, ABSENT 0, CLEANED, 1",
    "UNSETTLED 7, DELETED 0, ABSENT 0, CLEANED, 1",
    "SETTLED 7, DELETED 0, HIDDEN 0, CLEANED, 1",
    "FOREIGN 7, DELETED 0, DELETED 0, CLEANED, 1",
    "FOREIGN 7, DELETED 0, ABSENT 0, KEPT, 0",
    "SETTLED 7, DELETED 0, UNKNOWN 0, KEPT, 0",
    "UNSETTLED 7, UNSETTLED 7, ABSENT 0, KEPT, 0",
    "UNSETTLED 7, TORN 7, DELETED 0, KEPT, 0",
    "SETTLED 7, SETTLED 7, DELETED 0, KEPT, 0",
    "FOREIGN 7, FOREIGN 7, DELETED 0, KEPT, 0",
    "UNSETTLED 7, UNSETTLED 8, DELETED 0, KEPT, 0",
  })
  void nothingIsRemovedThatOneCloudAloneSaysMayGo(
      String first, String second, String third, Outcome outcome, int removed) {
    decides(List.of(first, second, third), true, outcome, removed);
  }

  @Test
  void aVersionThatOneCloudFindsYoungIsLeftForItsTime() {
    Cleaning verdict =
        Cleaning.of(
            Placement.THREE_CLOUDS,
            standings(List.of("UNSETTLED 7", "YOUNG 12", "YOUNG 40")),
            false);
    assertThat(verdict.outcome()).isEqualTo(Outcome.YOUNG);
    assertThat(verdict.waitMs()).isEqualTo(40);
    assertThat(verdict.removed()).isEmpty();
  }

  private static Map<Party, VersionStanding> standings(List<String> clouds) {
    Map<Party, VersionStanding> standings = new EnumMap<>(Party.class);
    for (Party cloud : Party.ALL) {
      String[] words = clouds.get(cloud.index()).split(" ");
      standings.put(
          cloud,
          new VersionStanding(
              State.valueOf(words[0]), Long.parseLong(words[1]), 0, VersionStanding.Age.NONE));
    }
    return standings;
  }
}
