package io.dartagnan.mpc.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Pattern;

/**
 * What a suite says to people: messages of exceptions, and logs. Shares, values and keys are words
 * of 64 random bits and strings of them, so they are long numbers however they are written, and
 * whatever a message has to say of lanes, bytes and steps is not.
 *
 * <p>A single bit, or a value that is small, is not found.
 */
final class Texts {
  static final String FOUND = "holds what may be a share, a value or a key";

  /** Decimal or binary, hexadecimal, bytes one by one in either, and base 64. */
  private static final Pattern WORD =
      Pattern.compile(
          "[0-9]{9,}|[0-9a-fA-F]{12,}|(-?[0-9]{1,3}[,; ]+){7}-?[0-9]"
              + "|([0-9a-fA-F]{2}[:, -]){7}[0-9a-fA-F]{2}|[A-Za-z0-9+/]{11,}=");

  private Texts() {}

  /** Whether a text has what may be a word of a share, a value or a key. */
  static boolean haveAWord(String text) {
    return WORD.matcher(text).find();
  }

  /** Whether the message of an exception, or of what comes with it, has such a word. */
  static boolean haveAWord(Throwable thrown) {
    List<Throwable> others = new ArrayList<>(Arrays.asList(thrown.getSuppressed()));
    if (thrown.getCause() != null) {
      others.add(thrown.getCause());
    }
    return haveAWord(thrown.toString()) || others.stream().anyMatch(Texts::haveAWord);
  }

  /** Checks that neither an exception nor what comes with it has such a word. */
  static void sayNoWord(Throwable thrown, String what) {
    assertThat(haveAWord(thrown)).as("what is thrown %s: %s", FOUND, what).isFalse();
  }

  /** Checks that nothing that is logged or printed meanwhile has such a word. */
  static void sayNoWordDuring(Runnable operation, String what) {
    String written = writtenBy(operation);
    assertThat(haveAWord(written)).as("what is logged or printed %s: %s", FOUND, what).isFalse();
  }

  private static String writtenBy(Runnable operation) {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream writer = new PrintStream(written, true, StandardCharsets.UTF_8);
    PrintStream out = System.out;
    PrintStream err = System.err;
    Logger root = Logger.getLogger("");
    Level level = root.getLevel();
    Handler[] handlers = root.getHandlers();
    Handler handler = new Writing(writer);
    for (Handler other : handlers) {
      root.removeHandler(other);
    }
    root.addHandler(handler);
    root.setLevel(Level.ALL);
    System.setOut(writer);
    System.setErr(writer);
    try {
      operation.run();
    } finally {
      System.setOut(out);
      System.setErr(err);
      root.removeHandler(handler);
      root.setLevel(level);
      for (Handler other : handlers) {
        root.addHandler(other);
      }
    }
    return written.toString(StandardCharsets.UTF_8);
  }

  /** Handler that writes every record. */
  private static final class Writing extends Handler {
    private final PrintStream writer;

    Writing(PrintStream writer) {
      this.writer = writer;
      setLevel(Level.ALL);
      setFormatter(new SimpleFormatter());
    }

    @Override
    public void publish(LogRecord record) {
      if (record.getLoggerName() == null
          || !record.getLoggerName().matches("(java|javax|sun|jdk)\\..*")) {
        writer.println(getFormatter().format(record));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
