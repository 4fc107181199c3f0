package io.dartagnan.client.admin;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableNotDisabledException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.snapshot.SnapshotDoesNotExistException;

/**
 * A change that is made on all three clouds. One that ended half-way is finished by making it
 * again: clouds where it is done say so, and that is no failure as long as it is not done on all.
 */
final class RepeatableChange {

  /** Exceptions by which a cloud says that a change is already made there. */
  private static final Map<String, Set<Class<? extends Exception>>> DONE_BEFORE =
      Map.of(
          "deleteTable", Set.of(TableNotFoundException.class),
          "disableTable", Set.of(TableNotEnabledException.class, TableNotFoundException.class),
          "enableTable", Set.of(TableNotDisabledException.class),
          "createNamespace", Set.of(NamespaceExistException.class),
          "deleteNamespace", Set.of(NamespaceNotFoundException.class),
          "deleteSnapshot", Set.of(SnapshotDoesNotExistException.class));

  private static final String AGAIN =
      "call %s again to finish it, which leaves alone what is done already";

  private static final Map<String, String> REMEDY =
      Map.of(
          "disableTable", AGAIN + ", or enableTable to undo it",
          "enableTable", AGAIN + ", or disableTable to undo it",
          "createNamespace", AGAIN + ", or deleteNamespace to undo it",
          "truncateTable", "to finish it, call disableTable and then %s again");

  private final CloudAdmins admins;

  RepeatableChange(CloudAdmins admins) {
    this.admins = admins;
  }

  /**
   * Makes the change.
   *
   * @return what each cloud returned, in order of party; null where it was made before
   * @throws IOException naming the clouds on which it was not made, those on which it was, and how
   *     to go on
   */
  List<Object> make(AdminCall call) throws IOException {
    List<CloudOutcome<Object>> outcomes = admins.change(call);
    boolean done =
        outcomes.stream().anyMatch(outcome -> !outcome.failed())
            || isHalfDone(call.name(), outcomes.stream().map(CloudOutcome::failure).toList());
    List<CloudOutcome<Object>> judged = new ArrayList<>(outcomes.size());
    for (CloudOutcome<Object> outcome : outcomes) {
      judged.add(
          done && outcome.failed() && isDoneBefore(call.name(), outcome.failure())
              ? new CloudOutcome<>(outcome.cloud(), null, null)
              : outcome);
    }
    try {
      return CloudFailures.values(judged);
    } catch (IOException e) {
      throw CloudFailures.withFate(e, fate(call.name(), judged));
    }
  }

  private static String fate(String method, List<CloudOutcome<Object>> judged) {
    List<Party> made =
        judged.stream().filter(outcome -> !outcome.failed()).map(CloudOutcome::cloud).toList();
    return made.isEmpty()
        ? ""
        : "%s is done on %s alone; %s"
            .formatted(method, clouds(made), REMEDY.getOrDefault(method, AGAIN).formatted(method));
  }

  /** The clouds' names, as messages give them. */
  static String clouds(List<Party> clouds) {
    return clouds.stream()
        .map(cloud -> "cloud " + cloud.index())
        .collect(Collectors.joining(" and "));
  }

  /**
   * True if a failure on one cloud only says that the change, which another cloud has just made,
   * had been made there before.
   */
  static boolean isDoneBefore(String method, Throwable failure) {
    return DONE_BEFORE.getOrDefault(method, Set.of()).contains(failure.getClass());
  }

  /**
   * True if all clouds say that the change was made there before, and not all alike: an earlier
   * attempt at this change, or at one after it, ended half-way.
   */
  static boolean isHalfDone(String method, List<? extends Throwable> failures) {
    return failures.stream().allMatch(failure -> failure != null && isDoneBefore(method, failure))
        && failures.stream().map(Object::getClass).distinct().count() > 1;
  }
}
