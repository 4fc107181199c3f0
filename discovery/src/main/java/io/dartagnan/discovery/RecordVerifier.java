package io.dartagnan.discovery;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.time.Clock;
import java.time.Duration;
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
  private final RecordRejectionLog rejections = new RecordRejectionLog(LOG);

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
  IssuedRecord verify(String key, String value) throws RejectedRecordException {
    try {
      RecordFormat.Claim claim = RecordFormat.read(key, value);
      requireSignature(key, claim);
      IssuedRecord issued = claim.issued();
      requireTimely(key, issued);
      return issued;
    } catch (RejectedRecordException e) {
      throw rejected(e);
    }
  }

  /** Counts a rejection, and logs it if it is the first of its kind in a while. */
  RejectedRecordException rejected(RejectedRecordException rejection) {
    metrics.addRejected(rejection.rejection());
    rejections.say(rejection);
    return rejection;
  }

  /** Milliseconds that a record is to be believed from now on, at most. */
  long remainingMs(IssuedRecord issued) {
    return Math.min(issued.leaseMs(), issued.expiresAt() + skewMs - clock.millis());
  }

  /** Milliseconds since a record was issued, by its owner's clock then and this one now. */
  long ageMs(IssuedRecord issued) {
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
      Signature signature = SignatureScheme.of(key).newSignature();
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
          RecordRejection.FORGED,
          "no certificate pinned for party "
              + claim.issued().record().party()
              + " has signed it as it is");
    }
  }

  /** Only what was signed reaches this, so that a stranger cannot make a server look newer. */
  private void requireTimely(String key, IssuedRecord issued) throws RejectedRecordException {
    long now = clock.millis();
    if (issued.issuedAt() - now > skewMs) {
      throw new RejectedRecordException(
          key,
          RecordRejection.FROM_FUTURE,
          "it was issued "
              + (issued.issuedAt() - now)
              + " ms ahead of this server's clock, "
              + skewMs
              + " ms is allowed; see the clocks of both");
    }
    if (now - issued.expiresAt() >= skewMs) {
      throw new RejectedRecordException(
          key,
          RecordRejection.EXPIRED,
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
          RecordRejection.REPLAYED,
          "one issued " + (newestIssuedAt - issued.issuedAt()) + " ms later was seen before");
    }
  }
}
