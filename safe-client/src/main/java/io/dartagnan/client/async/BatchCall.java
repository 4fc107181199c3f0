package io.dartagnan.client.async;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Table;

/** A batch with a future for each of its actions; the three clouds get it as one. */
final class BatchCall {
  private BatchCall() {}

  /**
   * Starts a batch, whose puts have been checked.
   *
   * @param answer makes what a future is completed with of an action's result
   * @return in the order of the actions
   */
  static <T> List<CompletableFuture<T>> start(
      AsyncParts parts,
      TableSettings settings,
      List<? extends Row> actions,
      Function<Object, T> answer) {
    List<Row> copied = List.copyOf(actions);
    List<CompletableFuture<T>> futures =
        Stream.generate(CompletableFuture<T>::new).limit(copied.size()).toList();
    if (!copied.isEmpty()) {
      parts
          .call(
              connection -> {
                try (Table table = settings.open(connection)) {
                  return carryOut(table, copied);
                }
              })
          .whenComplete(
              (results, failure) -> {
                for (int i = 0; i < futures.size(); i++) {
                  complete(futures.get(i), failure == null ? results[i] : failure, answer);
                }
              });
    }
    return futures;
  }

  /** The result of each action, or what it failed with. */
  private static Object[] carryOut(Table table, List<Row> actions) {
    Object[] results = new Object[actions.size()];
    Throwable failure = new IOException("no result of this action came back");
    try {
      table.batch(actions, results);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = new InterruptedIOException();
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    for (int i = 0; i < results.length; i++) {
      results[i] = asOfHBase(results[i] == null ? failure : results[i]);
    }
    return results;
  }

  /** A failure of one action is the cause of such an exception in HBase's asynchronous client. */
  private static Object asOfHBase(Object result) {
    return result instanceof IOException failure && !(result instanceof RetriesExhaustedException)
        ? new RetriesExhaustedException(failure.getMessage(), failure)
        : result;
  }

  private static <T> void complete(
      CompletableFuture<T> future, Object result, Function<Object, T> answer) {
    if (result instanceof Throwable failure) {
      future.completeExceptionally(failure);
    } else {
      future.complete(answer.apply(result));
    }
  }
}
