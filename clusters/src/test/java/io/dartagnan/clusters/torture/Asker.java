package io.dartagnan.clusters.torture;

import io.dartagnan.clusters.torture.Ledger.Bounds;
import io.dartagnan.clusters.torture.Ledger.Found;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** A reader of a table by filters and aggregates, which checks each answer. */
final class Asker implements Callable<Void> {
  private final TorturedTable table;
  private final Random random;
  private final Outages outages;
  private final Findings findings;
  private final CountDownLatch over;

  Asker(
      TorturedTable table, Random random, Outages outages, Findings findings, CountDownLatch over) {
    this.table = table;
    this.random = random;
    this.outages = outages;
    this.findings = findings;
    this.over = over;
  }

  @Override
  public Void call() {
    while (over.getCount() > 0) {
      ask();
    }
    return null;
  }

  /** Asks one random question. */
  void ask() {
    Question question = Question.random(random, table.ledger().rows());
    int kind = random.nextInt(8);
    long begun = System.nanoTime();
    try {
      switch (kind) {
        case 0 -> count(question, begun);
        case 1 -> sum(question, begun);
        default -> filter(question, begun);
      }
    } catch (IOException | RuntimeException e) {
      findings.failed(
          "%s in %s".formatted(question, table.name()), e, outages.meet(begun, System.nanoTime()));
    }
  }

  private void filter(Question question, long begun) throws IOException {
    List<Found> found = table.filter(question);
    List<String> wrong = table.ledger().wrong(question, found, begun, System.nanoTime());
    findings.answered("%s in %s".formatted(question, table.name()), found.size(), wrong);
  }

  private void count(Question question, long begun) throws IOException {
    long count = table.count(question);
    within("count", question, count, table.ledger().count(question, begun, System.nanoTime()));
  }

  private void sum(Question question, long begun) throws IOException {
    long sum = table.sum(question);
    within("sum", question, sum, table.ledger().sum(question, begun, System.nanoTime()));
  }

  private void within(String aggregate, Question question, long answer, Bounds bounds) {
    findings.answered(
        "%s of %s in %s".formatted(aggregate, question, table.name()),
        0,
        bounds.contain(answer)
            ? List.of()
            : List.of(
                "%d is not from %d to %d".formatted(answer, bounds.least(), bounds.greatest())));
  }
}
