package io.dartagnan.client.scan;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.mpc.Party;
import io.dartagnan.wire.Page;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One evaluation of the filter over one range: three sources read side by side, from the moment it
 * is made until it is closed.
 */
final class RangeSession {
  private static final Logger LOG = LoggerFactory.getLogger(RangeSession.class);

  /** Longest wait in milliseconds for a party that names the cause, once one party has failed. */
  private static final long BLAME_MS = 1000;

  /** Milliseconds that closing waits for calls under way, and once more after interrupting them. */
  private static final long CLOSE_MS = 2000;

  private final List<PageReader> readers;
  private List<CompletableFuture<Page>> pages;

  /**
   * Begins to read.
   *
   * @param sources of party 0, 1 and 2; closed by this session
   */
  RangeSession(List<PageSource> sources, ExecutorService pool) {
    this.readers =
        Party.ALL.stream()
            .map(party -> new PageReader(party, sources.get(party.index()), pool))
            .toList();
    this.pages = readers.stream().map(PageReader::read).toList();
  }

  /**
   * The next page, and begins to read the one after it. Not called again after the last page or an
   * exception.
   *
   * @param timeoutMs longest wait, however many heartbeats arrive meanwhile
   * @throws SessionFailure the most telling of the parties' failures
   * @throws IOException if the parties disagree or one is silent for too long
   */
  AgreedPage next(long timeoutMs) throws IOException {
    if (!await(failureOrAll(failure -> true), timeoutMs)) {
      throw new IOException(
          "%s gave no page of a filtered scan for %d ms; if the clouds are only slow, set %s higher"
              .formatted(silent(), timeoutMs, ClientKeys.QUERY_TIMEOUT_MS));
    }
    if (!failures().isEmpty()) {
      throw mostTelling();
    }
    AgreedPage page = AgreedPage.of(pages.stream().map(CompletableFuture::join).toList());
    if (!page.last()) {
      pages = readers.stream().map(PageReader::read).toList();
    }
    return page;
  }

  /** Payload bytes the parties have sent each other so far. */
  long meshBytes() {
    return readers.stream().mapToLong(PageReader::meshBytes).sum();
  }

  /**
   * Closes the three sources, which ends the session on the servers, and waits until no task is
   * left, at most a few seconds.
   */
  void close() {
    readers.forEach(PageReader::stop);
    if (!awaitEnd()) {
      readers.forEach(PageReader::interrupt);
      if (!awaitEnd()) {
        LOG.warn(
            "a cloud does not answer: scanners of a filtered scan are still closing after {} ms",
            2 * CLOSE_MS);
      }
    }
  }

  /** An abort says little: others may know who is to blame, and are given a moment to say so. */
  private SessionFailure mostTelling() throws InterruptedIOException {
    await(failureOrAll(failure -> failure.kind() != SessionFailure.Kind.ABORTED), BLAME_MS);
    return failures().stream().min(Comparator.comparing(SessionFailure::kind)).orElseThrow();
  }

  /** Completes with the first failure of some kind, or when all pages have arrived or failed. */
  private CompletableFuture<Void> failureOrAll(Predicate<SessionFailure> decisive) {
    CompletableFuture<Void> settled = new CompletableFuture<>();
    for (CompletableFuture<Page> page : pages) {
      page.whenComplete(
          (read, failure) -> {
            if (failure != null && decisive.test((SessionFailure) failure)) {
              settled.complete(null);
            }
          });
    }
    CompletableFuture.allOf(pages.toArray(CompletableFuture<?>[]::new))
        .whenComplete((all, failure) -> settled.complete(null));
    return settled;
  }

  /** True if it completed in time. */
  private static boolean await(CompletableFuture<Void> settled, long timeoutMs)
      throws InterruptedIOException {
    try {
      settled.get(timeoutMs, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("it never fails", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a page of a filtered scan");
    }
  }

  private List<SessionFailure> failures() {
    List<SessionFailure> failures = new ArrayList<>();
    for (CompletableFuture<Page> page : pages) {
      if (page.isCompletedExceptionally()) {
        failures.add((SessionFailure) page.handle((read, failure) -> failure).join());
      }
    }
    return failures;
  }

  private String silent() {
    return Party.ALL.stream()
        .filter(party -> !pages.get(party.index()).isDone())
        .map(SessionFailure::cloud)
        .collect(Collectors.joining(" and "));
  }

  /** Bounded, so not worth interrupting: an interrupt is kept for whoever comes next. */
  private boolean awaitEnd() {
    CompletableFuture<Void> ended =
        CompletableFuture.allOf(
            readers.stream().map(PageReader::ended).toArray(CompletableFuture<?>[]::new));
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MS);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          ended.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
          return true;
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (TimeoutException e) {
          return false;
        } catch (ExecutionException e) {
          throw new IllegalStateException("closing never fails", e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
