package io.dartagnan.clusters.files;

import io.dartagnan.clusters.terminal.CommandException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.io.input.Tailer;
import org.apache.commons.io.input.TailerListenerAdapter;

/** End of a log file. */
public final class LogTail {
  private static final int WINDOW_BYTES = 256 * 1024;
  private static final Duration POLL = Duration.ofMillis(200);

  private final Path file;
  private final long start;

  private LogTail(Path file, long start) {
    this.file = file;
    this.start = start;
  }

  /** The end of everything in the file. */
  public static LogTail of(Path file) {
    return new LogTail(file, 0);
  }

  /** The end of everything that is written to the file from now on. */
  public static LogTail fromNow(Path file) {
    return new LogTail(file, size(file));
  }

  /** Its last lines, none when it does not exist. */
  public List<String> lines(int count) {
    return words().last(count);
  }

  /** Reason for which a server inside the process gave up, or null when none has. */
  public String abort() {
    return words().abort();
  }

  /** Most likely cause of a process's end, as {@link ProcessOutput#cause} finds it. */
  public String cause() {
    return words().cause();
  }

  /** Hands on each line that is written from now on, until this process ends. */
  public void follow(Consumer<String> sink) {
    TailerListenerAdapter listener =
        new TailerListenerAdapter() {
          @Override
          public void handle(String line) {
            sink.accept(line);
          }

          @Override
          public void handle(Exception failure) {
            throw CommandException.failure("cannot read " + file + ": " + failure, failure);
          }
        };
    try (Tailer tailer =
        Tailer.builder()
            .setPath(file)
            .setCharset(StandardCharsets.UTF_8)
            .setTailerListener(listener)
            .setDelayDuration(POLL)
            .setTailFromEnd(true)
            .setStartThread(false)
            .get()) {
      tailer.run();
    }
  }

  private ProcessOutput words() {
    try {
      long size = size(file);
      int length = (int) Math.min(size < start ? size : size - start, WINDOW_BYTES);
      String text = new String(read(size - length, length), StandardCharsets.UTF_8);
      return new ProcessOutput(text.isEmpty() ? List.of() : Arrays.asList(text.split("\n")));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.exists(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private byte[] read(long from, int length) throws IOException {
    if (length == 0) {
      return new byte[0];
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(from);
      byte[] bytes = new byte[length];
      in.readFully(bytes);
      return bytes;
    }
  }
}
