package io.dartagnan.ycsb.report.result;

import java.util.List;

/**
 * Samples of network and processors while a point was measured.
 *
 * @param loopback megabytes per second over the loopback interface, which carries all there is
 *     between client, clusters and clouds on one machine, in equal intervals
 * @param mesh megabytes per second of payload that the three clouds sent to each other, in equal
 *     intervals, longer ones; empty where no clouds are asked
 * @param processors busy share of all processors, 0 to 1, in the intervals of {@code loopback}
 */
public record Traffic(List<Double> loopback, List<Double> mesh, List<Double> processors) {
  public Traffic {
    loopback = List.copyOf(loopback);
    mesh = List.copyOf(mesh);
    processors = List.copyOf(processors);
  }
}
