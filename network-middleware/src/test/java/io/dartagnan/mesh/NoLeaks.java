package io.dartagnan.mesh;

import static org.awaitility.Awaitility.await;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test class after which a buffer was garbage before it was released, or a thread of a mesh
 * is left. Needs {@code -Dio.netty.leakDetection.level=paranoid}, which the build gives.
 */
public final class NoLeaks implements BeforeAllCallback, AfterAllCallback {
  private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();

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
  }

  /** Waits until no thread of any mesh is left. */
  static void awaitNoMeshThread() {
    await("no thread of a mesh is left")
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("dartagnan-mesh-")));
  }

  @Override
  public void afterAll(ExtensionContext context) {
    awaitNoMeshThread();
    // A leak shows when its buffer has been collected and another is made.
    for (int i = 0; i < 5; i++) {
      System.gc();
      PooledByteBufAllocator.DEFAULT.buffer(16).release();
    }
    if (!LEAKS.isEmpty()) {
      throw new AssertionError(LEAKS.size() + " buffers leaked, one is " + LEAKS.peek());
    }
  }
}
