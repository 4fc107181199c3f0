package io.dartagnan.client.async;

import io.dartagnan.client.configuration.ClientKeys;
import io.dartagnan.client.configuration.ClientSettings;
import io.dartagnan.client.rpc.CloudThreads;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;

/**
 * The calls of one asynchronous connection: each runs on one of its threads, and no caller ever
 * waits. It is thread-safe.
 *
 * <p>A call has at most one turn waiting or running, so that a bound on calls is one on the queue.
 * Where as many are under way as may be, one more fails at once: a caller that waited could be the
 * one on whose thread others are to be completed.
 */
public final class AsyncCalls {

  /** Part of a call, which may end it. */
  @FunctionalInterface
  interface Turn {
    void run() throws Exception;
  }

  /** One call, which ends once: with an answer, or with a failure. */
  final class Call {
    private final Consumer<Throwable> failed;
    private final AtomicBoolean ended = new AtomicBoolean();

    private Call(Consumer<Throwable> failed) {
      this.failed = failed;
    }

    /** Runs a turn on a thread of the connection, unless the call ends before. */
    void queue(Turn turn) {
      try {
        threads.execute(() -> run(turn));
      } catch (RejectedExecutionException e) {
        fail(closed());
      }
    }

    private void run(Turn turn) {
      if (ended.get()) {
        return;
      }
      try {
        turn.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        fail(e);
      } catch (Throwable e) {
        // Whatever it is: somebody waits for this call.
        fail(e);
      }
    }

    boolean isEnded() {
      return ended.get();
    }

    /** Ends it with an answer, which the caller then hands on; false if it has ended already. */
    boolean end() {
      boolean first = ended.compareAndSet(false, true);
      if (first) {
        underWay.remove(this);
        count.decrementAndGet();
      }
      return first;
    }

    /** Ends it with a failure, unless it has ended already. */
    void fail(Throwable failure) {
      if (end()) {
        failed.accept(failure);
      }
    }
  }

  private final ExecutorService threads;
  private final int most;
  private final AtomicInteger count = new AtomicInteger();
  private final Set<Call> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * Calls on threads of its own.
   *
   * @throws IllegalArgumentException for a setting that is not allowed
   */
  public AsyncCalls(Configuration conf) {
    this.most = ClientSettings.asyncCalls(conf);
    this.threads =
        CloudThreads.createForTurns(ClientSettings.asyncThreads(conf), "dartagnan-async-");
  }

  /**
   * Begins a call without a turn.
   *
   * @param failed told once what it fails with; at once where it cannot begin
   */
  Call begin(Consumer<Throwable> failed) {
    Call call = new Call(failed);
    int before = count.getAndIncrement();
    underWay.add(call);
    if (before >= most) {
      call.fail(
          new CallQueueTooBigException(
              "%d calls of the AsyncConnection are under way, and %s allows no more; wait for some of them"
                  .formatted(before, ClientKeys.ASYNC_CALLS)));
    } else if (closed) {
      call.fail(closed());
    }
    return call;
  }

  /**
   * Makes a call.
   *
   * @param delivery where the future is completed
   * @return completed with what the work returns, or throws
   */
  <T> CompletableFuture<T> call(Executor delivery, Callable<T> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Call call = begin(failure -> deliver(delivery, () -> answer.completeExceptionally(failure)));
    call.queue(
        () -> {
          if (answer.isDone()) {
            // Cancelled by the caller while it waited.
            call.end();
            return;
          }
          T value = work.call();
          if (call.end()) {
            deliver(delivery, () -> answer.complete(value));
          }
        });
    return answer;
  }

  private static void deliver(Executor delivery, Runnable completion) {
    try {
      delivery.execute(completion);
    } catch (RejectedExecutionException e) {
      // The application has shut its pool down; who waits for the future must still hear.
      completion.run();
    }
  }

  /** Runs something that is no call, after a while and without keeping a thread until then. */
  void later(long delay, TimeUnit unit, Runnable task) {
    CompletableFuture.delayedExecutor(delay, unit, this::runIfOpen).execute(task);
  }

  private void runIfOpen(Runnable task) {
    if (!closed) {
      threads.execute(task);
    }
  }

  /**
   * Checks that calls may begin.
   *
   * @throws IOException if they are closed
   */
  void requireOpen() throws IOException {
    if (closed) {
      throw closed();
    }
  }

  /** Whether no call may begin any more. */
  public boolean isClosed() {
    return closed;
  }

  /**
   * Fails every call that is under way, and all that come. Turns that run are not waited for: they
   * end when the connection to the clouds is closed, which comes next.
   */
  public void close() {
    closed = true;
    underWay.forEach(call -> call.fail(closed()));
    threads.shutdown();
  }

  private static ConnectionClosedException closed() {
    return new ConnectionClosedException(
        "the AsyncConnection is closed; a write that was under way may be done or not");
  }
}
