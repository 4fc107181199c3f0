package io.dartagnan.cli.terminal;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Supplier;

/**
 * Words on what was done and how to go on, for a command that ends before it is done: by Ctrl-C or
 * a signal, on standard error; by a failure, behind the sentence of the failure.
 */
public final class EarlyEnd {

  /** A part of a command that leaves something behind if it ends half-way. */
  @FunctionalInterface
  public interface Part<T> {
    T run() throws IOException;
  }

  private EarlyEnd() {}

  /**
   * Runs a part of a command.
   *
   * @param standing the sentence, asked for when the part ends early; empty if it has left nothing
   * @throws CommandException with that sentence, if the part fails
   */
  public static <T> T during(PrintWriter err, Supplier<String> standing, Part<T> part)
      throws IOException {
    Thread hook = new Thread(() -> print(err, standing.get()), "early-end");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return part.run();
    } catch (IOException | RuntimeException e) {
      String sentence = standing.get();
      if (sentence.isEmpty()) {
        throw e;
      }
      throw new CommandException(Sentence.of(e) + "; " + sentence, e);
    } finally {
      remove(hook);
    }
  }

  private static void print(PrintWriter err, String sentence) {
    err.println();
    err.println("dartagnan: interrupted" + (sentence.isEmpty() ? "" : "; " + sentence));
    err.flush();
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already, and the notice is being printed.
    }
  }
}
