package io.dartagnan.client.scan;

import java.util.ArrayDeque;
import java.util.Queue;

/** The agreed pages of a range that have not been taken yet. For one thread at a time. */
final class KeptPages {
  /** Bytes of cells kept of pages whose turn has not come; one page more may be added. */
  private static final long MOST_BYTES = 256 << 10;

  private final Queue<AgreedPage> pages = new ArrayDeque<>();
  private long bytes;

  /** Adds a page behind the others. */
  void add(AgreedPage page) {
    pages.add(page);
    bytes += page.cellBytes();
  }

  /** Takes the first page, if there is one, else gives null. */
  AgreedPage take() {
    AgreedPage page = pages.poll();
    if (page != null) {
      bytes -= page.cellBytes();
    }
    return page;
  }

  boolean isEmpty() {
    return pages.isEmpty();
  }

  /** Whether a page may be added although its turn has not come. */
  boolean hasRoom() {
    return bytes < MOST_BYTES;
  }
}
