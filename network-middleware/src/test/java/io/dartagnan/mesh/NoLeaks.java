package io.dartagnan.mesh;

import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.dartagnan.mpc.SystemRandom;
import io.netty.buffer.PoolArenaMetric;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocatorMetric;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class that leaves something behind: a buffer that was garbage before it was
 * released, one that Netty's pool does not have back, a thread of a mesh or of a relay, an open
 * file or socket. Needs {@code -Dio.netty.leakDetection.level=paranoid}, which the build gives, and
 * that one class runs at a time.
 */
public final class NoLeaks implements BeforeAllCallback, AfterAllCallback {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final List<String> THREADS = List.of("dartagnan-mesh-", "dartagnan-relay-");
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

  private long buffersBefore;
  private long openBefore;
  private List<String> filesBefore;

  static {
    // Before the first buffer, because detectors are made once.
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new CollectingFactory());
  }

  private static final class CollectingFactory extends ResourceLeakDetectorFactory {
    @Override
    @SuppressWarnings("deprecation") // abstract, and so to be written
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return new Collecting<>(resource, samplingInterval);
    }
  }

  private static final class Collecting<T> extends ResourceLeakDetector<T> {
    Collecting(Class<T> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      LEAKS.add(resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      LEAKS.add(resourceType);
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    if (ResourceLeakDetector.getLevel() != ResourceLeakDetector.Level.PARANOID) {
      ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    }
    openWhatStaysOpen();
    buffersBefore = buffersInUse();
    filesBefore = files();
    openBefore = openFiles();
  }

  /** The JDK, and the generator, open some files at their first use and keep them. */
  private static void openWhatStaysOpen() {
    new SecureRandom().nextInt();
    SystemRandom.get().nextInt();
    NoLeaks.class.getClassLoader().getResource("in-none-of-the-jars");
    try (Selector selector = Selector.open();
        ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
        client.configureBlocking(false);
        client.register(selector, client.validOps());
        selector.selectNow();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Buffers of Netty's pool that are handed out or kept by a thread. Not bytes: the pool itself
   * keeps a page of each size it once gave.
   */
  private static long buffersInUse() {
    PooledByteBufAllocatorMetric pool = PooledByteBufAllocator.DEFAULT.metric();
    return Stream.concat(pool.directArenas().stream(), pool.heapArenas().stream())
        .mapToLong(PoolArenaMetric::numActiveAllocations)
        .sum();
  }

  private static long openFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : 0;
  }

  /** Open files by name, where the system tells. */
  private static List<String> files() {
    List<String> files = new ArrayList<>();
    Path folder = Path.of("/proc/self/fd");
    if (!Files.isDirectory(folder)) {
      return files;
    }
    try (Stream<Path> links = Files.list(folder)) {
      for (Path link : links.toList()) {
        if (Files.isSymbolicLink(link)) {
          files.add(Files.readSymbolicLink(link).toString());
        }
      }
      return files;
    } catch (IOException e) {
      return List.of("unknown: " + e.getMessage());
    }
  }

  /** Waits until no thread of any mesh or relay is left. */
  static void awaitNoMeshThread() {
    await("no thread of a mesh or a relay is left")
        .atMost(DEADLINE)
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .map(Thread::getName)
                    .noneMatch(name -> THREADS.stream().anyMatch(name::startsWith)));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    awaitNoMeshThread();
    awaitNoMoreFiles();
    await("Netty's pool has its buffers back")
        .atMost(DEADLINE)
        .until(NoLeaks::buffersInUse, inUse -> inUse <= buffersBefore);
    // A leak shows when its buffer has been collected and another is made.
    for (int i = 0; i < 5; i++) {
      System.gc();
      PooledByteBufAllocator.DEFAULT.buffer(16).release();
    }
    if (!LEAKS.isEmpty()) {
      throw new AssertionError(LEAKS.size() + " buffers leaked, one is " + LEAKS.peek());
    }
  }

  private void awaitNoMoreFiles() {
    try {
      await("files and sockets are closed").atMost(DEADLINE).until(() -> openFiles() <= openBefore);
    } catch (ConditionTimeoutException e) {
      List<String> more = files();
      filesBefore.forEach(more::remove);
      throw new AssertionError("files and sockets were left open: " + new TreeSet<>(more), e);
    }
  }
}
