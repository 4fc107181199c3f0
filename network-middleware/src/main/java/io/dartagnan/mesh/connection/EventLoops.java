package io.dartagnan.mesh.connection;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * Event loops of one mesh. The connections that it dialled, which carry what it sends, have other
 * loops than those that it accepted, which carry what it is sent: or one thread would encrypt and
 * decrypt by turns while a processor has nothing to do.
 */
public final class EventLoops implements AutoCloseable {
  private static final int OF_EACH = Math.max(2, Runtime.getRuntime().availableProcessors());
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final EventLoopGroup dialled;
  private final EventLoopGroup accepted;
  private final EventLoop timer;

  /** Loops on threads of these factories, for connections dialled and accepted. */
  public EventLoops(ThreadFactory sending, ThreadFactory receiving) {
    this.dialled = new NioEventLoopGroup(OF_EACH, sending);
    try {
      this.accepted = new NioEventLoopGroup(OF_EACH, receiving);
    } catch (RuntimeException e) {
      dialled.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
      throw e;
    }
    // Always the same: each call of next() that is not for a connection would shift who shares one.
    this.timer = accepted.next();
  }

  /** Loops of the connections that the mesh dialled. */
  public EventLoopGroup dialled() {
    return dialled;
  }

  /** Loops of the connections that the mesh accepted. */
  public EventLoopGroup accepted() {
    return accepted;
  }

  /** Loop for tasks that are due at a time and done at once. */
  public EventLoop timer() {
    return timer;
  }

  /** Ends the threads; waits for them. */
  @Override
  public void close() {
    long millis = CLOSE_TIMEOUT.toMillis();
    dialled.shutdownGracefully(0, millis, TimeUnit.MILLISECONDS);
    accepted.shutdownGracefully(0, millis, TimeUnit.MILLISECONDS).awaitUninterruptibly(2 * millis);
    dialled.terminationFuture().awaitUninterruptibly(2 * millis);
  }
}
