package io.dartagnan.client.read;

import io.dartagnan.client.cloud.CloudFailures;
import io.dartagnan.client.cloud.LostCloudException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The one cursor of a scan that has no row yet while the two others have: after some time its cloud
 * counts as lost.
 */
public final class LaggingCursor implements MergedScanner.Watch {
  private static final long LOOK_MS = 50;

  private final long afterMs;

  /**
   * For one scan.
   *
   * @param afterMs how long two clouds with rows wait for the third
   */
  public LaggingCursor(long afterMs) {
    this.afterMs = afterMs;
  }

  @Override
  public void await(List<CloudCursor> cursors) throws LostCloudException {
    long since = 0;
    boolean oneLags = false;
    while (true) {
      List<CloudCursor> waiting = cursors.stream().filter(cursor -> !cursor.isReady(0)).toList();
      if (waiting.isEmpty()) {
        throwIfUnreachable(cursors);
        return;
      }
      if (waiting.size() == 1 && !oneLags) {
        oneLags = true;
        since = System.nanoTime();
      }
      if (oneLags && System.nanoTime() - since > TimeUnit.MILLISECONDS.toNanos(afterMs)) {
        CloudCursor lagging = waiting.get(0);
        throw new LostCloudException(
            lagging.cloud(), CloudFailures.silent(lagging.cloud(), afterMs));
      }
      waiting.get(0).isReady(LOOK_MS);
    }
  }

  /** More than one, or a cloud that refuses, is told where the cursor is read. */
  private static void throwIfUnreachable(List<CloudCursor> cursors) throws LostCloudException {
    List<CloudCursor> failed =
        cursors.stream().filter(cursor -> cursor.failure().isPresent()).toList();
    if (failed.size() == 1) {
      Optional<Throwable> failure = failed.get(0).failure();
      if (!CloudFailures.isAnswer(failure.get())) {
        throw new LostCloudException(failed.get(0).cloud(), failure.get());
      }
    }
  }
}
