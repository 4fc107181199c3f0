package io.dartagnan.client.aggregate;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.scan.QuestionGroup;
import io.dartagnan.client.scan.QuestionGroup.Joint;
import io.dartagnan.client.scan.QuestionGroup.Member;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts of rows that are put to the clouds as one question if they wait for each other ({@link
 * QuestionGroup}). The clouds learn that they are several, and of each what they learn of one.
 */
final class GroupedCounts {
  private static final Logger LOG = LoggerFactory.getLogger(GroupedCounts.class);

  private GroupedCounts() {}

  /**
   * The numbers of rows that satisfy each of some clauses.
   *
   * @param judgedRows how many rows were judged, matching or not
   */
  record Answer(List<Long> numbers, long judgedRows) {}

  /**
   * The number of rows that satisfy a clause.
   *
   * @param group of the counts over rows up to the same end
   * @param mostTogether how many may be put as one question; 1 for this one alone
   * @param clouds count the rows that satisfy each of some clauses
   */
  static long count(
      QuestionGroup<Long> group,
      RowInterval rows,
      WhereClause where,
      int mostTogether,
      IOFunction<Joint, Answer> clouds)
      throws IOException {
    Member<Long> own = new Member<>(where, rows, mostTogether);
    Optional<Long> told = group.enter(own);
    if (told.isPresent()) {
      return told.get();
    }
    List<Member<Long>> led = group.led(own);
    List<Long> numbers = led.isEmpty() ? List.of() : askForAll(group, led, clouds);
    return numbers.isEmpty() ? ask(group, List.of(own), clouds).get(0) : numbers.get(0);
  }

  /** Returns the numbers of the counts that one leads; none if each is to be asked alone. */
  private static List<Long> askForAll(
      QuestionGroup<Long> group, List<Member<Long>> led, IOFunction<Joint, Answer> clouds)
      throws IOException {
    List<Long> numbers = List.of();
    try {
      numbers = ask(group, led, clouds);
    } catch (IOException e) {
      if (led.size() == 1 || e instanceof InterruptedIOException) {
        throw e;
      }
      // A cloud of an earlier release does not know such a question either.
      LOG.debug("{} counts are put one by one", led.size(), e);
      group.keepApart();
    } finally {
      group.end(led, numbers);
    }
    return numbers;
  }

  private static List<Long> ask(
      QuestionGroup<Long> group, List<Member<Long>> asked, IOFunction<Joint, Answer> clouds)
      throws IOException {
    Joint joint = Joint.of(asked);
    Answer answer = clouds.apply(joint);
    group.judged(joint.rows().start(), answer.judgedRows());
    return answer.numbers();
  }
}
