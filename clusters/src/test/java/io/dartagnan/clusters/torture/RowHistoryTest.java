package io.dartagnan.clusters.torture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RowHistoryTest {
  private static final RowValues FIRST = values(1);
  private static final RowValues SECOND = values(2);

  private final Outages outages = new Outages();
  private final RowHistory history = new RowHistory(outages);

  private static RowValues values(long number) {
    return new RowValues(Map.of(Column.NUMBER, number, Column.OTHER, 7L));
  }

  @Test
  void aRowThatNobodyWroteIsAbsent() {
    assertThat(history.possible(0, 10)).containsExactly(RowValues.ABSENT);
    history.begin(new Change.Put(FIRST), 20);
    assertThat(history.possible(0, 10)).containsExactly(RowValues.ABSENT);
  }

  @Test
  void anAcknowledgedWriteCountsFromItsEndAndMayFromItsBegin() {
    history.begin(new Change.Put(FIRST), 10);
    assertThat(history.possible(5, 15)).containsExactlyInAnyOrder(RowValues.ABSENT, FIRST);
    history.acknowledge(20);
    assertThat(history.possible(15, 30)).containsExactlyInAnyOrder(RowValues.ABSENT, FIRST);
    assertThat(history.possible(21, 30)).containsExactly(FIRST);
  }

  @Test
  void allWritesFromTheFirstMomentToTheLastCount() {
    history.begin(new Change.Put(FIRST), 10);
    history.acknowledge(20);
    history.begin(new Change.Put(SECOND), 30);
    history.acknowledge(40);
    history.begin(new Change.ColumnDelete(Column.NUMBER), 50);
    history.acknowledge(60);
    history.begin(new Change.RowDelete(), 70);
    assertThat(history.possible(21, 29)).containsExactly(FIRST);
    assertThat(history.possible(25, 55))
        .containsExactlyInAnyOrder(FIRST, SECOND, SECOND.without(Column.NUMBER));
    assertThat(history.possible(61, 75))
        .containsExactlyInAnyOrder(SECOND.without(Column.NUMBER), RowValues.ABSENT);
  }

  private void putFleeting(RowValues values) {
    history.begin(new Change.Put(values, false), System.nanoTime());
    history.acknowledge(System.nanoTime());
  }

  private void kill() {
    outages.begin(true);
    outages.end();
  }

  private Set<RowValues> now() {
    return history.possible(System.nanoTime(), System.nanoTime());
  }

  @Test
  void whatIsNotDurableMayBeLostWhenACloudIsKilledAfterIt() {
    kill();
    putFleeting(FIRST);
    assertThat(now()).containsExactly(FIRST);
    outages.begin();
    outages.end();
    assertThat(now()).containsExactly(FIRST);
    kill();
    assertThat(now()).containsExactlyInAnyOrder(RowValues.ABSENT, FIRST);
    history.begin(new Change.ColumnDelete(Column.NUMBER), System.nanoTime());
    history.acknowledge(System.nanoTime());
    assertThat(now()).containsExactlyInAnyOrder(RowValues.ABSENT, FIRST.without(Column.NUMBER));
  }

  @Test
  void whatIsDurableEndsWhatIsNot() {
    putFleeting(FIRST);
    history.begin(new Change.Put(SECOND), System.nanoTime());
    outages.begin(true);
    assertThat(now()).containsExactlyInAnyOrder(RowValues.ABSENT, FIRST, SECOND);
    history.acknowledge(System.nanoTime());
    outages.end();
    assertThat(now()).containsExactly(SECOND);
    kill();
    assertThat(now()).containsExactly(SECOND);
  }

  @Test
  void aFailedWriteMayBeDoneUntilTheNextThatIsAcknowledged() {
    history.begin(new Change.Put(FIRST), 10);
    history.fail(20);
    assertThat(history.possible(90, 99)).containsExactlyInAnyOrder(RowValues.ABSENT, FIRST);
    history.begin(new Change.Put(SECOND), 100);
    history.acknowledge(110);
    assertThat(history.possible(111, 120)).containsExactly(SECOND);
  }
}
