package io.dartagnan.discovery;

import com.google.common.cache.CacheBuilder;
import io.dartagnan.discovery.RejectedRecordException.Reason;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verifier of the values found under servers' keys. */
final class RecordVerifier {
  private static final Logger LOG = LoggerFactory.getLogger(RecordVerifier.class);

  private final PartyKeys pinned;
  private final Clock clock;
  private final long skewMs;
  private final DiscoveryMetrics metrics;
  private final NewestIssueTimes newest = new NewestIssueTimes();
  private final RejectionLog rejections = new RejectionLog(LOG);

  RecordVerifier(PartyKeys pinned, Clock clock, Duration clockSkew, DiscoveryMetrics metrics) {
    this.pinned = pinned;
    this.clock = clock;
    this.skewMs = clockSkew.toMillis();
    this.metrics = metrics;
  }

  /**
   * The record that a value holds.
   *
   * @throws RejectedRecordException saying why it is not to be believed; it is counted and, when
   *     the first of its kind in a while, logged
   */
  RecordFormat.IssuedRecord verify(String key, String value) throws RejectedRecordException {
    try {
      RecordFormat.Claim claim = RecordFormat.read(key, value);
      requireSignature(key, claim);
      RecordFormat.IssuedRecord issued = claim.issued();
      requireTimely(key, issued);
      return issued;
    } catch (RejectedRecordException e) {
      throw rejected(e);
    }
  }

  /** Counts a rejection, and logs it if it is the first of its kind in a while. */
  RejectedRecordException rejected(RejectedRecordException rejection) {
    metrics.rejected.incrementAndGet(rejection.reason());
    rejections.say(rejection);
    return rejection;
  }

  /** Milliseconds that a record is to be believed from now on, at most. */
  long remainingMs(RecordFormat.IssuedRecord issued) {
    return Math.min(issued.leaseMs(), issued.expiresAt() + skewMs - clock.millis());
  }

  /** Milliseconds since a record was issued, by its owner's clock then and this one now. */
  long ageMs(RecordFormat.IssuedRecord issued) {
    return clock.millis() - issued.issuedAt();
  }

  /** Whether the party's pinned keys include one that made this signature. */
  boolean isSigned(RecordFormat.Claim claim) {
    byte[] signed = claim.signed();
    return pinned.of(claim.issued().record().party()).stream()
        .anyMatch(key -> isSigned(key, signed, claim.signature()));
  }

  private static boolean isSigned(PublicKey key, byte[] signed, byte[] claimed) {
    try {
      Signature signature = RecordSigner.Scheme.of(key).newSignature();
      signature.initVerify(key);
      signature.update(signed);
      return signature.verify(claimed);
    } catch (SignatureException notEvenASignature) {
      return false;
    } catch (GeneralSecurityException e) {
      LOG.debug("a pinned key cannot verify records: {}", e.getMessage());
      return false;
    }
  }

  private void requireSignature(String key, RecordFormat.Claim claim)
      throws RejectedRecordException {
    if (!isSigned(claim)) {
      throw new RejectedRecordException(
          key,
          Reason.FORGED,
          "no certificate pinned for party "
              + claim.issued().record().party()
              + " has signed it as it is");
    }
  }

  /** Only what was signed reaches this, so that a stranger cannot make a server look newer. */
  private void requireTimely(String key, RecordFormat.IssuedRecord issued)
      throws RejectedRecordException {
    long now = clock.millis();
    if (issued.issuedAt() - now > skewMs) {
      throw new RejectedRecordException(
          key,
          Reason.FROM_FUTURE,
          "it was issued "
              + (issued.issuedAt() - now)
              + " ms ahead of this server's clock, "
              + skewMs
              + " ms is allowed; see the clocks of both");
    }
    if (now - issued.expiresAt() >= skewMs) {
      throw new RejectedRecordException(
          key,
          Reason.EXPIRED,
          "it did "
              + (now - issued.expiresAt())
              + " ms ago by this server's clock, "
              + skewMs
              + " ms of skew is allowed; see the clocks of both");
    }
    long newestIssuedAt = newest.newest(issued, now + skewMs);
    if (issued.issuedAt() < newestIssuedAt) {
      throw new RejectedRecordException(
          key,
          Reason.REPLAYED,
          "one issued " + (newestIssuedAt - issued.issuedAt()) + " ms later was seen before");
    }
  }

  /**
   * Issue times of the newest record seen of each server, so that an older one is not taken again.
   *
   * <p>Remembers the {@value #SERVERS_PER_PARTY} servers of each party that were read last. One
   * party cannot make another's be forgotten, and a record of a forgotten server still expires.
   */
  static final class NewestIssueTimes {
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
     * @param latest latest time at which a record may have been issued. What was noted of one
     *     beyond that, while a clock was wrong, is forgotten
     * @return issue time of a newer record of that server, or the given one's own time if it is the
     *     newest
     */
    long newest(RecordFormat.IssuedRecord issued, long latest) {
      ServerRecord record = issued.record();
      return byParty
          .get(record.party())
          .merge(
              record.server(),
              issued.issuedAt(),
              (known, given) -> known > latest ? given : Math.max(known, given));
    }
  }

  /**
   * Log of rejected records: warns once of a kind, and again only after none was found for {@value
   * #QUIET_MINUTES} minutes, whatever number of them a hostile writer plants.
   */
  static final class RejectionLog {
    static final int QUIET_MINUTES = 10;
    private static final long QUIET_NS = TimeUnit.MINUTES.toNanos(QUIET_MINUTES);

    private final Logger log;
    private final Map<Reason, Long> lastAt = new EnumMap<>(Reason.class);

    RejectionLog(Logger log) {
      this.log = log;
    }

    void say(RejectedRecordException rejected) {
      if (isFirst(rejected.reason(), System.nanoTime())) {
        log.warn(
            "{}; it is not used, and more of its kind are counted without a line each",
            rejected.getMessage());
      }
    }

    synchronized boolean isFirst(Reason rejection, long now) {
      Long last = lastAt.put(rejection, now);
      return last == null || now - last > QUIET_NS;
    }
  }
}
