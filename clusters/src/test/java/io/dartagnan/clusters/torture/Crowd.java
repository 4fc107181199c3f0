package io.dartagnan.clusters.torture;

import io.dartagnan.clusters.it.LocalClusters;
import io.dartagnan.clusters.torture.Ledger.Found;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Connection;

/** Callers that ask at the same time, through the connections of some clients. */
final class Crowd implements AutoCloseable {
  private final List<Connection> clients = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  /** One call. */
  interface Call<T> {

    /** Calls through a client's connection; {@code caller} counts from 0. */
    T make(Connection client, int caller) throws IOException;
  }

  /**
   * Callers of so many clients.
   *
   * @param settings of the clients
   */
  Crowd(LocalClusters clusters, Configuration settings, int clients) throws IOException {
    try {
      for (int i = 0; i < clients; i++) {
        this.clients.add(clusters.safe(settings));
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** Has so many callers begin at the same moment. */
  <T> List<Future<T>> begin(int callers, Call<T> call) {
    CountDownLatch ready = new CountDownLatch(callers);
    List<Future<T>> begun = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      int caller = i;
      Connection client = clients.get(caller % clients.size());
      Callable<T> together =
          () -> {
            ready.countDown();
            ready.await();
            return call.make(client, caller);
          };
      begun.add(threads.submit(together));
    }
    return begun;
  }

  /**
   * Has a caller ask each question of a table that nobody writes to.
   *
   * @return what is wrong with the answers
   */
  List<String> askOnce(TorturedTable table, List<Question> questions, Duration patience)
      throws Exception {
    long begun = System.nanoTime();
    long deadline = begun + patience.toNanos();
    List<Future<List<Found>>> answers =
        begin(
            questions.size(),
            (client, caller) -> table.through(client).filter(questions.get(caller)));
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      List<Found> found = answers.get(i).get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      wrong.addAll(table.ledger().wrong(questions.get(i), found, begun, System.nanoTime()));
    }
    System.out.printf(
        "  %d filters at once: %.1f s%n", questions.size(), (System.nanoTime() - begun) / 1e9);
    return wrong;
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    IOUtils.close(clients.toArray(Connection[]::new));
  }
}
