package io.dartagnan.clusters.torture;

import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;

/** The deeds of a torture's threads, and the wrong answers that they met. */
final class Findings {
  private static final int MOST = 200;

  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger answers = new AtomicInteger();
  private final AtomicInteger rows = new AtomicInteger();
  private final AtomicInteger failures = new AtomicInteger();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  void written() {
    writes.incrementAndGet();
  }

  /** Notes an answer and what is wrong with it. */
  void answered(String question, int found, List<String> complaints) {
    answers.incrementAndGet();
    rows.addAndGet(found);
    for (String complaint : complaints) {
      if (wrong.size() < MOST) {
        wrong.add("%s: %s".formatted(question, complaint));
      }
    }
  }

  /** Notes a call that failed: it may while a cloud is away, and must say that it is. */
  void failed(String call, Exception failure, boolean away) {
    failures.incrementAndGet();
    if (away && describe(failure).toLowerCase(Locale.ROOT).matches("(?s).*(cloud|party) [012].*")) {
      return;
    }
    if (wrong.size() < MOST) {
      wrong.add(
          "%s failed%s: %s".formatted(call, away ? " and names no cloud" : "", describe(failure)));
    }
  }

  private static String describe(Throwable failure) {
    StringBuilder text = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      text.append(text.isEmpty() ? "" : " <- ").append(each);
      // Of one that a server threw only the message has come.
      if (each instanceof RetriesExhaustedWithDetailsException batch && batch.getCauses() != null) {
        batch.getCauses().forEach(cause -> text.append(" <- ").append(cause));
      }
    }
    return text.toString();
  }

  int writes() {
    return writes.get();
  }

  int answers() {
    return answers.get();
  }

  /** Number of rows in all answers. */
  int rows() {
    return rows.get();
  }

  List<String> wrong() {
    return List.copyOf(wrong);
  }

  @Override
  public String toString() {
    return "%d writes, %d answers with %d rows, %d calls failed, %d things wrong"
        .formatted(writes.get(), answers.get(), rows.get(), failures.get(), wrong.size());
  }
}
