package io.dartagnan.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CoalescedReadsTest {
  private static final RecordReader.LeasedRecord FOUND =
      RecordReader.LeasedRecord.readAt(System.nanoTime(), 60_000, DiscoveryContractTest.RS0);
  private static final int ASKERS = 8;

  private final ExecutorService threads = Executors.newFixedThreadPool(ASKERS);
  private final AtomicInteger asked = new AtomicInteger();
  private final Semaphore answers = new Semaphore(0);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private CoalescedReads reads(Callable<RecordReader.LeasedRecord> answer) {
    return new CoalescedReads(
        key -> {
          asked.incrementAndGet();
          try {
            if (!answers.tryAcquire(30, TimeUnit.SECONDS)) {
              throw new DiscoveryException("the test gave no answer");
            }
            return answer.call();
          } catch (DiscoveryException e) {
            throw e;
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private List<Future<RecordReader.LeasedRecord>> ask(CoalescedReads reads) {
    List<Future<RecordReader.LeasedRecord>> all = new ArrayList<>();
    for (int i = 0; i < ASKERS; i++) {
      all.add(threads.submit(() -> reads.ask("key")));
    }
    await("one asks").atMost(Duration.ofSeconds(30)).until(() -> asked.get() == 1);
    return all;
  }

  @Test
  void thoseWhoWantTheSameShareOneQuestion() throws Exception {
    List<Future<RecordReader.LeasedRecord>> all = ask(reads(() -> FOUND));
    awaitWaiting(ASKERS - 1);
    answers.release();
    for (Future<RecordReader.LeasedRecord> one : all) {
      assertThat(one.get(30, TimeUnit.SECONDS)).isSameAs(FOUND);
    }
    assertThat(asked).hasValue(1);
  }

  @Test
  void aFailureIsEverybodysAndIsNotKept() throws Exception {
    CoalescedReads reads =
        reads(
            () -> {
              throw new DiscoveryException("Redis is away");
            });
    List<Future<RecordReader.LeasedRecord>> all = ask(reads);
    awaitWaiting(ASKERS - 1);
    answers.release();
    for (Future<RecordReader.LeasedRecord> one : all) {
      assertThatThrownBy(() -> one.get(30, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseMessage("Redis is away");
    }
    assertThat(asked).hasValue(1);
    answers.release();
    assertThatThrownBy(() -> reads.ask("key")).hasMessage("Redis is away");
    assertThat(asked).hasValue(2);
  }

  @Test
  void whateverIsThrownTheNextQuestionIsAskedAnew() throws Exception {
    CoalescedReads reads =
        reads(
            () -> {
              if (asked.get() == 1) {
                throw new StackOverflowError("as the test wants it");
              }
              return FOUND;
            });
    answers.release(2);
    assertThatThrownBy(() -> reads.ask("key")).isInstanceOf(StackOverflowError.class);
    assertThat(reads.ask("key")).isSameAs(FOUND);
  }

  /** The question that was under way may have been put before the record was there. */
  @Test
  void aMissOfAnOlderQuestionIsAskedAgain() throws Exception {
    CoalescedReads reads = reads(() -> asked.get() == 1 ? null : FOUND);
    List<Future<RecordReader.LeasedRecord>> all = ask(reads);
    awaitWaiting(ASKERS - 1);
    answers.release(ASKERS);
    int misses = 0;
    for (Future<RecordReader.LeasedRecord> one : all) {
      misses += one.get(30, TimeUnit.SECONDS) == null ? 1 : 0;
    }
    assertThat(misses).as("only who put the first question").isEqualTo(1);
  }

  /** Those waiting for another's answer are parked in a future, the one who asks in a semaphore. */
  private static void awaitWaiting(int count) {
    await("the others wait for the answer")
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                Thread.getAllStackTraces().values().stream()
                        .filter(
                            stack ->
                                Arrays.stream(stack)
                                    .anyMatch(
                                        frame ->
                                            frame
                                                    .getClassName()
                                                    .equals(CoalescedReads.class.getName())
                                                && frame.getMethodName().equals("await")))
                        .count()
                    == count);
  }
}
