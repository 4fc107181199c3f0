package io.dartagnan.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dartagnan.mesh.faults.Storm;
import io.dartagnan.mpc.Party;
import io.dartagnan.mpc.harness.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many sessions of mixed sizes for minutes, in a {@link Storm}: each finishes with every byte right
 * or ends with an error that names a party; afterwards nothing is left and new sessions work. Not
 * one of the build's tests: the profile {@code soak} runs it, {@code -Dsoak.minutes=N} says for how
 * long.
 */
@ExtendWith(NoLeaks.class)
class MeshSoak {
  private static final Duration LENGTH = Duration.ofMinutes(Integer.getInteger("soak.minutes", 5));
  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final int AT_A_TIME = 64;
  private static final int LONGEST = 1 << 20;

  private final Random random = Seed.random(this);
  private final Semaphore room = new Semaphore(AT_A_TIME);
  private final AtomicLong finished = new AtomicLong();
  private final Map<String, AtomicLong> failed = new ConcurrentSkipListMap<>();
  private final AtomicReference<Throwable> defect = new AtomicReference<>();

  @Test
  void everySessionFinishesOrNamesWhoFailed(@TempDir Path folder) throws Exception {
    TestCertificates certificates = TestCertificates.in(folder);
    try (ThreeMeshes three =
            ThreeMeshes.startThroughRelays(
                certificates, TIMEOUT, settings -> settings, random.nextLong());
        Dialogues dialogues = new Dialogues(three)) {
      Storm storm = Storm.begin(List.copyOf(three.relays()), random.nextLong());
      try {
        long start = System.nanoTime();
        for (long minute = 1; minute <= LENGTH.toMinutes(); minute++) {
          talkUntil(start + TimeUnit.MINUTES.toNanos(minute), dialogues);
          System.out.println(report(minute, three));
        }
      } finally {
        storm.close();
      }
      assertThat(room.tryAcquire(AT_A_TIME, DEADLINE.toSeconds(), TimeUnit.SECONDS))
          .as("every session has ended")
          .isTrue();
      rethrow();
      assertThat(finished.get()).as("sessions that finished").isPositive();
      await("new sessions work").atMost(DEADLINE).until(() -> dialogues.hold(next()).isComplete());
      for (int i = 0; i < 20; i++) {
        dialogues.hold(next()).assertComplete();
      }
      for (Party party : Party.ALL) {
        MeshMetrics metrics = three.mesh(party).metrics();
        assertThat(metrics.sessionsOpen()).isZero();
        await("%s holds nothing".formatted(party))
            .atMost(DEADLINE)
            .until(
                () ->
                    metrics.unreadBytes(party.next()) == 0
                        && metrics.unreadBytes(party.prev()) == 0);
      }
    }
  }

  private void talkUntil(long end, Dialogues dialogues) throws InterruptedException {
    while (System.nanoTime() < end && defect.get() == null) {
      if (room.tryAcquire(100, TimeUnit.MILLISECONDS)) {
        dialogues
            .begin(next())
            .whenComplete(
                (outcome, broken) -> {
                  room.release();
                  note(outcome, broken);
                });
      }
    }
    rethrow();
  }

  private Dialogue next() {
    int streams = 1 + random.nextInt(4);
    return Dialogue.of(streams, random.nextInt(20), LONGEST, random.nextLong());
  }

  private void note(Outcome outcome, Throwable broken) {
    try {
      if (broken != null) {
        throw new AssertionError(broken);
      }
      outcome.assertNamed();
      if (outcome.isComplete()) {
        finished.incrementAndGet();
      } else {
        String reason = outcome.failures().values().iterator().next().getMessage();
        String kind = reason.replaceAll("\\d+", "#").replaceAll(".*: (?=.{12})", "");
        failed.computeIfAbsent(kind, first -> new AtomicLong()).incrementAndGet();
      }
    } catch (AssertionError e) {
      defect.compareAndSet(null, e);
    }
  }

  private void rethrow() {
    if (defect.get() != null) {
      throw new AssertionError(defect.get());
    }
  }

  private String report(long minute, ThreeMeshes three) {
    long received = 0;
    long mostUnread = 0;
    for (Party party : Party.ALL) {
      MeshMetrics metrics = three.mesh(party).metrics();
      received += metrics.bytesReceived();
      for (Party peer : new Party[] {party.next(), party.prev()}) {
        mostUnread = Math.max(mostUnread, metrics.mostUnreadBytes(peer));
      }
    }
    return String.format(
        Locale.ROOT,
        "minute=%d finished=%d failed=%d received_mb=%d most_unread_mb=%.1f reasons=%s",
        minute,
        finished.get(),
        failed.values().stream().mapToLong(AtomicLong::get).sum(),
        received >> 20,
        mostUnread / 1048576.0,
        failed);
  }
}
