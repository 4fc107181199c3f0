package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run over the rows of one range: it looks the range up, opens a session over it, and keeps the
 * pages until they are taken. When an attempt fails for a reason that may pass, it begins again
 * just behind the last row that an agreed page has covered, wherever the regions are then: no row
 * comes twice, none is lost.
 *
 * <p>No method waits: {@link #advance} does what can be done, and is called again when something
 * has arrived or time has passed. For one thread at a time.
 */
final class RangeRun {

  private static final Logger LOG = LoggerFactory.getLogger(RangeRun.class);

  /**
   * How often a run begins again, without progress between, after attempts that may have opened
   * verdicts: a cloud that ends attempts could have those of the same rows opened without end.
   */
  private static final int MOST_OPENED_AGAIN = 2;

  /** Bytes of cells kept of pages whose turn has not come; one page more may be added. */
  private static final long MOST_KEPT_BYTES = 256 << 10;

  /** Milliseconds after which a cloud that does not answer is named beside the last failure. */
  private static final long TELLING_SILENCE_MS = 500;

  /** The terms that the runs of one stream have in common. */
  record Plan(
      String name,
      boolean reversed,
      RangePlanner planner,
      RangeOpener opener,
      ExecutorService pool,
      QuerySettings settings,
      Runnable arrived) {}

  /** Milliseconds after which a session that stands still for lack of room is ended. */
  private static final long STANDSTILL_MS = 2_000;

  private final Plan plan;
  private final RetryPolicy retryPolicy;
  private final UncoveredRows rows;
  private final Queue<AgreedPage> pages = new ArrayDeque<>();
  private long pageBytes;
  private RowInterval behind;
  private ScanRange range;
  private RangeLookup lookup;
  private long lookingSince;
  private RangeSession session;
  private long fullSince;
  private long notBefore = System.nanoTime();
  private boolean anew;
  private boolean turnedAway;
  private int openedAgain;
  private boolean done;
  private SessionFailure lastReason;
  private IOException failure;
  private long endedMeshBytes;

  /**
   * A run over the first range of some rows.
   *
   * @param rows not empty; what is behind that range is another run's
   */
  RangeRun(Plan plan, RowInterval rows) {
    this.plan = plan;
    this.retryPolicy = new RetryPolicy(plan.settings());
    this.rows = new UncoveredRows(rows, plan.reversed());
  }

  /** The rows behind those of this run; null before its range is known. */
  RowInterval behind() {
    return behind;
  }

  /** The next page if it is there, else null. */
  AgreedPage take() throws IOException {
    AgreedPage page = pages.poll();
    if (page != null) {
      pageBytes -= page.cellBytes();
    } else if (failure != null) {
      throw failure;
    }
    return page;
  }

  /** Whether all pages have been taken. */
  boolean isDone() {
    return done && pages.isEmpty();
  }

  /** Whether a cloud turned the last call or attempt away because it has enough others. */
  boolean isTurnedAway() {
    return turnedAway || (session != null && session.crowded() != null);
  }

  /** Whether all three clouds are at it, or there is nothing to do any more. */
  boolean isUnderWay() {
    return done || failure != null || (session != null && session.areAllHeard());
  }

  /** When {@link #advance} should be called although nothing arrives, in {@code nanoTime}. */
  long notBefore() {
    return notBefore;
  }

  /** Payload bytes the parties have sent each other so far, attempts that failed included. */
  long meshBytes() {
    return endedMeshBytes + (session == null ? 0 : session.meshBytes());
  }

  /**
   * Does what can be done without waiting.
   *
   * @param isNext whether this run's pages are the next to be taken
   * @param mayBegin whether it may look for a range and open a session
   */
  void advance(boolean isNext, boolean mayBegin) {
    try {
      boolean moved = true;
      while (moved && !done && failure == null) {
        moved = step(isNext, mayBegin);
      }
    } catch (IOException e) {
      close();
      failure = e;
    }
  }

  private boolean step(boolean isNext, boolean mayBegin) throws IOException {
    try {
      if (session != null) {
        return takeIn(isNext);
      }
      if (lookup != null) {
        return openWhenFound();
      }
      boolean isDue = System.nanoTime() - notBefore >= 0;
      if (!mayBegin || !isDue || !(isNext || hasRoom())) {
        return false;
      }
      lookUp();
      return true;
    } catch (SessionFailure e) {
      fail(e, 0);
      return true;
    }
  }

  /** Whether a page may be kept although its turn has not come. */
  private boolean hasRoom() {
    return pageBytes < MOST_KEPT_BYTES;
  }

  private void lookUp() {
    // Its turn may have been long in coming, or the application in asking.
    retryPolicy.idle(msSince(notBefore));
    lookingSince = System.nanoTime();
    lookup = plan.planner().lookUp(rows.rest(), plan.reversed(), anew);
    lookup.range().whenComplete((found, failed) -> plan.arrived().run());
  }

  private boolean openWhenFound() throws IOException {
    if (!lookup.range().isDone()) {
      long ms = msSince(lookingSince);
      requirePatience(ms < TELLING_SILENCE_MS ? List.of() : lookup.silent());
      if (ms < plan.settings().retryMs()) {
        return false;
      }
      fail(SessionFailure.silent(lookup.silent(), ms), ms);
      return true;
    }
    ScanRange found = lookup.found();
    lookup = null;
    anew = false;
    range = found;
    if (behind == null) {
      behind = rows.cutBehind(range.rows());
    }
    List<PageSource> sources = plan.opener().open(found);
    session = new RangeSession(sources, plan.pool(), plan.arrived());
    return true;
  }

  /** Takes a page in, if there is one and room for it. */
  private boolean takeIn(boolean isNext) throws IOException {
    if (isNext ? !pages.isEmpty() : !hasRoom()) {
      if (!isNext && msSince(fullSince) > STANDSTILL_MS) {
        endSession();
      }
      return false;
    }
    AgreedPage page = session.poll();
    if (page == null) {
      return isGivenUp();
    }
    accept(page);
    pages.add(page);
    pageBytes += page.cellBytes();
    fullSince = System.nanoTime();
    return true;
  }

  /** Looks after deadlines; true if an attempt ended by one. */
  private boolean isGivenUp() throws IOException {
    if (!session.areAllHeard()) {
      requirePatience(session.silentFor(TELLING_SILENCE_MS));
    }
    long ms = plan.settings().retryMs();
    List<Party> silent = session.silentFor(ms);
    if (!silent.isEmpty()) {
      fail(SessionFailure.silent(silent, ms), ms);
      return true;
    }
    if (session.waitingMs() >= plan.settings().timeoutMs()) {
      throw new IOException(
          "%s gave no page of %s for %d ms; if the clouds are only slow, set %s higher%s"
              .formatted(
                  SessionFailure.clouds(session.awaited()),
                  plan.name(),
                  plan.settings().timeoutMs(),
                  ClientKeys.QUERY_TIMEOUT_MS,
                  session.crowded() == null ? "" : " (" + session.crowded().getMessage() + ")"));
    }
    return false;
  }

  private void accept(AgreedPage page) throws DoNotRetryIOException {
    boolean progressed = rows.cover(range.rows(), page);
    if (page.last()) {
      endSession();
      done = rows.rest().isEmpty();
    }
    if (progressed) {
      retryPolicy.progress();
      turnedAway = false;
      openedAgain = 0;
    }
  }

  /** Ends an attempt, and says when the next one is, if there is to be one. */
  private void fail(SessionFailure reason, long noticedAfterMs) throws IOException {
    boolean hasComputed = session != null && session.hasComputed();
    close();
    if (rows.rest().isEmpty()) {
      // The failure came after the last row that there can be.
      done = true;
      return;
    }
    if (!reason.mayPass()) {
      throw new DoNotRetryIOException(plan.name() + " failed: " + reason.getMessage(), reason);
    }
    if (hasComputed && plan.opener().opensVerdicts().isPresent()) {
      openAgain(plan.opener().opensVerdicts().get(), reason);
    }
    retryPolicy.failedAfter(noticedAfterMs);
    lastReason = reason;
    requirePatience(List.of());
    anew = reason.mayHaveMovedRegions();
    turnedAway = reason.kind() == SessionFailure.Kind.TURNED_AWAY;
    notBefore = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(retryPolicy.pauseMs());
  }

  /** What was opened of rows that no page has covered is opened anew, of fresh shares. */
  private void openAgain(TableName table, SessionFailure reason) throws RetriesExhaustedException {
    if (openedAgain == MOST_OPENED_AGAIN) {
      throw new RetriesExhaustedException(
          "%s of table %s ended %d times in the same place while the clouds were opening which rows match, the last time: %s; it is not begun again by itself, since the clouds learn more with each time. Find out why it ends, and ask again"
              .formatted(plan.name(), table, MOST_OPENED_AGAIN + 1, reason.getMessage()),
          reason);
    }
    openedAgain++;
    LOG.warn(
        "{} of table {} ended while region servers {} were opening which rows match, and begins again, for the {}. time of at most {} in this place: {}",
        plan.name(),
        table,
        String.join(", ", range.servers()),
        openedAgain,
        MOST_OPENED_AGAIN,
        reason.getMessage());
  }

  private void requirePatience(List<Party> silentSince) throws RetriesExhaustedException {
    if (retryPolicy.isOver()) {
      throw new RetriesExhaustedException(
          "%s %s, the last time: %s%s"
              .formatted(
                  plan.name(),
                  retryPolicy.tried(),
                  lastReason.getMessage(),
                  silentSince.isEmpty()
                      ? ""
                      : "; since then " + SessionFailure.clouds(silentSince) + " did not answer"),
          lastReason);
    }
  }

  /** Ends what is under way. */
  void close() {
    if (lookup != null) {
      lookup.cancel();
      lookup = null;
    }
    endSession();
  }

  private void endSession() {
    if (session != null) {
      endedMeshBytes += session.meshBytes();
      session.close();
      session = null;
    }
  }

  private static long msSince(long nanoTime) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
  }
}
