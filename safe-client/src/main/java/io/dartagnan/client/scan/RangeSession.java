package io.dartagnan.client.scan;

import io.dartagnan.client.rpc.RetryPolicy;
import io.dartagnan.mpc.Party;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One evaluation of the filter over one range: three sources read side by side, from the moment it
 * is made until it is closed. No method waits. For one thread at a time.
 */
final class RangeSession {
  private static final Logger LOG = LoggerFactory.getLogger(RangeSession.class);

  /** Longest wait in milliseconds for a party that names the cause, once one party has failed. */
  private static final long BLAME_MS = 1000;

  /** Milliseconds after closing at which calls under way are interrupted, and then warned of. */
  private static final long CLOSE_MS = 2000;

  private final List<PageReader> readers;
  private final boolean hearsAll;
  private final Runnable arrived;
  private List<CompletableFuture<Page>> pages;
  private long waitingSince;
  private long failedSince;
  private boolean failed;
  private long judgedRows;
  private boolean hasPage;

  /**
   * Begins to read.
   *
   * @param sources of party 0, 1 and 2; closed by this session
   * @param hearsAll whether a party's failure may be a lie, so that it is not told before the
   *     others have had a moment to say what they know
   * @param arrived run, on any thread, whenever {@link #poll} may have something new to say
   */
  RangeSession(
      List<PageReader.Source> sources, boolean hearsAll, ExecutorService pool, Runnable arrived) {
    this.hearsAll = hearsAll;
    this.arrived = arrived;
    this.readers =
        Party.ALL.stream()
            .map(party -> new PageReader(party, sources.get(party.index()), pool, arrived))
            .toList();
    read();
  }

  private void read() {
    waitingSince = System.nanoTime();
    pages = readers.stream().map(PageReader::read).toList();
    pages.forEach(page -> page.whenComplete((read, failure) -> settled(failure == null)));
  }

  private void settled(boolean read) {
    if (read) {
      readers.forEach(PageReader::hurry);
    }
    arrived.run();
  }

  /**
   * Returns the next page if it is there, else null; then begins to read the one after it. Not
   * called again after the last page or an exception.
   *
   * @throws SessionFailure the most telling of the parties' failures
   * @throws IOException if the parties disagree
   */
  AgreedPage poll() throws IOException {
    // In this order: once all pages have settled, none of them fails any more.
    boolean settled = pages.stream().allMatch(CompletableFuture::isDone);
    List<SessionFailure> failures = failures();
    if (!failures.isEmpty()) {
      if (settled || isTold(failures)) {
        throw SessionFailure.mostTelling(failures);
      }
      return null;
    }
    if (!settled) {
      return null;
    }
    AgreedPage page =
        AgreedPage.of(pages.stream().map(CompletableFuture::join).toList(), judgedRows);
    judgedRows += page.judgedRows();
    hasPage = true;
    if (!page.last()) {
      read();
    }
    return page;
  }

  /**
   * Returns whether enough is told. An abort says little, and a party that may lie less: others may
   * know who is to blame, and are given a moment to say so.
   */
  private boolean isTold(List<SessionFailure> failures) {
    if (!failed) {
      failed = true;
      failedSince = System.nanoTime();
    }
    return PageReader.msSince(failedSince) >= BLAME_MS
        || !hearsAll
            && failures.stream().anyMatch(failure -> failure.kind() != SessionFailure.Kind.ABORTED);
  }

  private List<SessionFailure> failures() {
    return pages.stream()
        .filter(CompletableFuture::isCompletedExceptionally)
        .map(RangeSession::failure)
        .toList();
  }

  private static SessionFailure failure(CompletableFuture<Page> failed) {
    try {
      failed.join();
      throw new IllegalStateException("it has not failed");
    } catch (CompletionException e) {
      return (SessionFailure) e.getCause();
    }
  }

  /**
   * Returns whether the parties have computed, as far as their pages and failures say. With a page
   * there, if only of one party, those behind it are computed.
   */
  boolean hasComputed() {
    return hasPage
        || pages.stream().anyMatch(page -> page.isDone() && !page.isCompletedExceptionally())
        || failures().stream().anyMatch(SessionFailure::wasComputing);
  }

  /** Returns the milliseconds for which the page at hand has been waited for, heartbeats or not. */
  long waitingMs() {
    return PageReader.msSince(waitingSince);
  }

  /** Returns the parties whose page is waited for. */
  List<Party> awaited() {
    return readers.stream()
        .map(PageReader::party)
        .filter(party -> !pages.get(party.index()).isDone())
        .toList();
  }

  /** Returns the parties that have not answered a call for so many milliseconds. */
  List<Party> silentFor(long ms) {
    return readers.stream()
        .filter(reader -> reader.silentMs() >= ms)
        .map(PageReader::party)
        .toList();
  }

  /** Returns the words of a full queue that turned a party's last call away; null if none did. */
  SessionFailure crowded() {
    return readers.stream()
        .map(PageReader::crowded)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /** Returns whether all parties have sent something, be it a heartbeat. */
  boolean areAllHeard() {
    return readers.stream().allMatch(PageReader::isHeard);
  }

  /** Returns the payload bytes that the parties have sent each other so far. */
  long meshBytes() {
    return readers.stream().mapToLong(PageReader::meshBytes).sum();
  }

  /**
   * Closes the three sources, which ends the session on the servers. Nobody waits for it: a call
   * that is under way is given a few seconds to end, and is then interrupted.
   */
  void close() {
    readers.forEach(PageReader::stop);
    if (!isEnded()) {
      later(
          () -> {
            readers.forEach(PageReader::interrupt);
            later(this::warn);
          });
    }
  }

  private boolean isEnded() {
    return readers.stream().allMatch(reader -> reader.ended().isDone());
  }

  private void later(Runnable step) {
    RetryPolicy.after(
        () -> {
          if (!isEnded()) {
            step.run();
          }
        },
        CLOSE_MS);
  }

  private void warn() {
    LOG.warn(
        "{} does not answer: scanners of a filtered scan are still closing after {} ms",
        readers.stream()
            .filter(reader -> !reader.ended().isDone())
            .map(reader -> SessionFailure.cloud(reader.party()))
            .collect(Collectors.joining(" and ")),
        2 * CLOSE_MS);
  }
}
