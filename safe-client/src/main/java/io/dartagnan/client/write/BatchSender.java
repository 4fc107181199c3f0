package io.dartagnan.client.write;

import io.dartagnan.client.cloud.CloudFailures;
import io.dartagnan.client.cloud.CloudOutcome;
import io.dartagnan.client.cloud.CloudTables;
import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;

/**
 * Sender of batches, to each cloud its part, that takes back puts that did not reach all three. For
 * one thread at a time, as the tables it sends to.
 */
public final class BatchSender {
  private final CloudTables tables;
  private final Withdrawal withdrawal;

  /** For batches to one table, which stays the caller's to close. */
  public BatchSender(CloudTables tables) {
    this.tables = tables;
    this.withdrawal = new Withdrawal(tables);
  }

  /**
   * Sends a batch that is one put.
   *
   * @throws IOException what the put failed with, naming the clouds and what became of it
   */
  public void put(SplitBatch batch) throws IOException {
    try {
      tables.call(
          cloud -> {
            try {
              tables.on(cloud).put((Put) batch.requests(cloud).get(0));
              batch.replies(cloud)[0] = Result.EMPTY_RESULT;
            } catch (DoNotRetryIOException e) {
              batch.replies(cloud)[0] = e;
              throw e;
            }
            return null;
          });
    } catch (IOException e) {
      throw CloudFailures.withFate(e, withdrawal.of(batch));
    }
  }

  /**
   * Sends a batch that is one delete.
   *
   * @throws IOException what the delete failed with, naming the clouds
   */
  public void delete(SplitBatch batch) throws IOException {
    tables.call(
        cloud -> {
          tables.on(cloud).delete((Delete) batch.requests(cloud).get(0));
          return null;
        });
  }

  /**
   * Sends a batch.
   *
   * @param results gets the result of each action
   * @throws org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException naming the clouds
   *     and the actions that failed
   */
  public void send(SplitBatch batch, Object[] results) throws IOException {
    List<CloudOutcome<Object>> outcomes;
    try {
      outcomes =
          tables.outcomes(
              cloud -> {
                tables.on(cloud).batch(batch.requests(cloud), batch.replies(cloud));
                return null;
              });
    } catch (IOException e) {
      throw CloudFailures.withFate(e, withdrawal.of(batch));
    }
    String fate = withdrawal.of(batch);
    SortedMap<Integer, IOException> unread = batch.combine(results, tables::get);
    BatchFailures.throwIfAny(outcomes, unread, batch, fate);
  }
}
