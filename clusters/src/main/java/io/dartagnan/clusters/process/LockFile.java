package io.dartagnan.clusters.process;

import io.dartagnan.clusters.files.OwnerOnly;
import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.function.Function;

/** Lock that one process holds until it gives it back or ends, on a file that says which one. */
public final class LockFile implements AutoCloseable {
  private static final int POLL_MILLIS = 100;

  private final Path file;
  private final FileChannel channel;

  private LockFile(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param patience how long to wait for the process that holds it
   * @param held what to throw when it is still held after that, given {@code " (pid N)"} or nothing
   */
  public static LockFile take(
      Path file, Duration patience, Function<String, CommandException> held) {
    OwnerOnly.folder(file.getParent());
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      // The channel is the lock's owner: closing it, or dying, gives the lock back.
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      while (!isLocked(channel)) {
        if (System.nanoTime() - deadline >= 0) {
          String holder = Files.readString(file).strip();
          channel.close();
          throw held.apply(holder.isEmpty() ? "" : " (pid " + holder + ")");
        }
        Pause.millis(POLL_MILLIS);
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
      return new LockFile(file, channel);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file, e);
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unlock " + file, e);
    }
  }
}
