package io.dartagnan.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.dartagnan.server.query.PageQueue.BatchOutcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The pages that batches are put into. */
class PageLineTest {
  private final PageLine<String> line = new PageLine<>();

  private void add(boolean endsPage, String batch, int rows) {
    line.put(line.add(endsPage), outcome(false, batch, rows), true);
  }

  private static BatchOutcome<String> outcome(boolean last, String batch, int rows) {
    byte[] name = batch.getBytes(StandardCharsets.UTF_8);
    List<String> of = IntStream.range(0, rows).mapToObj(row -> batch + row).toList();
    return new BatchOutcome<>(last, name, 10, of, name);
  }

  private String taken() {
    if (!line.isPageThere()) {
      return "none";
    }
    BatchOutcome<String> page = line.take();
    return new String(page.aggregates(), StandardCharsets.UTF_8) + " " + page.rows().size();
  }

  @Test
  void aPageHasAllUpToTheBatchThatEndsIt() {
    add(false, "a", 1);
    add(false, "b", 0);
    assertThat(taken()).isEqualTo("none");
    add(true, "c", 2);
    assertThat(line.pages()).isEqualTo(1);
    BatchOutcome<String> page = line.take();
    assertThat(page.rows()).containsExactly("a0", "c0", "c1");
    assertThat(page.throughRow()).isEqualTo("c".getBytes(StandardCharsets.UTF_8));
    assertThat(page.judged()).isEqualTo(30);
    assertThat(page.aggregates()).isEqualTo("abc".getBytes(StandardCharsets.UTF_8));
    assertThat(page.last()).isFalse();
    assertThat(taken()).isEqualTo("none");
    assertThat(line.pages()).isEqualTo(1);
  }

  @Test
  void aPageEndsWithEnoughRows() {
    add(false, "a", PageLine.ENOUGH_ROWS - 1);
    assertThat(taken()).isEqualTo("none");
    add(false, "b", 1);
    add(false, "c", 3);
    assertThat(taken()).isEqualTo("ab " + PageLine.ENOUGH_ROWS);
    assertThat(taken()).isEqualTo("none");
    assertThat(line.isFull(4)).isFalse();
  }

  @Test
  void aPartAndTheLastOneOfItsBatchMayBeThereTogether() {
    PageQueue.Place<String> parts = line.add(true);
    line.put(parts, outcome(false, "a", 2), false);
    line.put(parts, outcome(false, "b", 1), true);
    assertThat(line.pages()).isEqualTo(2);
    assertThat(taken()).isEqualTo("a 2");
    assertThat(taken()).isEqualTo("b 1");
    assertThat(taken()).isEqualTo("none");
  }

  @Test
  void aPageEndsWithAPartAndWithTheLastBatch() {
    add(false, "a", 1);
    PageQueue.Place<String> parts = line.add(false);
    line.put(parts, outcome(false, "b", 2), false);
    assertThat(taken()).isEqualTo("ab 3");
    assertThat(taken()).isEqualTo("none");
    line.put(parts, outcome(false, "c", 2), true);
    line.put(line.add(false), outcome(true, "d", 1), true);
    assertThat(line.isPageThere()).isTrue();
    assertThat(line.take().last()).isTrue();
  }

  @Test
  void aLineOfManyBatchesOrRowsIsFull() {
    for (int i = 0; i < PageLine.MOST_BATCHES; i++) {
      assertThat(line.isFull(4)).isFalse();
      add(false, "a", 0);
    }
    assertThat(line.isFull(4)).isTrue();
    line.clear();
    for (int i = 0; i < 4; i++) {
      assertThat(line.isFull(4)).isFalse();
      add(true, "a", PageLine.ENOUGH_ROWS);
    }
    assertThat(line.isFull(4)).isTrue();
    taken();
    assertThat(line.isFull(4)).isFalse();
  }

  @Test
  void withOneBatchAtATimeNothingIsBegunBeforeItsPageWasFetched() {
    assertThat(PageQueue.Sizes.of(1).endsPage()).isTrue();
    add(true, "a", 0);
    assertThat(line.isFull(1)).isTrue();
    taken();
    assertThat(line.isFull(1)).isFalse();
  }

  @Test
  void theNumbersOfBatchesDouble() {
    PageQueue.Sizes sizes = PageQueue.Sizes.of(4);
    List<Integer> pages = new ArrayList<>();
    for (int i = 1; i <= 31; i++) {
      if (sizes.endsPage()) {
        pages.add(i);
      }
    }
    assertThat(pages).containsExactly(1, 3, 7, 15, 23, 31);
  }

  /** Each party computes the batches in an order of its own. */
  @Test
  void thePagesAreTheSameInWhateverOrderTheBatchesAreComputed() {
    long seed = Long.getLong("dartagnan.seed", new Random().nextLong());
    System.out.println("PageLineTest: -Ddartagnan.seed=" + seed);
    Random random = new Random(seed);
    for (int trial = 0; trial < 200; trial++) {
      int batches = 1 + random.nextInt(PageLine.MOST_BATCHES);
      List<Integer> rows = random.ints(batches, 0, 700).boxed().toList();
      List<Boolean> ends = rows.stream().map(any -> random.nextInt(4) == 0).toList();
      assertThat(pages(rows, ends, new Random(random.nextLong())))
          .isEqualTo(pages(rows, ends, new Random(random.nextLong())));
    }
  }

  private static List<String> pages(List<Integer> rows, List<Boolean> ends, Random random) {
    PageLine<String> line = new PageLine<>();
    List<PageQueue.Place<String>> places = ends.stream().map(line::add).toList();
    List<Integer> order = new ArrayList<>(IntStream.range(0, rows.size()).boxed().toList());
    Collections.shuffle(order, random);
    List<String> pages = new ArrayList<>();
    for (int batch : order) {
      line.put(
          places.get(batch), outcome(batch == rows.size() - 1, "" + batch, rows.get(batch)), true);
      while (line.isPageThere() && random.nextBoolean()) {
        pages.add(String.join(" ", line.take().rows()));
      }
    }
    while (line.isPageThere()) {
      pages.add(String.join(" ", line.take().rows()));
    }
    return pages;
  }
}
