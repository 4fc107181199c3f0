package io.dartagnan.cli.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.cli.cloud.CloudsOption.CloudWatch;
import io.dartagnan.cli.terminal.CommandException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CloudWatchTest {

  private static final Optional<String> SILENT = Optional.of("cloud 1 does not answer");
  private static final Optional<String> ALL_ANSWER = Optional.empty();

  private final CountDownLatch never = new CountDownLatch(1);

  private static CloudWatch asking(Supplier<Optional<String>> silence) {
    return new CloudWatch(silence, Duration.ofMillis(5), Duration.ofMillis(1));
  }

  /** Of a task that has failed before the first question. */
  private static CloudWatch failing(Supplier<Optional<String>> silence) {
    return new CloudWatch(silence, Duration.ofMinutes(1), Duration.ofMinutes(1));
  }

  private String awaitForever() throws IOException {
    try {
      never.await();
      return "done";
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("given up").initCause(e);
    }
  }

  @Test
  void aTaskThatWaitsForASilentCloudIsGivenUp() {
    assertThatThrownBy(() -> asking(() -> SILENT).during(this::awaitForever))
        .isInstanceOf(CommandException.class)
        .hasMessage("cloud 1 does not answer");
  }

  @Test
  void onePauseOfACloudEndsNothing() throws IOException {
    Iterator<Optional<String>> answers = List.of(SILENT, ALL_ANSWER, SILENT, ALL_ANSWER).iterator();
    CloudWatch watch =
        asking(
            () -> {
              Optional<String> answer = answers.hasNext() ? answers.next() : ALL_ANSWER;
              if (!answers.hasNext()) {
                never.countDown();
              }
              return answer;
            });

    assertThat(watch.during(this::awaitForever)).isEqualTo("done");
  }

  @Test
  void aFailureIsExplainedByTheCloudThatDoesNotAnswer() {
    IOException failure = new IOException("Failed 250 actions: IOException: 250 times");

    assertThatThrownBy(
            () ->
                failing(() -> SILENT)
                    .during(
                        () -> {
                          throw failure;
                        }))
        .isInstanceOf(CommandException.class)
        .hasMessage("cloud 1 does not answer")
        .hasCause(failure);
  }

  @Test
  void aFailureWhileAllAnswerStaysWhatItIs() {
    IOException failure = new IOException("no space");
    CommandException own = new CommandException("there is no table t");

    assertThatThrownBy(
            () ->
                failing(() -> ALL_ANSWER)
                    .during(
                        () -> {
                          throw failure;
                        }))
        .isSameAs(failure);
    assertThatThrownBy(
            () ->
                failing(() -> SILENT)
                    .during(
                        () -> {
                          throw own;
                        }))
        .isSameAs(own);
  }
}
