package io.dartagnan.clusters.checker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * File to which a client process writes its calls, so that they are known when it is killed: each
 * line is with the operating system before the call goes on. {@link History} reads it.
 *
 * <pre>
 *   begin ID NANOS ROW ACTION        a call that writes, before it is sent
 *   end   ID NANOS ACTION            when it has succeeded; the action with its outcome
 *   failed ID NANOS MESSAGE          when it has failed, so that its outcome is unknown
 *   read  BEGUN ENDED ROW ACTION     a row that a get or a scan returned, or did not return
 *   unread BEGUN ENDED MESSAGE       a get or a scan that failed
 *   crash BEGUN ENDED LOSS           a cloud that lost something
 * </pre>
 *
 * Fields are separated by tabs. Times are of {@link System#nanoTime}, which on Linux is one clock
 * for all processes.
 */
final class HistoryLog implements AutoCloseable {
  private final FileChannel file;
  private final AtomicLong ids = new AtomicLong();

  HistoryLog(Path path) throws IOException {
    file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  /** Notes that a call is to be sent; returns the number by which its end is noted. */
  long begin(String row, Action action) {
    long id = ids.incrementAndGet();
    line("begin", id, System.nanoTime(), row, action);
    return id;
  }

  void end(long id, Action done) {
    line("end", id, System.nanoTime(), done);
  }

  void failed(long id, Throwable failure) {
    line("failed", id, System.nanoTime(), message(failure));
  }

  void read(long begun, String row, Action.Read read) {
    line("read", begun, System.nanoTime(), row, read);
  }

  void unread(long begun, Throwable failure) {
    line("unread", begun, System.nanoTime(), message(failure));
  }

  void crashed(long begun, Fault.Loss loss) {
    line("crash", begun, System.nanoTime(), loss);
  }

  private static String message(Throwable failure) {
    return (failure.getClass().getSimpleName() + ": " + failure.getMessage())
        .replaceAll("\\s+", " ");
  }

  private synchronized void line(Object... fields) {
    StringBuilder line = new StringBuilder();
    for (Object field : fields) {
      line.append(line.isEmpty() ? "" : "\t").append(field);
    }
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(line.append('\n').toString());
    try {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
