package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.CloudConsensus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.SnapshotDescription;

/** One answer to a question that the three clouds answer each for itself. */
final class CombinedAnswer {
  private final CloudAdmins admins;
  private final PassedCalls passed;

  CombinedAnswer(CloudAdmins admins, PassedCalls passed) {
    this.admins = admins;
    this.passed = passed;
  }

  /**
   * The answer that all three give; an exception that names the one that differs. Of tables that
   * one cloud has alone, and their snapshots, that cloud's answer is added.
   */
  Object same(AdminCall call) throws IOException {
    List<Object> answers = admins.ask(call);
    if (answers.get(0) instanceof TableName[]) {
      List<List<Object>> lists = answers.stream().map(each -> List.of((Object[]) each)).toList();
      return same(call, lists).toArray(TableName[]::new);
    }
    if (answers.get(0) instanceof List<?>) {
      return same(call, answers.stream().map(each -> List.<Object>copyOf((List<?>) each)).toList());
    }
    return CloudConsensus.on(call.toString(), answers, CombinedAnswer::comparable);
  }

  private List<Object> same(AdminCall call, List<List<Object>> lists) throws IOException {
    List<Object> same =
        new ArrayList<>(
            CloudConsensus.on(
                call.toString(),
                passed.ofAll(lists, CombinedAnswer::table),
                CombinedAnswer::comparable));
    same.addAll(passed.ofOne(lists, CombinedAnswer::table));
    return same;
  }

  /** The table that an element is, or is a snapshot of. */
  private static Optional<TableName> table(Object element) {
    if (element instanceof SnapshotDescription snapshot) {
      return Optional.ofNullable(snapshot.getTableName());
    }
    return element instanceof TableName table ? Optional.of(table) : Optional.empty();
  }

  /** Whether each cloud answers yes. */
  Object trueOnAll(AdminCall call) throws IOException {
    return admins.ask(call).stream().allMatch(Boolean.TRUE::equals);
  }

  /** The answer of the cloud that is furthest behind: the oldest time, the busiest state. */
  Object furthestBehind(AdminCall call) throws IOException {
    List<Object> answers = admins.ask(call);
    return answers.get(0) instanceof CompactionState
        ? busiest(answers.stream().map(CompactionState.class::cast).toList())
        : (Object) answers.stream().mapToLong(Long.class::cast).min().orElseThrow();
  }

  private static CompactionState busiest(List<CompactionState> states) {
    boolean minor =
        states.contains(CompactionState.MINOR) || states.contains(CompactionState.MAJOR_AND_MINOR);
    boolean major =
        states.contains(CompactionState.MAJOR) || states.contains(CompactionState.MAJOR_AND_MINOR);
    if (major) {
      return minor ? CompactionState.MAJOR_AND_MINOR : CompactionState.MAJOR;
    }
    return minor ? CompactionState.MINOR : CompactionState.NONE;
  }

  /** Lists and arrays are compared as sets: clusters may order them differently. */
  private static Object comparable(Object answer) {
    if (answer instanceof Object[] array) {
      return comparable(Arrays.asList(array));
    }
    if (answer instanceof Collection<?> list) {
      return new TreeSet<>(list.stream().map(CombinedAnswer::text).toList());
    }
    return text(answer);
  }

  /** Three snapshots of one name were taken at three moments. */
  private static String text(Object answer) {
    return answer instanceof SnapshotDescription snapshot
        ? "%s of %s".formatted(snapshot.getName(), snapshot.getTableNameAsString())
        : String.valueOf(answer);
  }
}
