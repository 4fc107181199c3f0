package io.dartagnan.client.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RegionDirectoryTest {
  private final List<List<HRegionLocation>> clouds = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final RegionDirectory regions =
      new RegionDirectory.Remembered(
          (party, row, anew) -> {
            asked.add(party.index() + Bytes.toString(row));
            return Regions.holding(row, clouds.get(party.index()));
          });

  RegionDirectoryTest() {
    Party.ALL.forEach(party -> clouds.add(Regions.cutAt(party, List.of(bytes("g"), bytes("p")))));
  }

  @Test
  void aRegionIsAskedForOnceForAllItsRowsOnEachCloud() throws IOException {
    for (Party party : Party.ALL) {
      assertThat(regions.known(party, bytes("h"))).isEmpty();
      HRegionLocation told = regions.region(party, bytes("h"), false);

      assertThat(regions.known(party, bytes("g"))).contains(told);
      assertThat(regions.region(party, bytes("o"), false)).isSameAs(told);
      assertThat(regions.known(party, bytes("p"))).isEmpty();
      assertThat(regions.known(party, bytes(""))).isEmpty();
    }
    assertThat(asked).containsExactly("0h", "1h", "2h");
  }

  @Test
  void whatIsAskedForAnewTakesThePlaceOfWhatWasKnown() throws IOException {
    regions.region(Party.P0, bytes("h"), false);
    HRegionLocation moved =
        new HRegionLocation(
            Regions.holding(bytes("h"), clouds.get(0)).getRegion(),
            ServerName.valueOf("elsewhere", 1, 1));
    clouds.set(0, List.of(moved));

    assertThat(regions.region(Party.P0, bytes("h"), true)).isSameAs(moved);
    assertThat(regions.known(Party.P0, bytes("g"))).contains(moved);
  }

  /** Otherwise the second half of a merged region would be taken for a region for ever. */
  @Test
  void aMergedRegionTakesThePlaceOfItsParts() throws IOException {
    for (String row : List.of("a", "h", "q")) {
      regions.region(Party.P0, bytes(row), false);
    }
    clouds.set(0, Regions.cutAt(Party.P0, List.of(bytes("p"))));

    regions.region(Party.P0, bytes("a"), true);

    assertThat(regions.known(Party.P0, bytes("h")))
        .contains(Regions.holding(bytes("h"), clouds.get(0)));
    assertThat(regions.known(Party.P0, bytes("q"))).isPresent();

    clouds.set(0, Regions.cutAt(Party.P0, List.of()));
    regions.region(Party.P0, bytes("a"), true);

    assertThat(regions.known(Party.P0, bytes("q")))
        .contains(Regions.holding(bytes("q"), clouds.get(0)));
  }

  @Test
  void theSecondHalfOfASplitRegionIsNotKnown() throws IOException {
    regions.region(Party.P0, bytes("h"), false);
    clouds.set(0, Regions.cutAt(Party.P0, List.of(bytes("g"), bytes("k"), bytes("p"))));

    regions.region(Party.P0, bytes("h"), true);

    assertThat(regions.known(Party.P0, bytes("h"))).isPresent();
    assertThat(regions.known(Party.P0, bytes("k"))).isEmpty();
  }

  @Test
  void aRegionOnNoServerIsNotRemembered() throws IOException {
    clouds.set(
        0,
        List.of(new HRegionLocation(Regions.holding(bytes("h"), clouds.get(0)).getRegion(), null)));

    regions.region(Party.P0, bytes("h"), false);

    assertThat(regions.known(Party.P0, bytes("h"))).isEmpty();
  }

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }
}
