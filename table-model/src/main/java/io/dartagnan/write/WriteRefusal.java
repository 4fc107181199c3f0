package io.dartagnan.write;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refusal of one mutation by a cloud, which the client mends by sending the mutation again in
 * another form. HBase carries it as the message of an exception; nothing of the mutation was done.
 *
 * @param reason what was wrong with it
 * @param newest the newest stamp that the row, or one that shares its place in the cloud's memory,
 *     was written with; a stamp above it is accepted, unless the clock forbids it. 0 where the
 *     reason is another
 * @param clock the cloud's wall clock, in milliseconds
 */
public record WriteRefusal(Reason reason, long newest, long clock) {

  /** Reasons for which a mutation is refused. */
  public enum Reason {
    /** Another writer's write, which this one would be hidden by or would hide, came before it. */
    NOT_NEWER,
    /** The stamp is further behind the cloud's clock than a write may take. */
    TOO_OLD,
    /** The stamp is further ahead of the cloud's clock than clocks may differ. */
    TOO_NEW,
    /** The row is no longer what the writer read, and its write depends on that. */
    CONDITION,
    /** The table's schema is another than the one by which the mutation was split. */
    SCHEMA
  }

  private static final Pattern MESSAGE =
      Pattern.compile("d'Artagnan refused a write: ([A-Z_]+), newest (-?\\d+), clock (-?\\d+)");

  /** The message of the exception that carries it. */
  public String message() {
    return "d'Artagnan refused a write: %s, newest %d, clock %d".formatted(reason, newest, clock);
  }

  /** The refusal that an exception, or one of its causes, carries. */
  public static Optional<WriteRefusal> in(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      Matcher matcher = MESSAGE.matcher(String.valueOf(cause.getMessage()));
      if (matcher.find()) {
        try {
          return Optional.of(
              new WriteRefusal(
                  Reason.valueOf(matcher.group(1)),
                  Long.parseLong(matcher.group(2)),
                  Long.parseLong(matcher.group(3))));
        } catch (IllegalArgumentException e) {
          // A later release's: the caller shows the message as it is.
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }
}
