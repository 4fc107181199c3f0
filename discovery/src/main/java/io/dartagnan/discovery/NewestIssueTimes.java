package io.dartagnan.discovery;

import com.google.common.cache.CacheBuilder;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;

/**
 * Issue times of the newest record seen of each server, so that an older one is not taken again.
 *
 * <p>Remembers the {@value #SERVERS_PER_PARTY} servers of each party that were read last. One party
 * cannot make another's be forgotten, and a record of a forgotten server still expires.
 */
final class NewestIssueTimes {
  static final int SERVERS_PER_PARTY = 4096;
  private static final int PARTIES = 3;

  private final List<ConcurrentMap<String, Long>> byParty =
      Stream.generate(NewestIssueTimes::lastRead).limit(PARTIES).toList();

  private static ConcurrentMap<String, Long> lastRead() {
    // One segment, so that the bound is exact and the least recently read goes.
    return CacheBuilder.newBuilder()
        .concurrencyLevel(1)
        .maximumSize(SERVERS_PER_PARTY)
        .<String, Long>build()
        .asMap();
  }

  /**
   * Takes note of a record.
   *
   * @param latest latest time at which a record may have been issued. What was noted of one beyond
   *     that, while a clock was wrong, is forgotten
   * @return issue time of a newer record of that server, or the given one's own time if it is the
   *     newest
   */
  long newest(IssuedRecord issued, long latest) {
    ServerRecord record = issued.record();
    return byParty
        .get(record.party())
        .merge(
            record.server(),
            issued.issuedAt(),
            (known, given) -> known > latest ? given : Math.max(known, given));
  }
}
