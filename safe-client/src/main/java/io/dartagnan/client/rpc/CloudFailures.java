package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Constructor;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;

/**
 * Failures of single clouds, combined into one exception of the type that HBase itself throws,
 * whose message names the clouds.
 *
 * <p>When all three clouds refuse with the same words, such as that a table does not exist, it is
 * not a cloud that failed: that is the answer, and it is thrown as it is.
 */
public final class CloudFailures {
  /** The beginning of a line of a stack trace. */
  private static final Pattern STACK =
      Pattern.compile("\\s+(at |\\.\\.\\. |Suppressed: |Caused by: )|Caused by: ");

  private static final Pattern ZOOKEEPER_TIMEOUT =
      Pattern.compile("Zookeeper \\w+ could not be completed in");

  private CloudFailures() {}

  /** Returns the three values, or throws an exception if there are fewer. */
  public static <T> List<T> values(List<CloudOutcome<T>> outcomes) throws IOException {
    List<CloudOutcome<?>> failed = failed(outcomes);
    if (!failed.isEmpty()) {
      IOException combined = rebuild(failed.get(0).failure(), message(failed));
      failed.subList(1, failed.size()).forEach(other -> combined.addSuppressed(other.failure()));
      throw combined;
    }
    List<T> values = new ArrayList<>(outcomes.size());
    outcomes.forEach(outcome -> values.add(outcome.value()));
    return values;
  }

  /** Returns the same failure with a sentence about what became of things, unless that is empty. */
  public static IOException withFate(IOException failure, String fate) {
    return fate.isEmpty() ? failure : rebuild(failure, failure.getMessage() + "; " + fate);
  }

  /** Returns those that failed; throws at once what is a defect, or the one answer of all three. */
  public static List<CloudOutcome<?>> failed(List<? extends CloudOutcome<?>> outcomes)
      throws IOException {
    List<CloudOutcome<?>> failed = new ArrayList<>();
    for (CloudOutcome<?> outcome : outcomes) {
      if (outcome.failure() instanceof Error error) {
        throw error;
      }
      if (outcome.failed()) {
        failed.add(outcome);
      }
    }
    if (failed.size() == outcomes.size() && isOneAnswer(failed)) {
      if (failed.get(0).failure() instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      throw (IOException) failed.get(0).failure();
    }
    return failed;
  }

  /**
   * Returns whether a failure is what a cloud that is up has to say, or a defect; if not, the cloud
   * cannot be reached or says nothing.
   */
  public static boolean isAnswer(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (isSilenceOfZooKeeper(cause)) {
        return false;
      }
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RetriesExhaustedWithDetailsException several
          && several.getCauses() != null) {
        return several.getCauses().stream().anyMatch(CloudFailures::isAnswer);
      }
      if (cause instanceof DoNotRetryIOException
          || cause instanceof RuntimeException
          || cause instanceof Error) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether it is one. HBase's client says it with the type of an answer that is not to be
   * asked for again.
   */
  private static boolean isSilenceOfZooKeeper(Throwable failure) {
    return failure instanceof DoNotRetryIOException
        && failure.getMessage() != null
        && ZOOKEEPER_TIMEOUT.matcher(failure.getMessage()).find();
  }

  /** Returns the failure of a cloud that says nothing. */
  public static CallTimeoutException silent(Party cloud, long withinMs) {
    return new CallTimeoutException(
        "no answer within %d ms; see whether it is up and whether dartagnan.party.%d.%s is where"
                .formatted(withinMs, cloud.index(), HConstants.ZOOKEEPER_QUORUM)
            + " it is");
  }

  /** Returns whether a failure says that a thread was interrupted, and not that time was over. */
  public static boolean isInterrupt(Throwable failure) {
    return failure instanceof InterruptedIOException
        && !(failure instanceof SocketTimeoutException);
  }

  /** Makes the exception of a thread that was interrupted, and keeps it interrupted. */
  public static InterruptedIOException interrupted(String message, InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException interrupted = new InterruptedIOException(message);
    interrupted.initCause(cause);
    return interrupted;
  }

  /**
   * Returns one cloud's failure with the cloud's name, of the same type where that type allows it.
   */
  public static IOException naming(Party cloud, Throwable failure) {
    return rebuild(failure, message(cloud, failure));
  }

  private static boolean isOneAnswer(List<CloudOutcome<?>> failed) {
    Throwable first = failed.get(0).failure();
    return (first instanceof DoNotRetryIOException || first instanceof RuntimeException)
        && failed.stream()
            .allMatch(
                outcome ->
                    outcome.failure().getClass() == first.getClass()
                        && reason(outcome.failure()).equals(reason(first)));
  }

  private static String message(List<CloudOutcome<?>> failed) {
    List<String> parts = new ArrayList<>(failed.size());
    failed.forEach(outcome -> parts.add(message(outcome.cloud(), outcome.failure())));
    return String.join("; ", parts);
  }

  private static String message(Party cloud, Throwable failure) {
    return "cloud " + cloud.index() + " failed: " + reason(failure);
  }

  /**
   * Returns the first line, since after it the message of a remote exception holds the server's
   * stack; and where that line announces a list of attempts, the last of them, without its stack.
   */
  private static String reason(Throwable failure) {
    String message = failure.getMessage();
    if (message == null || message.isBlank()) {
      return failure.getClass().getSimpleName();
    }
    List<String> lines = message.strip().lines().toList();
    String first = lines.get(0);
    return first.endsWith(":") ? first + " " + lastAttempt(lines) : first;
  }

  private static String lastAttempt(List<String> lines) {
    String last = "";
    for (String line : lines.subList(1, lines.size())) {
      if (!line.isBlank() && !STACK.matcher(line).lookingAt()) {
        last = line.strip();
      }
    }
    return last;
  }

  private static IOException rebuild(Throwable failure, String message) {
    if (!(failure instanceof IOException io)) {
      return new IOException(message, failure);
    }
    IOException rebuilt = ofSameType(io, message);
    if (rebuilt != null) {
      return rebuilt;
    }
    return io instanceof DoNotRetryIOException
        ? new DoNotRetryIOException(message, io)
        : new RetriesExhaustedException(message, io);
  }

  private static IOException ofSameType(IOException failure, String message) {
    Class<? extends IOException> type = failure.getClass();
    for (Class<?> second : List.of(Throwable.class, IOException.class, Exception.class)) {
      IOException rebuilt = construct(type, List.of(String.class, second), message, failure);
      if (rebuilt != null) {
        return rebuilt;
      }
    }
    IOException rebuilt = construct(type, List.of(String.class), message);
    if (rebuilt != null && rebuilt.getCause() == null) {
      rebuilt.initCause(failure);
    }
    return rebuilt;
  }

  private static IOException construct(
      Class<? extends IOException> type, List<Class<?>> parameters, Object... arguments) {
    try {
      Constructor<? extends IOException> constructor =
          type.getConstructor(parameters.toArray(Class<?>[]::new));
      IOException rebuilt = constructor.newInstance(arguments);
      // A constructor may take its string for something else than the message.
      return Objects.toString(rebuilt.getMessage(), "").contains((String) arguments[0])
          ? rebuilt
          : null;
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }
}
