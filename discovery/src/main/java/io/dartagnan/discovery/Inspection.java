package io.dartagnan.discovery;

import java.util.List;

/**
 * Everything that a discovery holds at one moment.
 *
 * @param records those that are believed, ordered by party and then by server
 * @param rejected a sentence for each value that is not believed, which says why
 */
public record Inspection(List<FoundRecord> records, List<String> rejected) {

  /** Copies both. */
  public Inspection {
    records = List.copyOf(records);
    rejected = List.copyOf(rejected);
  }
}
