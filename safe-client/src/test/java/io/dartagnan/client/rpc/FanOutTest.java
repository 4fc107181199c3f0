package io.dartagnan.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FanOutTest {
  private static final long MS = 30_000;
  private final FanOut fanOut = new FanOut(CloudThreads.create(3));

  @AfterEach
  void stop() {
    fanOut.close();
  }

  @Test
  void asksAllThreeAtOnceAndKeepsTheirOrder() throws IOException {
    CyclicBarrier together = new CyclicBarrier(3);

    assertThat(
            fanOut.call(
                MS,
                cloud -> {
                  together.await(30, TimeUnit.SECONDS);
                  return cloud.index();
                }))
        .containsExactly(0, 1, 2);
  }

  /** Each would have a thread that wakes ten times a second, and netty warns of more than 64. */
  @Test
  void anyNumberOfThemShareOneTimerUntilTheLastIsClosed() throws IOException {
    List<FanOut> many = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      FanOut each = new FanOut(CloudThreads.create(3));
      many.add(each);
      each.outcomesHere(MS, cloud -> null);
    }
    assertThat(timers()).isOne();
    many.subList(1, 70).forEach(FanOut::close);
    many.get(1).close();
    assertThat(timers()).isOne();
    many.get(0).outcomesHere(MS, cloud -> null);
    many.get(0).close();
    assertThatThrownBy(() -> many.get(0).outcomesHere(MS, cloud -> null))
        .isInstanceOf(IOException.class);
  }

  private static long timers() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("dartagnan-deadlines"))
        .count();
  }

  @Test
  void failureKeepsItsTypeAndNamesTheCloud() {
    assertThatThrownBy(() -> failing(null, new NotServingRegionException("moved"), null))
        .isExactlyInstanceOf(NotServingRegionException.class)
        .hasMessage("cloud 1 failed: moved");
    assertThatThrownBy(() -> failing(new RetriesExhaustedException("gone"), null, null))
        .isExactlyInstanceOf(RetriesExhaustedException.class)
        .hasMessage("cloud 0 failed: gone");
    assertThatThrownBy(() -> failing(null, null, new ConnectException("refused")))
        .isExactlyInstanceOf(ConnectException.class)
        .hasMessage("cloud 2 failed: refused")
        .hasRootCauseMessage("refused");
  }

  @Test
  void typeThatCannotBeRebuiltBecomesTheNearestOfHBase() {
    assertThatThrownBy(() -> failing(null, new Peculiar(1), null))
        .isExactlyInstanceOf(RetriesExhaustedException.class)
        .hasMessageContaining("cloud 1 failed: Peculiar");
    assertThatThrownBy(() -> failing(null, new PeculiarDoNotRetry(1), null))
        .isExactlyInstanceOf(DoNotRetryIOException.class)
        .hasMessageContaining("cloud 1 failed: PeculiarDoNotRetry");
    assertThatThrownBy(() -> failing(null, new IllegalStateException("odd"), null))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("cloud 1 failed: odd");
  }

  @Test
  void severalFailuresAreAllNamed() {
    assertThatThrownBy(() -> failing(new IOException("a"), null, new ConnectException("c")))
        .hasMessage("cloud 0 failed: a; cloud 2 failed: c");
  }

  @Test
  void oneAnswerOfAllThreeIsThrownAsItIs() {
    assertThatThrownBy(
            () ->
                failing(
                    new TableNotFoundException("t"),
                    new TableNotFoundException("t"),
                    new TableNotFoundException("t")))
        .isExactlyInstanceOf(TableNotFoundException.class)
        .hasMessage("t");
  }

  @Test
  void serverStackInAMessageIsLeftToTheCause() {
    assertThatThrownBy(() -> failing(null, new IOException("reason\n\tat a.b.C"), null))
        .hasMessage("cloud 1 failed: reason");
  }

  @Test
  void ofManyAttemptsTheLastIsTold() {
    RetriesExhaustedException failure =
        new RetriesExhaustedException("Failed after attempts=2, exceptions:\nfirst\nsecond\n\n");

    assertThatThrownBy(() -> failing(null, failure, null))
        .hasMessage("cloud 1 failed: Failed after attempts=2, exceptions: second");
  }

  @Test
  void ofAnAttemptThatFailedAtTheServerItsStackIsNotTold() {
    RetriesExhaustedException failure =
        new RetriesExhaustedException(
            """
            Failed after attempts=1, exceptions:
            now, caller, java.io.IOException: no mesh
            \tat org.example.Server.run(Server.java:1)
            Caused by: java.io.IOException: no mesh
            \t... 3 more

            """);

    assertThatThrownBy(() -> failing(null, failure, null))
        .hasMessage(
            "cloud 1 failed: Failed after attempts=1, exceptions: now, caller,"
                + " java.io.IOException: no mesh");
  }

  @Test
  void silentCloudIsNamedAfterTheDeadlineAndItsThreadInterrupted() throws Exception {
    CountDownLatch interrupted = new CountDownLatch(1);
    assertThatThrownBy(
            () ->
                fanOut.call(
                    50,
                    cloud -> {
                      if (cloud == Party.P2) {
                        try {
                          TimeUnit.SECONDS.sleep(60);
                        } catch (InterruptedException e) {
                          interrupted.countDown();
                        }
                      }
                      return null;
                    }))
        .isInstanceOf(CallTimeoutException.class)
        .hasMessageStartingWith("cloud 2 failed: no answer within 50 ms");
    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void interruptedCallerKeepsItsFlag() {
    Thread.currentThread().interrupt();
    try {
      // None answers: a caller who need not wait does not notice that it was interrupted.
      assertThatThrownBy(
              () ->
                  fanOut.call(
                      MS,
                      cloud -> {
                        new CountDownLatch(1).await();
                        return cloud;
                      }))
          .isInstanceOf(InterruptedIOException.class);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void theFirstCloudIsCalledOnTheCallersThread() throws IOException {
    List<CloudOutcome<Thread>> outcomes = fanOut.outcomesHere(MS, cloud -> Thread.currentThread());

    assertThat(outcomes.get(0).value()).isSameAs(Thread.currentThread());
    assertThat(outcomes.subList(1, 3))
        .extracting(CloudOutcome::value)
        .doesNotContain(Thread.currentThread());
  }

  @Test
  void aSilentCloudThatIsCalledOnTheCallersThreadIsGivenUp() throws IOException {
    List<CloudOutcome<Party>> outcomes =
        fanOut.outcomesHere(
            50,
            cloud -> {
              if (cloud == Party.P0) {
                new CountDownLatch(1).await();
              }
              return cloud;
            });

    assertThat(Thread.interrupted()).as("meant for the call").isFalse();
    assertThat(outcomes.get(0).failure())
        .isInstanceOf(CallTimeoutException.class)
        .hasMessageContaining("no answer within 50 ms");
    assertThat(outcomes.get(1).value()).isEqualTo(Party.P1);
    assertThat(outcomes.get(2).value()).isEqualTo(Party.P2);
  }

  @Test
  void onceAQuorumHasAnsweredTheThirdIsNotAwaitedForLong() throws Exception {
    long since = System.nanoTime();
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    List<CloudOutcome<Party>> outcomes =
        fanOut.outcomesOfQuorum(
            MS,
            50,
            cloud -> {
              if (cloud == Party.P0) {
                begun.countDown();
                try {
                  new CountDownLatch(1).await();
                } finally {
                  interrupted.countDown();
                }
              }
              begun.await();
              return cloud;
            });

    assertThat(outcomes.get(0).failure()).isInstanceOf(CallTimeoutException.class);
    assertThat(outcomes.subList(1, 3))
        .extracting(CloudOutcome::value)
        .containsExactly(Party.P1, Party.P2);
    assertThat(System.nanoTime() - since).isLessThan(TimeUnit.MILLISECONDS.toNanos(MS));
    assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aFailureIsNoAnswerOfAQuorum() throws Exception {
    long begun = System.nanoTime();
    List<CloudOutcome<Party>> outcomes =
        fanOut.outcomesOfQuorum(
            500,
            0,
            cloud -> {
              if (cloud == Party.P1) {
                throw new ConnectException("refused");
              }
              if (cloud == Party.P2) {
                new CountDownLatch(1).await();
              }
              return cloud;
            });

    assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(500_000_000);
    assertThat(outcomes.get(2).failure()).isInstanceOf(CallTimeoutException.class);
  }

  /** As HBase's client does, which says so by its exception alone. */
  @Test
  void anInterruptThatEndsTheCallOnTheCallersThreadEndsAll() throws Exception {
    CountDownLatch begun = new CountDownLatch(2);
    CountDownLatch cancelled = new CountDownLatch(2);
    assertThatThrownBy(
            () ->
                fanOut.outcomesHere(
                    MS,
                    cloud -> {
                      if (cloud == Party.P0) {
                        begun.await();
                        throw new InterruptedIOException("interrupted");
                      }
                      begun.countDown();
                      try {
                        new CountDownLatch(1).await();
                      } finally {
                        cancelled.countDown();
                      }
                      return cloud;
                    }))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(cancelled.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void closedConnectionSaysSo() {
    fanOut.close();
    assertThatThrownBy(() -> fanOut.call(MS, cloud -> cloud))
        .isInstanceOf(IOException.class)
        .hasMessage("the connection to the three clouds is closed");
  }

  @Test
  void moreCallersThanThreadsAllGetTheirAnswers() throws Exception {
    List<Thread> callers = new ArrayList<>();
    List<Object> answers = java.util.Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 20; i++) {
      Thread caller =
          new Thread(
              () -> {
                try {
                  answers.addAll(fanOut.call(MS, cloud -> cloud));
                } catch (IOException e) {
                  answers.add(e);
                }
              });
      caller.start();
      callers.add(caller);
    }
    for (Thread caller : callers) {
      caller.join(MS);
    }
    assertThat(answers).hasSize(60).hasOnlyElementsOfType(Party.class);
  }

  private void failing(Exception... failures) throws IOException {
    fanOut.call(
        MS,
        cloud -> {
          if (failures[cloud.index()] != null) {
            throw failures[cloud.index()];
          }
          return null;
        });
  }

  private static final class Peculiar extends IOException {
    private static final long serialVersionUID = 1L;

    Peculiar(int ignored) {
      super();
    }
  }

  private static final class PeculiarDoNotRetry extends DoNotRetryIOException {
    private static final long serialVersionUID = 1L;

    PeculiarDoNotRetry(int ignored) {
      super();
    }
  }
}
