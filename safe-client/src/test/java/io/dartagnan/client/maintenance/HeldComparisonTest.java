package io.dartagnan.client.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.audit.HeldVersion;
import io.dartagnan.audit.HeldVersion.Column;
import io.dartagnan.client.maintenance.Difference.Kind;
import io.dartagnan.client.maintenance.HeldComparison.Finding;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class HeldComparisonTest {
  private static final long YOUNG = 1_000;
  private static final Column COLUMN = column("q");

  private final List<List<HeldVersion>> clouds =
      List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

  private static Column column(String qualifier) {
    return new Column(Bytes.toBytes("r"), Bytes.toBytes("f"), Bytes.toBytes(qualifier));
  }

  private HeldComparisonTest at(int cloud, long timestamp, long id, boolean settled) {
    clouds
        .get(cloud)
        .add(new HeldVersion(COLUMN, timestamp, HeldVersion.Kind.VERSION, id, settled, timestamp));
    return this;
  }

  private HeldComparisonTest onAll(long timestamp) {
    return at(0, timestamp, 1, true).at(1, timestamp, 1, true).at(2, timestamp, 1, false);
  }

  private List<Finding> findings(int declared) {
    return new HeldComparison(Placement.THREE_CLOUDS, family -> declared, YOUNG).of(clouds);
  }

  private static Finding finding(long timestamp, Kind kind, boolean young, Party... parties) {
    return new Finding(new Difference(COLUMN, timestamp, kind, List.of(parties)), young);
  }

  @Test
  void versionsThatAreOnAllCloudsAreNoFinding() {
    onAll(7).onAll(6);
    assertThat(findings(2)).isEmpty();
  }

  @Test
  void whatWasSettledIsLacked() {
    at(0, 7, 1, false).at(1, 7, 1, true).onAll(6);
    assertThat(findings(1)).containsExactly(finding(7, Kind.LACKS, false, Party.P2));
  }

  @Test
  void whatNobodyKnowsToHaveBeenCompleteIsIncomplete() {
    at(0, 7, 1, false).at(1, 7, 1, false);
    assertThat(findings(1)).containsExactly(finding(7, Kind.INCOMPLETE, false, Party.P0, Party.P1));
  }

  @Test
  void aWriteOfTheLastMomentsMayBeUnderWay() {
    at(0, YOUNG, 1, false);
    assertThat(findings(1)).containsExactly(finding(YOUNG, Kind.INCOMPLETE, true, Party.P0));
  }

  @Test
  void anOldVersionThatIsBeingDeletedMayBeUnderWay() {
    at(0, 7, 1, true).at(1, 7, 1, true);
    clouds
        .get(2)
        .add(
            new HeldVersion(COLUMN, YOUNG + 1, HeldVersion.Kind.DELETE_COLUMN, 0, true, YOUNG + 1));
    assertThat(findings(1)).containsExactly(finding(7, Kind.DELETED, true, Party.P2));
  }

  @Test
  void theCloudThatHasAnotherWriteIsNamed() {
    at(0, 7, 1, true).at(1, 7, 2, true).at(2, 7, 1, true);
    assertThat(findings(1)).containsExactly(finding(7, Kind.OTHER_WRITE, false, Party.P1));
  }

  @Test
  void whereNoTwoAgreeAllAreNamed() {
    at(0, 7, 1, true).at(1, 7, 2, true).at(2, 7, 3, true);
    assertThat(findings(1))
        .containsExactly(finding(7, Kind.OTHER_WRITE, false, Party.P0, Party.P1, Party.P2));
  }

  @Test
  void whatIsNoShareIsNamed() {
    at(0, 7, 1, true).at(1, 7, 1, true);
    clouds.get(2).add(new HeldVersion(COLUMN, 7, HeldVersion.Kind.NO_SHARE, 0, true, 7));
    assertThat(findings(1)).containsExactly(finding(7, Kind.NO_SHARE, false, Party.P2));
  }

  @Test
  void whatNobodyHasConfirmedIsNamed() {
    at(0, 7, 1, true).at(1, 7, 1, true);
    clouds.get(2).add(new HeldVersion(COLUMN, 7, HeldVersion.Kind.GIVEN, 1, true, 7));
    assertThat(findings(1)).containsExactly(finding(7, Kind.GIVEN, false, Party.P2));
  }

  @Test
  void belowAsManyCompleteVersionsAsWereDeclaredNothingCounts() {
    onAll(9).at(0, 8, 1, false).onAll(7).at(1, 6, 1, true);
    assertThat(findings(1)).isEmpty();
    assertThat(findings(2)).containsExactly(finding(8, Kind.INCOMPLETE, false, Party.P0));
    assertThat(findings(3))
        .containsExactly(
            finding(8, Kind.INCOMPLETE, false, Party.P0),
            finding(6, Kind.LACKS, false, Party.P0, Party.P2));
  }

  @Test
  void wordsNameRowColumnCloudAndTime() {
    long time = 1_700_000_000_000L;
    assertThat(new Difference(COLUMN, time, Kind.LACKS, List.of(Party.P2)).words())
        .isEqualTo("row r, f:q: cloud 2 lacks the version of 2023-11-14T22:13:20Z");
    assertThat(new Difference(COLUMN, 5, Kind.INCOMPLETE, List.of(Party.P0, Party.P1)).words())
        .isEqualTo("row r, f:q: an incomplete version of timestamp 5 on cloud 0 and cloud 1");
    assertThat(new Difference(COLUMN, 5, Kind.DELETED, List.of(Party.P1)).words())
        .isEqualTo("row r, f:q: cloud 1 has deleted the version of timestamp 5");
    assertThat(new Difference(COLUMN, 5, Kind.OTHER_WRITE, List.of(Party.P1)).words())
        .isEqualTo(
            "row r, f:q: cloud 1 has another write in the place of the version of timestamp 5");
    assertThat(new Difference(COLUMN, 5, Kind.NO_SHARE, List.of(Party.P1)).words())
        .isEqualTo(
            "row r, f:q: cloud 1 has something that is no share in the place of the version of timestamp 5");
  }
}
