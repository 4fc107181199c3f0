package io.dartagnan.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.SocketTimeoutException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnThreadTest {
  private final CloudThreads.OwnThread executor = new CloudThreads.OwnThread();

  @AfterEach
  void nobodyIsInterrupted() {
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aTaskIsDoneOnItsCallersThreadBeforeItIsReturned() throws Exception {
    Future<Thread> ran = executor.submit(Thread::currentThread);

    assertThat(ran).isDone();
    assertThat(ran.get()).isSameAs(Thread.currentThread());
  }

  /** HBase prints the stack of what it is told later by the future. */
  @Test
  void anInterruptIsToldAtOnce() {
    InterruptedIOException interrupt = new InterruptedIOException("while it waited");

    assertThatThrownBy(() -> executor.submit(failing(interrupt)))
        .isInstanceOf(UndeclaredThrowableException.class)
        .hasCause(interrupt);
  }

  @Test
  void everyOtherFailureIsTheFuturesToTell() {
    for (IOException failure :
        new IOException[] {new IOException("refused"), new SocketTimeoutException("too late")}) {
      assertThatThrownBy(() -> executor.submit(failing(failure)).get())
          .isInstanceOf(ExecutionException.class)
          .hasCause(failure);
    }
  }

  /** Any number of tables share it, and one that is closed must not end the others' scans. */
  @Test
  void nobodyShutsItDown() {
    executor.shutdown();
    executor.shutdownNow();

    assertThat(executor.submit(() -> 1)).isDone();
    assertThat(executor.isShutdown()).isFalse();
  }

  private static Callable<Void> failing(IOException failure) {
    return () -> {
      throw failure;
    };
  }
}
