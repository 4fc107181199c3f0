package io.dartagnan.clusters.checker;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Row keys of the checked table: a few that everybody writes, and many that are written seldom. */
final class Rows {
  private static final int HOT = 6;
  private static final int COLD = 300;

  /** Of a hundred calls, so many go to hot rows. */
  private static final int HOT_PERCENT = 70;

  /** Every row in the order of the table: cold ones, then hot ones. */
  static final List<String> ALL =
      Stream.concat(
              IntStream.range(0, COLD).mapToObj(row -> key("cold", row)),
              IntStream.range(0, HOT).mapToObj(row -> key("hot", row)))
          .toList();

  private Rows() {}

  private static String key(String kind, int row) {
    return String.format(Locale.ROOT, "%s-%03d", kind, row);
  }

  /** Whether everybody writes it. */
  static boolean isHot(String row) {
    return ALL.indexOf(row) >= COLD;
  }

  static String random(Random random) {
    return ALL.get(index(random));
  }

  /** Rows next to each other, some of which may be hot. */
  static List<String> randomRange(Random random) {
    int first = Math.max(0, index(random) - random.nextInt(HOT));
    return ALL.subList(first, Math.min(ALL.size(), first + 1 + random.nextInt(40)));
  }

  private static int index(Random random) {
    return random.nextInt(100) < HOT_PERCENT ? COLD + random.nextInt(HOT) : random.nextInt(COLD);
  }
}
