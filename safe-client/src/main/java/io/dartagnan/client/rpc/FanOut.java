package io.dartagnan.client.rpc;

import io.dartagnan.mpc.Party;
import io.dartagnan.schema.Placement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.apache.hbase.thirdparty.io.netty.util.HashedWheelTimer;
import org.apache.hbase.thirdparty.io.netty.util.Timeout;

/** Calls to the three clouds in parallel, all of them awaited up to a deadline. */
public final class FanOut implements AutoCloseable {
  private final ExecutorService pool;
  private final Placement placement;
  private final OwnThreadCalls here = new OwnThreadCalls();
  private final LongAdder timesFull = new LongAdder();
  private final SuspectedCloud suspected = new SuspectedCloud();

  /**
   * The cloud, if any, that left the last write to it without an answer, or a read since. Writes go
   * to it first, and to the others once it has answered: so what it does not answer for is on no
   * other cloud, and readers with two clouds need not wonder whether it was complete.
   */
  public static final class SuspectedCloud {
    private volatile Party cloud;

    private SuspectedCloud() {}

    /** Returns the cloud; empty if all answered. */
    public Optional<Party> get() {
      return Optional.ofNullable(cloud);
    }

    /** Takes note that a cloud does not answer. */
    void suspect(Party silent) {
      cloud = silent;
    }

    /**
     * Takes note of how writes to clouds ended.
     *
     * @param outcomes of the clouds that were written to
     */
    public void note(List<? extends CloudOutcome<?>> outcomes) {
      for (CloudOutcome<?> outcome : outcomes) {
        if (outcome.failed() && !CloudFailures.isAnswer(outcome.failure())) {
          suspect(outcome.cloud());
        } else if (cloud == outcome.cloud()) {
          cloud = null;
        }
      }
    }
  }

  /** Creates one to three clouds on a pool, which it shuts down when it is closed. */
  public FanOut(ExecutorService pool) {
    this(pool, Placement.THREE_CLOUDS);
  }

  /** Creates one on a pool, which it shuts down when it is closed. */
  public FanOut(ExecutorService pool, Placement placement) {
    this.pool = pool;
    this.placement = placement;
  }

  /** Returns the cloud that did not answer the connection's last call to it. */
  public SuspectedCloud suspected() {
    return suspected;
  }

  /** Returns the clouds that are called. */
  public Placement placement() {
    return placement;
  }

  /** Returns the pool, for tasks that do not wait for other tasks. */
  public ExecutorService pool() {
    return pool;
  }

  /** Ends all threads; what is under way is interrupted. */
  @Override
  public void close() {
    pool.shutdownNow();
    here.close();
  }

  /** Returns the number of calls that failed since no thread of the pool got free in time. */
  public long timesFull() {
    return timesFull.sum();
  }

  /**
   * Runs the call on all three clouds.
   *
   * @return what each returned, in order of party
   * @throws IOException if at least one failed or did not answer in time; it names those clouds and
   *     is of HBase's own type
   */
  public <T> List<T> call(long withinMs, CloudCall<T> call) throws IOException {
    return CloudFailures.values(outcomes(withinMs, call));
  }

  /** Runs as {@link #call}, and leaves it to the caller what a failure means. */
  public <T> List<CloudOutcome<T>> outcomes(long withinMs, CloudCall<T> call) throws IOException {
    return outcomes(withinMs, OptionalLong.empty(), call, this::execute);
  }

  /**
   * Runs as {@link #outcomes}, but calls cloud 0 on this thread, which would only wait meanwhile:
   * to hand a call over takes longer than to make it.
   */
  public <T> List<CloudOutcome<T>> outcomesHere(long withinMs, CloudCall<T> call)
      throws IOException {
    return outcomes(withinMs, OptionalLong.empty(), call, here::run);
  }

  /**
   * Runs as {@link #outcomes}, but once a quorum has answered, waits for the others for no longer
   * than {@code afterMs}.
   */
  <T> List<CloudOutcome<T>> outcomesOfQuorum(long withinMs, long afterMs, CloudCall<T> call)
      throws IOException {
    return outcomes(withinMs, OptionalLong.of(afterMs), call, this::execute);
  }

  private void execute(Runnable call, long deadline) {
    pool.execute(call);
  }

  /**
   * Runs the calls.
   *
   * @param first begins the call to cloud 0, and may wait for its end up to a deadline, as {@link
   *     System#nanoTime}
   */
  private <T> List<CloudOutcome<T>> outcomes(
      long withinMs, OptionalLong afterMs, CloudCall<T> call, ObjLongConsumer<FutureTask<?>> first)
      throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
    // The caller is woken once, when the last of them has ended; and before, if that is enough,
    // when a quorum has answered.
    CountDownLatch left = new CountDownLatch(placement.clouds().size());
    CountDownLatch enough = new CountDownLatch(1);
    AtomicInteger unanswered = new AtomicInteger(placement.quorum());
    List<FutureTask<T>> running = new ArrayList<>();
    for (Party cloud : placement.clouds()) {
      running.add(
          new FutureTask<>(() -> call.on(cloud)) {
            @Override
            protected void set(T value) {
              super.set(value);
              if (unanswered.decrementAndGet() == 0) {
                enough.countDown();
              }
            }

            @Override
            protected void done() {
              left.countDown();
              if (left.getCount() == 0) {
                enough.countDown();
              }
            }
          });
    }
    boolean awaited = false;
    try {
      running.subList(1, running.size()).forEach(pool::execute);
      first.accept(running.get(0), deadline);
      if (afterMs.isPresent() && await(enough, deadline)) {
        long after = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(afterMs.getAsLong());
        deadline = deadline - after < 0 ? deadline : after;
      }
      awaited = await(left, deadline);
      List<CloudOutcome<T>> outcomes = new ArrayList<>(running.size());
      for (Party cloud : placement.clouds()) {
        outcomes.add(outcome(cloud, running.get(cloud.index()), withinMs));
      }
      return outcomes;
    } catch (RejectedExecutionException e) {
      if (!pool.isShutdown() && !(e.getCause() instanceof InterruptedException)) {
        timesFull.increment();
      }
      throw new IOException(e.getMessage(), e);
    } catch (InterruptedException e) {
      throw CloudFailures.interrupted(
          "interrupted while waiting for the %s"
              .formatted(afterMs.isPresent() ? "clouds" : "three clouds"),
          e);
    } finally {
      if (!awaited) {
        running.forEach(future -> future.cancel(true));
      }
    }
  }

  private static boolean await(CountDownLatch latch, long deadline) throws InterruptedException {
    return latch.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  /** Returns the outcome of a call that has ended, or has not been answered in time. */
  private static <T> CloudOutcome<T> outcome(Party cloud, FutureTask<T> call, long withinMs)
      throws InterruptedException {
    if (!call.isDone()) {
      return new CloudOutcome<>(cloud, null, CloudFailures.silent(cloud, withinMs));
    }
    try {
      return new CloudOutcome<>(cloud, call.get(), null);
    } catch (ExecutionException e) {
      return new CloudOutcome<>(cloud, null, e.getCause());
    } catch (CancellationException e) {
      // On this thread, when its time was over.
      return new CloudOutcome<>(cloud, null, CloudFailures.silent(cloud, withinMs));
    }
  }

  /**
   * Calls to one cloud on the threads of their callers, each of which is given up at a deadline.
   */
  private static final class OwnThreadCalls {
    /**
     * The timer of all of them, until the last is closed. It wakes by itself ten times a second,
     * and not for each call. Guarded by the class.
     */
    private static HashedWheelTimer timer;

    private static int users;

    private final HashedWheelTimer deadlines = use();
    private final AtomicBoolean closed = new AtomicBoolean();

    private static synchronized HashedWheelTimer use() {
      if (users++ == 0) {
        timer =
            new HashedWheelTimer(
                new ThreadFactoryBuilder()
                    .setNameFormat("dartagnan-deadlines-%d")
                    .setDaemon(true)
                    .build(),
                100,
                TimeUnit.MILLISECONDS);
      }
      return timer;
    }

    private static synchronized void leave() {
      if (--users == 0) {
        timer.stop();
        timer = null;
      }
    }

    /**
     * Runs a call on this thread. If it ended because this thread was interrupted, the thread is so
     * afterwards.
     *
     * @param deadline at which it is cancelled, as {@link System#nanoTime}
     * @throws RejectedExecutionException if closed
     */
    void run(FutureTask<?> call, long deadline) {
      if (closed.get()) {
        throw new RejectedExecutionException(CloudThreads.CLOSED);
      }
      Timeout end;
      try {
        end =
            deadlines.newTimeout(
                over -> call.cancel(true), deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (IllegalStateException e) {
        // Closed just before, as the last one.
        throw new RejectedExecutionException(CloudThreads.CLOSED, e);
      }
      call.run();
      end.cancel();
      if (call.isCancelled()) {
        // By the timer: the interrupt was not meant for the caller.
        Thread.interrupted();
      } else if (wasInterrupted(call)) {
        Thread.currentThread().interrupt();
      }
    }

    /** Takes no more calls. Those under way have no deadline any more if nobody else has calls. */
    void close() {
      if (closed.compareAndSet(false, true)) {
        leave();
      }
    }

    /** Returns whether it failed with an interrupt that HBase's client took for its own. */
    private static boolean wasInterrupted(FutureTask<?> ended) {
      try {
        ended.get();
        return false;
      } catch (ExecutionException e) {
        return e.getCause() instanceof InterruptedException
            || CloudFailures.isInterrupt(e.getCause());
      } catch (CancellationException e) {
        return false;
      } catch (InterruptedException e) {
        return true;
      }
    }
  }
}
