package io.dartagnan.clusters.it;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** HBase program in a JVM of its own that is told what to do, and answers, a line at a time. */
public final class ProgramProcess implements AutoCloseable {
  private static final Duration ANSWER_DEADLINE = Duration.ofMinutes(5);
  private static final Duration END_DEADLINE = Duration.ofMinutes(5);
  private static final int MOST_UNREAD = 1_000;

  private final Process process;
  private final BufferedWriter orders;
  private final Path errors;
  private final BlockingQueue<String> answers = new ArrayBlockingQueue<>(MOST_UNREAD);
  private final Thread reader;

  private ProgramProcess(Process process, Path errors) {
    this.process = process;
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
    this.errors = errors;
    this.reader = new Thread(this::readAnswers, "answers");
    reader.setDaemon(true);
    reader.start();
  }

  /** Starts one whose error output goes to a file of that folder. */
  static ProgramProcess start(List<String> command, Path folder) throws IOException {
    Files.createDirectories(folder);
    Path errors = Files.createTempFile(folder, "program", ".err");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    return new ProgramProcess(process, errors);
  }

  private void readAnswers() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answers.put(line);
      }
    } catch (IOException e) {
      // The program has ended; whoever waits for an answer learns it at the deadline.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tells it something. */
  public void tell(String line) throws IOException {
    orders.write(line);
    orders.newLine();
    orders.flush();
  }

  /** The next line that it prints. */
  public String answer() throws IOException, InterruptedException {
    String answer = answers.poll(ANSWER_DEADLINE.toSeconds(), TimeUnit.SECONDS);
    if (answer == null) {
      throw new IOException("no answer within " + ANSWER_DEADLINE + "; see " + errors);
    }
    return answer;
  }

  /** The next line that it has printed; null once it has ended and there is none. */
  public String unread() throws InterruptedException {
    String answer = null;
    while (answer == null && reader.isAlive()) {
      answer = answers.poll(100, TimeUnit.MILLISECONDS);
    }
    return answer == null ? answers.poll() : answer;
  }

  /** Tells it something and waits for the answer. */
  String ask(String line) throws IOException, InterruptedException {
    tell(line);
    return answer();
  }

  /** Ends it with SIGKILL, as a crash would. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Closes its input, at which it ends, and waits for that. */
  @Override
  public void close() {
    try {
      orders.close();
      if (!process.waitFor(END_DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IOException("it did not end within " + END_DEADLINE + "; see " + errors);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }
}
