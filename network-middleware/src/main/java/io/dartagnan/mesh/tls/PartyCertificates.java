package io.dartagnan.mesh.tls;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Key of a party and pinned certificates of all three, as the files hold them now.
 *
 * <p>A thread of this object looks at the files in intervals. What cannot be used is logged once,
 * counted, and leaves everything as it was. What ends within thirty days is logged once a day. Safe
 * for use by several threads; {@link #close} ends the thread, and what was read last stays usable.
 *
 * <p><b>Security guarantees.</b> The own certificate is always one of those pinned for the own
 * party, so that no reload locks this party out of its own mesh. A certificate is pinned for one
 * party only.
 */
public final class PartyCertificates implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PartyCertificates.class);
  private static final long CLOSE_TIMEOUT_S = 10;

  private record State(long generation, Credentials credentials) {}

  private final Party self;
  private final TlsIdentity identity;
  private final InstantSource clock;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final LongAdder failedReloads = new LongAdder();
  private final ExpiryNotices notices;
  private final ScheduledThreadPoolExecutor poll;
  private volatile State state;

  /** Digest of the content in use. */
  private String used;

  /**
   * Digest of the content that could not be used last, or why there was none; null after a good.
   */
  private String unusable;

  private PartyCertificates(Party self, TlsIdentity identity, InstantSource clock) {
    this.self = self;
    this.identity = identity;
    this.clock = clock;
    this.notices = new ExpiryNotices(self);
    this.poll =
        new ScheduledThreadPoolExecutor(
            1,
            new ThreadFactoryBuilder()
                .setNameFormat("dartagnan-mesh-" + self.index() + "-certificates")
                .setDaemon(true)
                .build());
  }

  /**
   * Reads the files, and looks at them in intervals from now on.
   *
   * @throws IOException naming the file, and what is wrong with it
   */
  public static PartyCertificates load(Party self, TlsIdentity identity) throws IOException {
    return load(self, identity, InstantSource.system());
  }

  /** The same, with a clock that says when certificates begin and end. */
  static PartyCertificates load(Party self, TlsIdentity identity, InstantSource clock)
      throws IOException {
    PartyCertificates certificates = new PartyCertificates(self, identity, clock);
    byte[] keystore = identity.keystore().read();
    byte[] truststore = identity.truststore().read();
    Credentials first = Credentials.of(self, identity, keystore, truststore);
    first.requireValid(certificates.now(), identity.keystore().path());
    certificates.used = digest(keystore, truststore);
    certificates.use(1, first);
    certificates.notices.look(first, certificates.now());
    long interval = identity.pollInterval().toMillis();
    certificates.poll.scheduleWithFixedDelay(
        certificates::refresh, interval, interval, TimeUnit.MILLISECONDS);
    return certificates;
  }

  /** Looks at the files now. */
  public synchronized void refresh() {
    Credentials former = state.credentials();
    notices.look(former, now());
    Credentials fresh;
    String found = null;
    try {
      byte[] keystore = identity.keystore().read();
      byte[] truststore = identity.truststore().read();
      found = digest(keystore, truststore);
      if (found.equals(used)) {
        unusable = null;
        return;
      }
      fresh = Credentials.of(self, identity, keystore, truststore);
      if (!fresh.certificate().equals(former.certificate())) {
        // Not of the one in use: pins change also when that has ended.
        fresh.requireValid(now(), identity.keystore().path());
      }
    } catch (IOException | RuntimeException e) {
      // Whatever it is: the schedule would end with it, and no later change be taken up.
      keepWhatIsUsed(found == null ? e.toString() : found, e);
      return;
    }
    used = found;
    unusable = null;
    if (!fresh.equals(former)) {
      use(state.generation() + 1, fresh);
      for (Runnable listener : listeners) {
        try {
          listener.run();
        } catch (RuntimeException e) {
          LOG.error("the new certificates of {} could not be taken up", self, e);
        }
      }
    }
  }

  /** Logs once for each content, which is tried again: a certificate may begin later. */
  private void keepWhatIsUsed(String found, Exception why) {
    if (!found.equals(unusable)) {
      unusable = found;
      failedReloads.increment();
      // What is not about a file may have no message.
      String reason = why instanceof IOException ? why.getMessage() : why.toString();
      LOG.warn("{} keeps its key and certificates as they were: {}", self, reason);
    }
  }

  private void use(long generation, Credentials credentials) {
    state = new State(generation, credentials);
    LOG.info(
        "{} uses its certificate that ends on {}, generation {}",
        self,
        credentials.certificate().getNotAfter().toInstant(),
        generation);
  }

  private static String digest(byte[] keystore, byte[] truststore) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      byte[] first = sha256.digest(keystore);
      sha256.update(first);
      return HexFormat.of().formatHex(sha256.digest(truststore));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The party whose key this holds. */
  public Party self() {
    return self;
  }

  /** This party's private key. */
  public PrivateKey privateKey() {
    return credentials().key();
  }

  /** This party's own certificate. */
  public X509Certificate certificate() {
    return credentials().certificate();
  }

  /** The pinned certificates of a party, whatever their dates; never empty. */
  public Collection<X509Certificate> pinned(Party party) {
    return credentials().pinned().of(party);
  }

  /** The public keys of a party's pinned certificates that are valid today; maybe none. */
  public Collection<PublicKey> publicKeys(Party party) {
    Instant now = now();
    return credentials().pinned().of(party).stream()
        .filter(each -> !now.isBefore(each.getNotBefore().toInstant()))
        .filter(each -> !now.isAfter(each.getNotAfter().toInstant()))
        .map(X509Certificate::getPublicKey)
        .toList();
  }

  /**
   * The party that a certificate belongs to by the pins of now; empty if it is nobody's. Says
   * nothing of its dates.
   */
  public Optional<Party> partyOf(X509Certificate certificate) {
    return credentials().pinned().partyOf(certificate);
  }

  /**
   * Whole days until the own party's certificate in use ends, or a peer's pinned one that ends
   * last: 0 on the last day, negative once it is over.
   */
  public long daysLeft(Party party) {
    return Expiry.of(party, self, credentials()).daysLeft(now());
  }

  /** 1 at first, and one more with every change of the key or of a pin. */
  public long generation() {
    return state.generation();
  }

  /** Contents of the files that were not usable since the start. */
  public long failedReloads() {
    return failedReloads.sum();
  }

  /** Runs this after each change from now on, on this object's thread. */
  public void onChange(Runnable listener) {
    listeners.add(listener);
  }

  /** No longer runs this. */
  public void forget(Runnable listener) {
    listeners.remove(listener);
  }

  /** The time that certificates are judged by. */
  Instant now() {
    return clock.instant();
  }

  Credentials credentials() {
    return state.credentials();
  }

  @Override
  public void close() {
    poll.shutdownNow();
    try {
      if (!poll.awaitTermination(CLOSE_TIMEOUT_S, TimeUnit.SECONDS)) {
        LOG.warn("the certificates of {} are still being read", self);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Daily log of the certificates that end soon. Not safe for use by several threads. */
  private static final class ExpiryNotices {
    private static final Logger LOG = LoggerFactory.getLogger(ExpiryNotices.class);
    private static final Duration INTERVAL = Duration.ofDays(1);

    private final Party self;
    private Instant next = Instant.MIN;

    ExpiryNotices(Party self) {
      this.self = self;
    }

    /** Logs what ends soon, unless it did today; to be called more often than once a day. */
    void look(Credentials credentials, Instant now) {
      if (now.isBefore(next)) {
        return;
      }
      next = now.plus(INTERVAL);
      for (Party party : Party.ALL) {
        Expiry.of(party, self, credentials).notice(now).ifPresent(LOG::warn);
      }
    }
  }

  /**
   * End of the time in which a party can show a valid certificate.
   *
   * @param party the party
   * @param own whether its key is this server's own
   * @param end of the own party's certificate in use; which of its certificates a peer uses is not
   *     known here, so for a peer of the last to end of those pinned
   */
  record Expiry(Party party, boolean own, Instant end) {
    private static final Duration NOTICE = Duration.ofDays(30);

    static Expiry of(Party party, Party self, Credentials credentials) {
      boolean own = party == self;
      Stream<X509Certificate> counting =
          own ? Stream.of(credentials.certificate()) : credentials.pinned().of(party).stream();
      Instant end =
          counting
              .map(certificate -> certificate.getNotAfter().toInstant())
              .max(Comparator.naturalOrder())
              .orElseThrow();
      return new Expiry(party, own, end);
    }

    /** Whole days, rounded down: 0 on the last, negative once it is over. */
    long daysLeft(Instant now) {
      return Math.floorDiv(Duration.between(now, end).toSeconds(), Duration.ofDays(1).toSeconds());
    }

    /** The notice for the operator, from thirty days before the end on. */
    Optional<String> notice(Instant now) {
      if (now.isBefore(end.minus(NOTICE))) {
        return Optional.empty();
      }
      String what = own ? "the certificate in use of " : "the last pinned certificate of ";
      String todo = own ? "change its key" : "pin its next one";
      return Optional.of(
          now.isAfter(end)
              ? "%s%s ended on %s; new connections with it are refused until you %s"
                  .formatted(what, party, end, todo)
              : "%s%s ends on %s, whole days left: %d; %s before, or new connections with it are refused"
                  .formatted(what, party, end, daysLeft(now), todo));
    }
  }
}
