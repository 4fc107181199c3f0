package io.dartagnan.clusters.checker;

import io.dartagnan.clusters.it.ProgramProcess;
import io.dartagnan.clusters.it.ThreeClouds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;

/** The processes of clients that run at a time; one that is killed is replaced by another. */
final class ClientProcesses implements AutoCloseable {
  private static final int CLIENTS = 3;
  private static final boolean ATOMIC =
      Boolean.parseBoolean(System.getProperty("checker.atomic", "true"));

  /** The most by which the clock of every other process is off, in milliseconds. */
  static final int MOST_OFFSET_MS = Integer.getInteger("checker.clocks.ms", 8_000);

  private final ThreeClouds clusters;
  private final TableName table;
  private final Path histories;
  private final Random random;
  private final List<ProgramProcess> running = new ArrayList<>();
  private int started;

  /**
   * Starts so many.
   *
   * @param histories the folder for what they write down
   */
  ClientProcesses(
      ThreeClouds clusters, TableName table, Path histories, Random random, int processes)
      throws IOException, InterruptedException {
    this.clusters = clusters;
    this.table = table;
    this.histories = histories;
    this.random = random;
    try {
      for (int i = 0; i < processes; i++) {
        running.add(start());
      }
      for (ProgramProcess each : running) {
        each.answer();
      }
    } catch (IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private ProgramProcess start() throws IOException {
    int number = started++;
    int offset = number % 2 == 0 ? 0 : random.nextInt(2 * MOST_OFFSET_MS) - MOST_OFFSET_MS;
    return clusters.start(
        List.of(
            "-Ddartagnan.test.clock.offset.ms=" + offset,
            "-Dchecker.replicated=" + Column.REPLICATED,
            "-D%s=%s".formatted(ClientProgram.KEY_FILE, histories.resolve(CheckedRun.KEY_FILE)),
            "-Dchecker.mend=" + LostRows.MENDED,
            "-Xmx256m"),
        ClientProgram.class,
        table.getNameAsString(),
        histories.resolve("p%d.clock%+d.history".formatted(number, offset)).toString(),
        String.valueOf(number + 1),
        String.valueOf(CLIENTS),
        String.valueOf(random.nextLong()),
        String.valueOf(ATOMIC));
  }

  /**
   * Kills one in the midst of what it does, and starts another; returns when that one calls, so
   * that the next kill, too, is in the midst of something.
   */
  void replaceOne(int which) throws IOException, InterruptedException {
    running.get(which % running.size()).kill();
    ProgramProcess another = start();
    running.set(which % running.size(), another);
    another.answer();
  }

  /** Those that come from what an application does. */
  List<Fault> faults() {
    return List.of(
        new Fault("closed connections", (cloud, random) -> one(random).tell(ClientProgram.CLOSE)),
        new Fault("Errors in threads", (cloud, random) -> one(random).tell(ClientProgram.ERROR)),
        new Fault("halt of clients", (cloud, random) -> haltOne(random)));
  }

  private ProgramProcess one(Random any) {
    return running.get(any.nextInt(running.size()));
  }

  private void haltOne(Random any) throws IOException, InterruptedException {
    int which = any.nextInt(running.size());
    running.get(which).tell(ClientProgram.HALT);
    while (running.get(which).unread() != null) {
      // It ends at its own time.
    }
    replaceOne(which);
  }

  /** Lets them end what they are at. */
  @Override
  public void close() {
    RuntimeException failure = null;
    for (ProgramProcess each : running) {
      try {
        each.close();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
