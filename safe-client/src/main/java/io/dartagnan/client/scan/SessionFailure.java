package io.dartagnan.client.scan;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.mpc.Party;
import io.dartagnan.wire.CloudDeviationException;
import io.dartagnan.wire.OutdatedKeysException;
import io.dartagnan.wire.QueryAbortedException;
import io.dartagnan.wire.QueryTurnedAwayException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.UnknownScannerException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.OutOfOrderScannerNextException;
import org.apache.hadoop.hbase.exceptions.ScannerResetException;
import org.apache.hadoop.hbase.regionserver.LeaseException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;

/** A cloud's failure that ended a session over a range. */
public final class SessionFailure extends IOException {
  private static final long serialVersionUID = 1L;

  /** Kinds of failures, those that say most about the cause first. */
  public enum Kind {
    /** A cloud has not followed the protocol; it gets no other try. */
    DEVIATION,
    /** Trying again does not help. */
    FATAL,
    /** The cloud has enough calls or queries, and did not begin this one. */
    TURNED_AWAY,
    /** The cloud did not begin the query, since its table has other keys than it was made under. */
    OUTDATED_KEYS,
    /** The cloud ended the query and names the party that it waited for. */
    NAMES_CULPRIT,
    /** The cloud could not be reached, or no longer holds the region. */
    UNREACHABLE,
    /** The cloud ended the query, perhaps because another one did. */
    ABORTED
  }

  /**
   * Exceptions that HBase's own client answers with a new scanner, or another look for the region,
   * though some say do not retry.
   */
  private static final List<Class<? extends IOException>> SCANNER_LOST =
      List.of(
          NotServingRegionException.class,
          NoServerForRegionException.class,
          RegionServerStoppedException.class,
          UnknownScannerException.class,
          ScannerResetException.class,
          OutOfOrderScannerNextException.class,
          LeaseException.class);

  private static final Pattern CULPRIT = Pattern.compile("\\b(party|cloud) [012]\\b");
  private static final Pattern CLASS_NAME = Pattern.compile("^(?:[\\w$]+\\.)+[\\w$]+: ");

  private final Kind kind;

  private SessionFailure(String message, Throwable cause, Kind kind) {
    super(message, cause);
    this.kind = kind;
  }

  /** Returns the failure that {@code cause}, met while reading from a party's cloud, stands for. */
  public static SessionFailure of(Party party, Throwable cause) {
    Throwable telling = telling(cause);
    String reason = reason(telling);
    return new SessionFailure(cloud(party) + ": " + reason, cause, kind(telling, reason));
  }

  /**
   * Returns what is to be told of several parties' failures: the one that says most, or, where it
   * is that a party deviated, what each of those says that found it. One of them may be the liar.
   */
  static SessionFailure mostTelling(List<SessionFailure> failures) {
    SessionFailure first =
        failures.stream().min(Comparator.comparing(SessionFailure::kind)).orElseThrow();
    List<SessionFailure> deviations =
        failures.stream().filter(failure -> failure.kind == Kind.DEVIATION).toList();
    return deviations.size() < 2
        ? first
        : new SessionFailure(
            deviations.stream().map(Throwable::getMessage).collect(Collectors.joining("; ")),
            first.getCause(),
            Kind.DEVIATION);
  }

  /** Returns one that says that the scan or its connection was closed while it was read from. */
  static SessionFailure closed(Party party) {
    return new SessionFailure(
        cloud(party) + ": the scan or its connection was closed", null, Kind.FATAL);
  }

  /** Returns the failure of clouds that have not answered at all for so long. */
  static SessionFailure silent(List<Party> parties, long ms) {
    return new SessionFailure(
        "%s did not answer for %d ms".formatted(clouds(parties), ms), null, Kind.UNREACHABLE);
  }

  /** Returns the names of parties' clouds in messages; of no party, words for all three. */
  static String clouds(List<Party> parties) {
    // The last one that was waited for may have answered just before the message is written.
    return parties.isEmpty()
        ? "the clouds"
        : parties.stream().map(SessionFailure::cloud).collect(Collectors.joining(" and "));
  }

  /** Returns the name of a party's cloud in messages. */
  public static String cloud(Party party) {
    return "cloud " + party.index();
  }

  /** Returns the kind of failure. */
  public Kind kind() {
    return kind;
  }

  /** Returns whether another attempt may succeed. */
  public boolean mayPass() {
    return kind != Kind.FATAL && kind != Kind.DEVIATION;
  }

  /** Returns whether the cloud says that the parties had begun to compute. */
  boolean wasComputing() {
    return chain(this)
        .anyMatch(e -> e instanceof QueryAbortedException aborted && aborted.wasComputing());
  }

  /**
   * Returns whether the call that failed was turned away by a full queue, and may be made again.
   */
  boolean isCallNotMade() {
    return chain(this).anyMatch(e -> e instanceof CallDroppedException);
  }

  /** Returns whether the regions may be elsewhere than another attempt would look for them. */
  public boolean mayHaveMovedRegions() {
    return kind != Kind.TURNED_AWAY;
  }

  /** Returns the exception in the chain that decides: HBase wraps what it gives up on. */
  private static Throwable telling(Throwable cause) {
    return chain(cause)
        .filter(e -> e instanceof QueryAbortedException)
        .findFirst()
        .or(() -> chain(cause).filter(e -> e instanceof CallDroppedException).findFirst())
        .or(() -> chain(cause).filter(SessionFailure::isScannerLost).findFirst())
        .or(() -> chain(cause).filter(e -> e instanceof DoNotRetryIOException).findFirst())
        .or(() -> chain(cause).filter(e -> !(e instanceof RetriesExhaustedException)).findFirst())
        .orElse(cause);
  }

  private static Kind kind(Throwable telling, String reason) {
    if (telling instanceof CloudDeviationException) {
      return Kind.DEVIATION;
    }
    if (telling instanceof QueryTurnedAwayException || telling instanceof CallDroppedException) {
      return Kind.TURNED_AWAY;
    }
    if (telling instanceof OutdatedKeysException) {
      return Kind.OUTDATED_KEYS;
    }
    if (telling instanceof QueryAbortedException) {
      return CULPRIT.matcher(reason).find() ? Kind.NAMES_CULPRIT : Kind.ABORTED;
    }
    boolean fatal =
        telling instanceof DoNotRetryIOException
            || !(telling instanceof IOException)
            || CloudFailures.isInterrupt(telling);
    return isScannerLost(telling) || !fatal ? Kind.UNREACHABLE : Kind.FATAL;
  }

  /** Returns the first line: a remote exception's message is the server's whole stack trace. */
  private static String reason(Throwable telling) {
    String message = telling.getMessage();
    if (message == null || message.isBlank()) {
      return telling.getClass().getSimpleName();
    }
    String line = message.strip().lines().findFirst().orElseThrow();
    return telling instanceof QueryAbortedException
        ? CLASS_NAME.matcher(line).replaceFirst("")
        : line;
  }

  private static boolean isScannerLost(Throwable e) {
    return SCANNER_LOST.stream().anyMatch(lost -> lost.isInstance(e));
  }

  private static Stream<Throwable> chain(Throwable first) {
    return Stream.iterate(first, e -> e != null, Throwable::getCause).limit(16);
  }
}
