package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.QuerySettings;
import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.rpc.RetryPolicy;
import io.dartagnan.client.scan.RangePlanner.ScanRange;
import io.dartagnan.mpc.Party;
import io.dartagnan.wire.CloudDeviationException;
import io.dartagnan.wire.CloudRow;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.util.Bytes;
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

  /**
   * Failure of a run that ended too often while verdicts were opened. Whoever begins it once more
   * has them opened once more.
   */
  static final class OpenedTooOftenException extends RetriesExhaustedException {
    private static final long serialVersionUID = 1L;

    OpenedTooOftenException(String message, IOException reason) {
      super(message, reason);
    }
  }

  /** A source of new sessions over ranges. */
  interface Opener {

    /**
     * Opens three sources, of party 0, 1 and 2. Each call begins a session that never was before.
     */
    List<PageReader.Source> open(ScanRange range) throws IOException;

    /** Hears why a session ended, before the next one is opened over the same rows. */
    default void beginAnew(SessionFailure reason) {}

    /** Returns the table of whose rows such a session opens verdicts; empty if it does not. */
    default Optional<TableName> opensVerdicts() {
      return Optional.empty();
    }

    /** Returns whether an answer is right though one cloud may lie, in its failures as well. */
    default boolean withstandsLies() {
      return false;
    }
  }

  /** The terms that the runs of one stream have in common. */
  record Plan(
      String name,
      boolean reversed,
      RangePlanner planner,
      Opener opener,
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
  private RangePlanner.Lookup lookup;
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
   * Creates a run over the first range of some rows.
   *
   * @param rows not empty; what is behind that range is another run's
   */
  RangeRun(Plan plan, RowInterval rows) {
    this.plan = plan;
    this.retryPolicy = new RetryPolicy(plan.settings());
    this.rows = new UncoveredRows(rows, plan.reversed());
  }

  /** Returns the rows behind those of this run; null before its range is known. */
  RowInterval behind() {
    return behind;
  }

  /** Returns the next page if it is there, else null. */
  AgreedPage take() throws IOException {
    AgreedPage page = pages.poll();
    if (page != null) {
      pageBytes -= page.cellBytes();
    } else if (failure != null) {
      throw failure;
    }
    return page;
  }

  /** Returns whether all pages have been taken. */
  boolean isDone() {
    return done && pages.isEmpty();
  }

  /** Returns whether a cloud turned the last call or attempt away because it has enough others. */
  boolean isTurnedAway() {
    return turnedAway || (session != null && session.crowded() != null);
  }

  /** Returns whether all three clouds are at it, or there is nothing to do any more. */
  boolean isUnderWay() {
    return done || failure != null || (session != null && session.areAllHeard());
  }

  /**
   * Returns when {@link #advance} should be called although nothing arrives, in {@code nanoTime}.
   */
  long notBefore() {
    return notBefore;
  }

  /**
   * Returns the payload bytes that the parties have sent each other so far, attempts that failed
   * included.
   */
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

  /** Returns whether a page may be kept although its turn has not come. */
  private boolean hasRoom() {
    return pageBytes < MOST_KEPT_BYTES;
  }

  private void lookUp() {
    // Its turn may have been long in coming, or the application in asking.
    retryPolicy.idle(PageReader.msSince(notBefore));
    lookingSince = System.nanoTime();
    lookup = plan.planner().lookUp(rows.rest(), plan.reversed(), anew);
    lookup.range().whenComplete((found, failed) -> plan.arrived().run());
  }

  private boolean openWhenFound() throws IOException {
    if (!lookup.range().isDone()) {
      long ms = PageReader.msSince(lookingSince);
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
    session =
        new RangeSession(
            plan.opener().open(found), plan.opener().withstandsLies(), plan.pool(), plan.arrived());
    return true;
  }

  /** Takes a page in, if there is one and room for it. */
  private boolean takeIn(boolean isNext) throws IOException {
    if (isNext ? !pages.isEmpty() : !hasRoom()) {
      if (!isNext && PageReader.msSince(fullSince) > STANDSTILL_MS) {
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

  /** Looks after deadlines; returns whether an attempt ended by one. */
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
      String failed = plan.name() + " failed: " + reason.getMessage();
      throw reason.kind() == SessionFailure.Kind.DEVIATION
          ? new CloudDeviationException(failed, reason)
          : new DoNotRetryIOException(failed, reason);
    }
    Optional<TableName> opened = plan.opener().opensVerdicts();
    if (hasComputed && opened.isPresent()) {
      openAgain(opened.get(), reason);
    }
    plan.opener().beginAnew(reason);
    retryPolicy.failedAfter(noticedAfterMs);
    lastReason = reason;
    requirePatience(List.of());
    anew = reason.mayHaveMovedRegions();
    turnedAway = reason.kind() == SessionFailure.Kind.TURNED_AWAY;
    notBefore = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(retryPolicy.pauseMs());
  }

  /** Lets what was opened of rows that no page has covered be opened anew, of fresh shares. */
  private void openAgain(TableName table, SessionFailure reason) throws OpenedTooOftenException {
    if (openedAgain == MOST_OPENED_AGAIN) {
      throw new OpenedTooOftenException(
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

  /**
   * Rows that no agreed page has covered yet. Pages cover them in the scan's order or not at all.
   */
  private static final class UncoveredRows {
    private final boolean reversed;
    private RowInterval rest;

    UncoveredRows(RowInterval rows, boolean reversed) {
      this.rest = rows;
      this.reversed = reversed;
    }

    /** Returns the rows that are left. */
    RowInterval rest() {
      return rest;
    }

    /** Leaves only the rows of a range with which they begin, and returns those behind it. */
    RowInterval cutBehind(RowInterval range) {
      RowInterval behind = rest.beyond(range, reversed);
      rest = range;
      return behind;
    }

    /**
     * Moves on behind a page.
     *
     * @param range the rows that the page's session is about, with which these begin
     * @return whether it covers any row, or is the range's last
     * @throws DoNotRetryIOException if it does not lie where the range's next page must
     */
    boolean cover(RowInterval range, AgreedPage page) throws DoNotRetryIOException {
      byte[] before = null;
      for (List<CloudRow> row : page.rows()) {
        byte[] key = row.get(0).key();
        requireOrder(range.contains(key) && rest.contains(key));
        requireOrder(before == null || isBefore(before, key));
        before = key;
      }
      if (page.last()) {
        rest = rest.beyond(range, reversed);
        return true;
      }
      requireOrder(before == null || !isBefore(page.throughRow(), before));
      if (page.throughRow().length == 0 || !rest.contains(page.throughRow())) {
        return false;
      }
      requireOrder(range.contains(page.throughRow()));
      rest = rest.beyond(page.throughRow(), reversed);
      return true;
    }

    private boolean isBefore(byte[] row, byte[] other) {
      int order = Bytes.compareTo(row, other);
      return reversed ? order > 0 : order < 0;
    }

    private static void requireOrder(boolean holds) throws DoNotRetryIOException {
      if (!holds) {
        throw new DoNotRetryIOException(
            "the clouds returned a page of a filtered scan out of row order; no row of it was"
                + " returned");
      }
    }
  }
}
