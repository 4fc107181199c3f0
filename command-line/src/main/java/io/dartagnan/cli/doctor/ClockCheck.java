package io.dartagnan.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Judges the clocks of the RegionServers against this machine's. */
final class ClockCheck implements Check {

  /** Machines that keep their time by NTP agree far better. */
  static final long TOLERANCE_MILLIS = 2_000;

  @Override
  public String name() {
    return "clocks";
  }

  @Override
  public String looksAt() {
    return "the RegionServers' clocks, which should be within %d s of this machine's"
        .formatted(TOLERANCE_MILLIS / 1000);
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<Finding> findings = new ArrayList<>();
    for (CloudFacts cloud : facts.clouds()) {
      new TreeMap<>(cloud.clocksAhead())
          .forEach(
              (server, ahead) -> {
                if (Math.abs(ahead) > TOLERANCE_MILLIS) {
                  findings.add(
                      new Finding(
                          name(),
                          cloud.name() + ", RegionServer " + server,
                          String.format(
                              Locale.ROOT,
                              "its clock is %.1f s %s this machine's",
                              Math.abs(ahead) / 1000.0,
                              ahead > 0 ? "ahead of" : "behind"),
                          "let all machines keep their time by NTP"));
                }
              });
    }
    return findings;
  }
}
