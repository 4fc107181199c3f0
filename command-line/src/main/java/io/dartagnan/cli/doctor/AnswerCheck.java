package io.dartagnan.cli.doctor;

import java.util.List;
import java.util.Map;

/** Judges which clouds answer. */
final class AnswerCheck implements Check {

  @Override
  public String name() {
    return "answers";
  }

  @Override
  public String looksAt() {
    return "that the master and a RegionServer of each cloud are there for this machine";
  }

  @Override
  public List<Finding> findings(Facts facts) {
    return facts.silent().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(
            silent ->
                new Finding(
                    name(),
                    CloudFacts.nameOf(silent.getKey()),
                    "it does not answer: " + silent.getValue(),
                    "start it, or correct dartagnan.party.%d.*, or open the way from this machine"
                        .formatted(silent.getKey().index())))
        .toList();
  }
}
