package io.dartagnan.server.query;

import io.dartagnan.server.query.PageQueue.BatchOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Line of batches whose pages the client has not fetched, in the order of the range. A page is made
 * of the outcomes of one batch or several, since each page costs the client a call to three clouds.
 *
 * <p>A page ends with a batch that was told to end one, with a part of a batch that more parts
 * follow, with the last batch, and where it has {@value #ENOUGH_ROWS} rows. None of that is a
 * matter of time: the three parties come to the same pages. For one thread at a time.
 *
 * @param <R> a row as this party stores it
 */
final class PageLine<R> {
  /** Rows with which a page ends: a batch's last part has up to twice as many. */
  static final int ENOUGH_ROWS = 512;

  /** Batches in the line at most: twice as many as a page has. */
  static final int MOST_BATCHES = 16;

  /** Rows in the line from which on no batch is added. */
  private static final int MOST_ROWS = 4 * ENOUGH_ROWS;

  private final Deque<PageQueue.Place<R>> places = new ArrayDeque<>();
  private int rows;
  private long fetched;

  /** Takes the next place, for a batch that a page is to end with, or not. */
  PageQueue.Place<R> add(boolean endsPage) {
    PageQueue.Place<R> place = new PageQueue.Place<>(endsPage);
    places.add(place);
    return place;
  }

  /** Puts an outcome into a place. */
  void put(PageQueue.Place<R> place, BatchOutcome<R> outcome, boolean fills) {
    place.put(outcome, fills);
    rows += outcome.rows().size();
  }

  /** Whether the line is as long as it may be, with so many batches under way at a time. */
  boolean isFull(int underWay) {
    return places.size() >= (underWay == 1 ? 1 : MOST_BATCHES) || rows >= MOST_ROWS;
  }

  /**
   * Whether the batch so many places from the end of the line is computed; so are those fetched.
   */
  boolean isComputed(int fromEnd) {
    if (places.size() < fromEnd) {
      return true;
    }
    Iterator<PageQueue.Place<R>> last = places.descendingIterator();
    for (int i = 1; i < fromEnd; i++) {
      last.next();
    }
    return last.next().isFilled();
  }

  /** Whether the next page can be fetched. */
  boolean isPageThere() {
    return pages(1) > 0;
  }

  /** Number of the pages that are there, counted up to the place in which there are so many. */
  private int pages(int most) {
    int pages = 0;
    int rowsOfPage = 0;
    Iterator<PageQueue.Place<R>> place = places.iterator();
    while (pages < most && place.hasNext()) {
      PageQueue.Place<R> each = place.next();
      int left = each.outcomes().size();
      for (BatchOutcome<R> outcome : each.outcomes()) {
        left--;
        rowsOfPage += outcome.rows().size();
        if (ends(each, outcome, left, rowsOfPage)) {
          pages++;
          rowsOfPage = 0;
        }
      }
      if (!each.isFilled()) {
        return pages;
      }
    }
    return pages;
  }

  private boolean ends(
      PageQueue.Place<R> place, BatchOutcome<R> outcome, int left, int rowsOfPage) {
    boolean isPart = left > 0 || !place.isFilled();
    return isPart || place.endsPage() || outcome.last() || rowsOfPage >= ENOUGH_ROWS;
  }

  /** Takes the next page, which is there. */
  BatchOutcome<R> take() {
    List<BatchOutcome<R>> page = new ArrayList<>();
    int rowsOfPage = 0;
    boolean ended = false;
    while (!ended) {
      PageQueue.Place<R> place = places.peek();
      BatchOutcome<R> outcome = place.outcomes().remove();
      page.add(outcome);
      rowsOfPage += outcome.rows().size();
      ended = ends(place, outcome, place.outcomes().size(), rowsOfPage);
      if (place.isFilled() && place.outcomes().isEmpty()) {
        places.remove();
      }
    }
    rows -= rowsOfPage;
    fetched++;
    return BatchOutcome.of(page);
  }

  /** Number of the pages that were fetched, and of those that are there to be. */
  long pages() {
    return fetched + pages(Integer.MAX_VALUE);
  }

  /** Drops all that is in it. */
  void clear() {
    places.clear();
    rows = 0;
  }
}
