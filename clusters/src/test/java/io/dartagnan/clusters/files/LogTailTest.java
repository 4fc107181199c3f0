package io.dartagnan.clusters.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the end of a log. */
class LogTailTest {
  @TempDir Path folder;

  @Test
  void whatAnEarlierRunLoggedIsNotTheCause() throws Exception {
    Path log = log("Caused by: java.io.IOException: old\n");
    LogTail tail = LogTail.fromNow(log);

    assertThat(tail.cause()).isEmpty();
    Files.writeString(log, "fresh\n", StandardOpenOption.APPEND);
    assertThat(tail.cause()).isEqualTo("fresh");
    assertThat(tail.lines(5)).containsExactly("fresh");
  }

  @Test
  void aLogThatIsNotThereIsEmpty() {
    assertThat(LogTail.of(folder.resolve("none")).lines(10)).isEmpty();
  }

  @Test
  void whatIsWrittenWhileItIsFollowedIsHandedOnLineByLine() throws Exception {
    Path log = log("before\n");
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread follower = new Thread(() -> LogTail.of(log).follow(lines::add), "follow");
    follower.setDaemon(true);
    follower.start();
    try {
      // Until it follows, what is written is not handed on.
      await()
          .until(
              () -> {
                Files.writeString(log, "after\n", StandardOpenOption.APPEND);
                return lines.poll(300, TimeUnit.MILLISECONDS);
              },
              "after"::equals);
      Files.writeString(log, "in two ", StandardOpenOption.APPEND);
      Files.writeString(log, "parts\n", StandardOpenOption.APPEND);
      await().until(() -> lines.poll(), "in two parts"::equals);
      assertThat(lines).doesNotContain("before");
    } finally {
      follower.interrupt();
    }
  }

  private Path log(String content) throws Exception {
    return Files.writeString(folder.resolve("x.log"), content);
  }
}
