package io.dartagnan.discovery;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Issue times of the newest record seen of each server, so that an older one is not taken again.
 *
 * <p>Remembers the {@value #SERVERS_PER_PARTY} servers of each party that were read last. One party
 * cannot make another's be forgotten, and a record of a forgotten server still expires.
 */
final class NewestIssueTimes {
  static final int SERVERS_PER_PARTY = 4096;
  private static final int PARTIES = 3;

  private final Map<Integer, Map<String, Long>> byParty = new LinkedHashMap<>();

  NewestIssueTimes() {
    for (int party = 0; party < PARTIES; party++) {
      byParty.put(party, new LeastRecentlyReadGoes());
    }
  }

  /**
   * Takes note of a record.
   *
   * @param latest latest time at which a record may have been issued. What was noted of one beyond
   *     that, while a clock was wrong, is forgotten
   * @return issue time of a newer record of that server, or the given one's own time if it is the
   *     newest
   */
  synchronized long newest(IssuedRecord issued, long latest) {
    ServerRecord record = issued.record();
    return byParty
        .get(record.party())
        .merge(
            record.server(),
            issued.issuedAt(),
            (known, given) -> known > latest ? given : Math.max(known, given));
  }

  private static final class LeastRecentlyReadGoes extends LinkedHashMap<String, Long> {
    private static final long serialVersionUID = 1L;

    LeastRecentlyReadGoes() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
      return size() > SERVERS_PER_PARTY;
    }
  }
}
