package io.dartagnan.server.evaluation.page;

/**
 * Numbers of batches that the pages of one evaluation are made of, the same at all three parties:
 * one at first, so that the first rows come soon, then twice as many each time, up to {@value
 * #MOST}. For one thread.
 */
public final class PageSizes {
  /** Batches of a page at most. */
  static final int MOST = PageLine.MOST_BATCHES / 2;

  private final int most;
  private int size = 1;
  private int batches;

  private PageSizes(int most) {
    this.most = most;
  }

  /**
   * Sizes where so many batches may be under way: with one at a time each has a page of its own,
   * since none begins before that was fetched.
   */
  public static PageSizes of(int underWay) {
    return new PageSizes(underWay == 1 ? 1 : MOST);
  }

  /** Whether a page ends with the next batch. */
  public boolean endsPage() {
    batches++;
    if (batches < size) {
      return false;
    }
    batches = 0;
    size = Math.min(2 * size, most);
    return true;
  }
}
