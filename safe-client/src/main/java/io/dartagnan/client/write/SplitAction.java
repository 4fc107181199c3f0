package io.dartagnan.client.write;

import io.dartagnan.client.rpc.CloudFailures;
import io.dartagnan.client.rpc.CloudOutcome;
import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import io.dartagnan.write.WriteRefusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;

/**
 * An action of a batch, or several that are joined: what each cloud is sent for it, and what each
 * replied.
 */
final class SplitAction {

  /**
   * A cloud's reply.
   *
   * @param result null if it failed
   * @param failure null if it did not
   * @param server that failed; null if not known
   * @param known whether the failure is the cloud's word on this action, and not that on a whole
   *     batch, or that nothing was heard of it
   * @param absent whether the cloud surely does not have it, and does not get it any more
   */
  record Reply(Result result, Throwable failure, String server, boolean known, boolean absent) {
    static final Reply NONE = new Reply(null, null, null, false);

    /** Nothing was sent to it, since another cloud was silent. */
    static final Reply UNSENT =
        new Reply(
            null,
            new IOException("nothing was sent to it, since another cloud did not answer"),
            null,
            true,
            true);

    /**
     * A failure. A write that was refused for another reason than its stamp was not done; a refusal
     * of its stamp may be that of HBase's second attempt, after a first whose answer was lost.
     */
    Reply(Result result, Throwable failure, String server, boolean known) {
      this(
          result,
          failure,
          server,
          known,
          known
              && (failure instanceof DoNotRetryIOException
                  || failure instanceof IllegalArgumentException)
              && CloudFailures.isAnswer(failure)
              && WriteRefusal.in(failure).isEmpty());
    }

    static Reply done(Result result) {
      return new Reply(result, null, null, true);
    }

    boolean isDone() {
      return result != null;
    }

    Optional<WriteRefusal> refusal() {
      return failure == null ? Optional.empty() : WriteRefusal.in(failure);
    }

    /** The same reply of a cloud that has said, when asked, that it does not have the write. */
    Reply thatIsAbsent() {
      return new Reply(null, failure, server, known, true);
    }

    /** Whether nothing was heard of the cloud. */
    boolean isSilent() {
      return failure != null && !CloudFailures.isAnswer(failure);
    }
  }

  private final Row outer;
  private final Get get;
  private final List<Integer> places;
  private SplitWrite write;
  private final Map<Party, Reply> replies = new EnumMap<>(Party.class);

  private SplitAction(
      Row outer, Get get, SplitWrite write, List<Integer> places, Placement placement) {
    this.outer = outer;
    this.get = get;
    this.places = places;
    this.write = write;
    placement.clouds().forEach(cloud -> replies.put(cloud, Reply.NONE));
  }

  static SplitAction of(Get outer, Get each, List<Integer> places, Placement placement) {
    return new SplitAction(outer, each, null, places, placement);
  }

  static SplitAction of(SplitWrite write, List<Integer> places, Placement placement) {
    return new SplitAction(write.outer(), null, write, places, placement);
  }

  /** A write that failed. A cloud that neither has it nor may have it surely does not get it. */
  static SplitAction of(SplitWrite write, Collection<Party> having, Collection<Party> maybe) {
    SplitAction action = new SplitAction(write.outer(), null, write, List.of(), write.placement());
    action.replies.replaceAll(
        (cloud, reply) ->
            having.contains(cloud)
                ? Reply.done(Result.EMPTY_RESULT)
                : maybe.contains(cloud) ? Reply.NONE : Reply.UNSENT);
    return action;
  }

  /** The application's action; of several that are joined, one that does the same. */
  Row outer() {
    return outer;
  }

  /** The places of the application's actions in the batch. */
  List<Integer> places() {
    return places;
  }

  /** The write; null if it is a get. */
  SplitWrite write() {
    return write;
  }

  boolean isWrite() {
    return write != null;
  }

  Row request(Party cloud) {
    return isWrite() ? write.on(cloud) : get;
  }

  Reply reply(Party cloud) {
    return replies.get(cloud);
  }

  void reply(Party cloud, Reply reply) {
    replies.put(cloud, reply);
  }

  /** Notes that nothing is sent to a cloud; what it replied to an earlier attempt stays. */
  void doNotSend(Party cloud) {
    if (reply(cloud) == Reply.NONE) {
      reply(cloud, Reply.UNSENT);
    }
  }

  /** Puts another write in the place of this one, which no cloud has replied to. */
  void restart(SplitWrite another) {
    write = another;
    replies.replaceAll((cloud, reply) -> Reply.NONE);
  }

  boolean isDone() {
    for (Reply reply : replies.values()) {
      if (!reply.isDone()) {
        return false;
      }
    }
    return true;
  }

  /** Whether it is a write, and a cloud did not answer. */
  boolean isUnanswered() {
    return isWrite() && !clouds(Reply::isSilent).isEmpty();
  }

  /** Whether it is a write that failed, and that all three clouds may have all the same. */
  boolean mayBeComplete() {
    return isWrite() && !isDone() && clouds(Reply::absent).isEmpty();
  }

  /** The clouds that it is for. */
  Set<Party> clouds() {
    return replies.keySet();
  }

  /** The clouds that replied so. */
  List<Party> clouds(Predicate<Reply> replied) {
    return clouds().stream().filter(cloud -> replied.test(reply(cloud))).toList();
  }

  /** The replies as outcomes of calls. */
  List<CloudOutcome<Result>> outcomes() {
    List<CloudOutcome<Result>> outcomes = new ArrayList<>();
    replies.forEach(
        (cloud, reply) -> outcomes.add(new CloudOutcome<>(cloud, reply.result(), failure(cloud))));
    return outcomes;
  }

  /** Failure of a cloud; null if there is none, or if it got nothing because another one failed. */
  Throwable failure(Party cloud) {
    boolean isTold =
        reply(cloud) != Reply.UNSENT
            || clouds(reply -> reply.failure() != null && reply != Reply.UNSENT).isEmpty();
    return isTold ? reply(cloud).failure() : null;
  }

  /** What the first cloud that failed said; null if none did. */
  Throwable firstFailure() {
    for (Party cloud : clouds()) {
      if (failure(cloud) != null) {
        return CloudFailures.naming(cloud, failure(cloud));
      }
    }
    return null;
  }
}
