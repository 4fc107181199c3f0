package io.dartagnan.client.aggregate;

import io.dartagnan.client.filter.RowInterval;
import io.dartagnan.client.filter.WhereClause;
import io.dartagnan.client.rpc.IOFunction;
import io.dartagnan.client.rpc.IOSupplier;
import io.dartagnan.client.scan.QuestionGroup;
import io.dartagnan.client.scan.QuestionGroup.Joint;
import io.dartagnan.client.scan.QuestionGroup.Member;
import io.dartagnan.wire.CloudDeviationException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collections;
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
      QuestionGroup<IOSupplier<Long>> group,
      RowInterval rows,
      WhereClause where,
      int mostTogether,
      IOFunction<Joint, Answer> clouds)
      throws IOException {
    Member<IOSupplier<Long>> own = new Member<>(where, rows, mostTogether);
    Optional<IOSupplier<Long>> told = group.enter(own);
    if (told.isPresent()) {
      return told.get().get();
    }
    List<Member<IOSupplier<Long>>> led = group.led(own);
    List<IOSupplier<Long>> numbers = led.isEmpty() ? List.of() : askForAll(group, led, clouds);
    return numbers.isEmpty() ? ask(group, List.of(own), clouds).get(0) : numbers.get(0).get();
  }

  /** Returns what the counts that one leads are told; nothing if each is to be asked alone. */
  private static List<IOSupplier<Long>> askForAll(
      QuestionGroup<IOSupplier<Long>> group,
      List<Member<IOSupplier<Long>>> led,
      IOFunction<Joint, Answer> clouds)
      throws IOException {
    List<IOSupplier<Long>> told = List.of();
    try {
      told = ask(group, led, clouds).stream().map(GroupedCounts::told).toList();
    } catch (IOException e) {
      if (led.size() == 1 || e instanceof InterruptedIOException) {
        throw e;
      }
      if (e instanceof CloudDeviationException deviation) {
        // The cloud gets no other try, at any of them.
        told = Collections.nCopies(led.size(), told(deviation));
        throw e;
      }
      // A cloud of an earlier release does not know such a question either.
      LOG.debug("{} counts are put one by one", led.size(), e);
      group.keepApart();
    } finally {
      group.end(led, told);
    }
    return told;
  }

  private static IOSupplier<Long> told(long number) {
    return () -> number;
  }

  private static IOSupplier<Long> told(CloudDeviationException deviation) {
    return () -> {
      throw new CloudDeviationException(deviation.getMessage(), deviation);
    };
  }

  private static List<Long> ask(
      QuestionGroup<IOSupplier<Long>> group,
      List<Member<IOSupplier<Long>>> asked,
      IOFunction<Joint, Answer> clouds)
      throws IOException {
    Joint joint = Joint.of(asked);
    Answer answer = clouds.apply(joint);
    group.judged(joint.rows().start(), answer.judgedRows());
    return answer.numbers();
  }
}
