package io.dartagnan.clusters.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tour of the command line, to its last step. */
@EndToEnd
class TourIT {
  private static final String LIES = "== A cloud that lies ==";

  private final LocalClusters clusters;
  @TempDir private Path folder;

  TourIT(LocalClusters clusters) {
    this.clusters = clusters;
  }

  @Test
  void ofACloudThatLiesTheAnswerIsRightAndTheLogNamesIt() throws Exception {
    Path file = folder.resolve("people.csv");
    Files.writeString(file, "Id,Ward,Town,Age\na,n,Arras,30\nb,s,Meung,40\nc,n,Arras,50\n");
    Commands.Ended ended =
        clusters.dartagnan(
            "tour", "--input", file.toString(), "--table", "tour", "--column", "Ward=plain");

    assertThat(ended.exit()).as(ended.errors()).isZero();
    assertThat(ended.output()).containsSubsequence("verified: the file says so too", LIES);
    String story = ended.output().substring(ended.output().indexOf(LIES));
    assertThat(story)
        .containsSubsequence(
            "On cloud 1 alone", "then", "verified: 1 row, all columns equal", "What to try next");
    for (int cloud = 0; cloud < 3; cloud++) {
      List<String> stored =
          Pattern.compile("  cloud " + cloud + "  (.*)")
              .matcher(story)
              .results()
              .map(line -> line.group(1))
              .toList();
      assertThat(stored).hasSize(2);
      assertThat(stored.get(0).equals(stored.get(1))).isEqualTo(cloud != 1);
    }
    assertThat(ended.errors())
        .containsOnlyOnce(
            "dartagnan: warning: cloud 1 returned other shares of column f:Town of row a");
    try (Connection connection = clusters.safe();
        Admin admin = connection.getAdmin()) {
      TableName tour = TableName.valueOf("tour");
      assertThat(admin.listTableNames())
          .contains(tour)
          .doesNotContain(TableName.valueOf("tour-lied-to"));
      admin.disableTable(tour);
      admin.deleteTable(tour);
    }
  }
}
