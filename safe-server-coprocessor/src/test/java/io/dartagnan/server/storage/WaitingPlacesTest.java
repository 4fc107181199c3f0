package io.dartagnan.server.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitingPlacesTest {

  @ParameterizedTest(name = "{0} handlers, reads {1}, scans {2}")
  @CsvSource({
    "1, 0, 0, 0",
    "2, 0, 0, 0",
    "4, 0, 0, 1",
    "30, 0, 0, 7",
    "40, 0.5, 0, 5",
    "40, 0.5, 0.4, 2",
    "40, 0, 0.4, 10",
    "8, 0.2, 0.2, 0"
  })
  void aQuarterOfTheHandlersThatServeScansMayWait(
      int handlers, float reads, float scans, int places) {
    Configuration conf = new Configuration(false);
    conf.setInt("hbase.regionserver.handler.count", handlers);
    conf.setFloat("hbase.ipc.server.callqueue.read.ratio", reads);
    conf.setFloat("hbase.ipc.server.callqueue.scan.ratio", scans);
    WaitingPlaces configured = new WaitingPlaces(99);

    configured.configure(conf);

    assertThat(configured.most()).isEqualTo(places);
  }

  @Test
  void noMoreAreTakenThanThereAre() {
    WaitingPlaces two = new WaitingPlaces(2);

    assertThat(two.take()).isTrue();
    assertThat(two.take()).isTrue();
    assertThat(two.take()).isFalse();
    assertThat(two.take()).isFalse();
    two.free();
    assertThat(two.take()).isTrue();
    assertThat(two.take()).isFalse();
  }
}
