package io.dartagnan.clusters.hbasetests;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The counts of the classes that were run, as a table and as one line. */
public final class Tally {
  private final KnownResults known;
  private final List<String> rows = new ArrayList<>();
  private long tests;
  private long passed;
  private long differing;
  private long internal;

  /** A tally by the two lists. */
  public Tally(KnownResults known) {
    this.known = known;
  }

  /** Counts a run. */
  public void add(TestClassRun run) {
    long of = run.tests().size();
    long outside = run.tests().stream().filter(known::isInternal).count();
    long differ = run.tests().stream().filter(known::isDiffering).count();
    long well = run.passed().size();
    rows.add("| `%s` | %d | %d | %d | %d |".formatted(run.simpleName(), of, well, differ, outside));
    tests += of;
    passed += well;
    differing += differ;
    internal += outside;
  }

  /** Of the tests that use the public API only, those that passed, in per cent. */
  public double percentage() {
    return 100.0 * passed / Math.max(1, tests - internal);
  }

  /** The counts of each class, as rows of a Markdown table. */
  public String rows() {
    return String.join("\n", rows);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "HBase's own tests: %d classes, %d tests, %d passed, %d differ as listed, %d left out; %.1f"
            + " %% of those that use the public API only pass",
        rows.size(),
        tests,
        passed,
        differing,
        internal,
        percentage());
  }
}
