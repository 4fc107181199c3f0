package io.dartagnan.cli.answer;

import io.dartagnan.client.filter.FilterPlan;
import io.dartagnan.client.scan.ExplainedScan;
import java.util.List;
import java.util.Locale;

/** Text that says which part of a predicate is judged where, and what that took. No operands. */
public final class ExplanationText {
  private ExplanationText() {}

  /** Lines that say of each part of a filter where it is judged. */
  public static String of(FilterPlan plan) {
    if (plan.parts().isEmpty()) {
      return "no predicate: all rows come to the client";
    }
    int width =
        plan.parts().stream().mapToInt(part -> part.place().text().length()).max().orElseThrow();
    List<String> lines =
        plan.parts().stream().map(part -> "  %s  %s".formatted(padded(part, width), part)).toList();
    return "judged by\n" + String.join("\n", lines);
  }

  private static String padded(FilterPlan.Part part, int width) {
    String place = part.place().text();
    return place + " ".repeat(width - place.length());
  }

  /** Lines that say what a scan took so far. */
  public static String of(ExplainedScan scan) {
    return String.format(
        Locale.ROOT,
        "%,d rows came from the clouds, %,d satisfy the predicate; the clouds sent each other %,d bytes",
        scan.fetchedRows(),
        scan.returnedRows(),
        scan.meshBytes());
  }
}
