package io.dartagnan.ycsb.report.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.ycsb.report.result.Measurement.Traffic;
import io.dartagnan.ycsb.report.turn.TrafficSampler.Sample;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficSamplerTest {
  @Test
  void ratesAreOfWhatCameBetweenSamples() {
    Traffic traffic =
        TrafficSampler.traffic(
            List.of(
                new Sample(1_000, 0, 10, 90, 500_000),
                new Sample(1_100, 2_000_000, 15, 95, -1),
                new Sample(1_300, 2_000_000, 35, 95, 800_000)));

    assertThat(traffic.loopback()).containsExactly(20.0, 0.0);
    assertThat(traffic.processors()).containsExactly(0.5, 1.0);
    assertThat(traffic.mesh()).containsExactly(1.0);
  }

  @Test
  void theKernelsFilesAreRead() throws IOException {
    assertThat(
            TrafficSampler.loopback(
                """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes
                    lo: 1234567   99    0    0    0     0          0         0  1234567 99
                  eth0: 5 1 0 0 0 0 0 0 5 1
                """))
        .isEqualTo(1_234_567);
    assertThat(TrafficSampler.processors("cpu  10 1 4 80 5 2 3 1 7 0\ncpu0 1 1 1 1\n"))
        .containsExactly(21, 85);
  }
}
