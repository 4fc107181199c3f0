package io.dartagnan.cli.doctor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Judges whether the three clouds are three clusters, whatever the ways to them are called. */
final class IdentityCheck implements Check {

  @Override
  public String name() {
    return "identity";
  }

  @Override
  public String looksAt() {
    return "that the clouds are distinct clusters";
  }

  @Override
  public List<Finding> findings(Facts facts) {
    List<Finding> findings = new ArrayList<>();
    Map<String, CloudFacts> byId = new HashMap<>();
    for (CloudFacts cloud : facts.clouds()) {
      CloudFacts other = byId.putIfAbsent(cloud.clusterId(), cloud);
      if (other != null) {
        findings.add(
            new Finding(
                name(),
                cloud.name(),
                "it is the same cluster as %s (id %s), which would hold two shares of a value"
                    .formatted(other.name(), cloud.clusterId()),
                "correct dartagnan.party.%d.* or dartagnan.party.%d.*"
                    .formatted(other.cloud().index(), cloud.cloud().index())));
      }
    }
    return findings;
  }
}
